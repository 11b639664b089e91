import { expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { goToScreen, openScreen } from '../open-screen.ts';
import { DEMO_CUSTOMERS } from '../portal.ts';
import { keepSession, listScreens, signIn, VISITORS, type Login } from '../screens.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

const SHOP_ZONE = 'Europe/Skopje';
/** 14 hours ahead of UTC: for most of a day, it is another day there than in the shop. */
const FOREIGN_ZONE = 'Pacific/Kiritimati';

interface Shown {
  moment: string;
  /** The exact time, which every moment shows when it is pointed at. */
  title: string;
  text: string;
}

/** A string, because it runs in the page. */
const READ_TIMES = `[...document.querySelectorAll('time[title]')]
  .map(({ dateTime, title, textContent }) => ({ moment: dateTime, title, text: textContent }))`;

const timeIn = (timeZone: string, style: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...style, timeZone });
  return (moment: string) => format.format(new Date(moment));
};
const exact = timeIn(SHOP_ZONE, { day: 'numeric', month: 'long', year: 'numeric' });
const clock = timeIn(SHOP_ZONE, { hour: '2-digit', minute: '2-digit' });

/** Whether both writings say the shop's day and time; a text such as "2 h ago" has neither. */
const isInShopTime = ({ moment, title, text }: Shown) =>
  title.includes(exact(moment)) &&
  title.includes(clock(moment)) &&
  (!/\d:\d\d/.test(text) || text.includes(clock(moment)));

test.each(VISITORS.filter(([, user]) => user !== null) as [string, Login][])(
  'every screen shows %s each moment in the time of the shop, with the clock of another zone',
  async (_, user) => {
    const screens = (await listScreens(portal, DEMO_CUSTOMERS)).filter((screen) => screen.user?.email === user.email);
    const { page, context, failures } = await openPage(browser, portal.url, { timeZone: FOREIGN_ZONE, isStill: true });
    await keepSession(context, await signIn(portal, user));
    const shown: Shown[] = [];
    for (const [at, { path }] of screens.entries()) {
      await (at === 0 ? openScreen : goToScreen)(page, path);
      shown.push(...(await page.evaluate<Shown[]>(READ_TIMES)));
    }
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((one) => !isInShopTime(one))).toEqual([]);
    expect(failures).toEqual([]);
  },
  180_000,
);
