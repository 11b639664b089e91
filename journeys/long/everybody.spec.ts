import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { goToScreen, openScreen } from '../open-screen.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { keepSession, signIn, VISITORS, type Login } from '../screens.ts';
import { browser, portal } from '../stage.ts';
import { openAllScreens, listOwnScreens } from '../all-screens.ts';

openAllScreens();

const CUSTOMER = DEMO_CUSTOMERS[0] as Login;

async function visit(user: Login | null) {
  const { page, context } = await openPage(browser, portal.url, { isStill: true });
  if (user !== null) await keepSession(context, await signIn(portal, user));
  return { page, context };
}

/** Returns the tag of what has the focus. */
const focused = (page: Page) => page.evaluate<string>('document.activeElement.tagName');

describe('the focus is on the heading', () => {
  test.each(VISITORS)(
    'of every screen that %s goes to',
    async (_, user) => {
      const { page, context } = await visit(user);
      const lost: string[] = [];
      const home = user === null ? '/supported-ecus' : user === CUSTOMER ? '/price-list' : '/admin/price-list';
      await openScreen(page, home);
      for (const { name, path } of listOwnScreens(user)) {
        if (path === home) continue;
        await goToScreen(page, home);
        await goToScreen(page, path);
        const place = await focused(page);
        // An address may lead back, such as that of a spent link.
        if (place !== 'H1' && new URL(page.url()).pathname !== home) lost.push(`${name}: ${place}`);
      }
      await context.close();
      expect(lost).toEqual([]);
    },
    300_000,
  );
});

test('with reduced motion, what is hidden or shown changes at once, with all that is in it', async () => {
  const { page, context } = await visit(CUSTOMER);
  await openScreen(page, '/dashboard');
  const looks = await page.evaluate<string[]>(`['hidden', 'visible'].map((look) => {
    document.querySelector('main').style.visibility = look;
    return getComputedStyle(document.querySelector('main td a')).visibility;
  })`);
  expect(looks).toEqual(['hidden', 'visible']);
  await context.close();
});

/** Whether each of these elements has another background than the nearest one around it. A string: it runs in the page. */
const STANDS_OUT = `(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => {
  const paint = (element) => getComputedStyle(element).backgroundColor;
  let around = one.parentElement;
  while (around.parentElement && paint(around) === 'rgba(0, 0, 0, 0)') around = around.parentElement;
  return paint(one) !== 'rgba(0, 0, 0, 0)' && paint(one) !== paint(around);
})`;

test.each([
  ['the current entry of the menu', 'nav [aria-current=page]'],
  ['the dot of a status', 'td [data-tone] > [aria-hidden]'],
  ['the thumb of a switch', '[role=switch] span span'],
  ['what a button has switched on', 'main button[aria-pressed=true]', '/admin/all-files', ADMINISTRATOR],
])('in forced colours, %s is visible', async (_, selector, path = '/dashboard', user = CUSTOMER) => {
  const { page, context } = await visit(user);
  await page.emulateMedia({ forcedColors: 'active' });
  await openScreen(page, path);
  const seen = await page.evaluate<boolean[]>(`(${STANDS_OUT})(${JSON.stringify(selector)})`);
  await context.close();
  expect(seen.length).toBeGreaterThan(0);
  expect(seen).not.toContain(false);
});
