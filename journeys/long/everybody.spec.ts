import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openPage } from '../browser.ts';
import { goToScreen, openScreen } from '../open-screen.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { keepSession, kindsOf, signIn, VISITORS, type Login } from '../screens.ts';
import { browser, portal } from '../stage.ts';
import { openAllScreens, screens } from '../all-screens.ts';

openAllScreens();

const CUSTOMER = DEMO_CUSTOMERS[0] as Login;

async function visit(user: Login | null) {
  const { page, context } = await openPage(browser, portal.url, { isStill: true });
  if (user !== null) await keepSession(context, await signIn(portal, user));
  return { page, context };
}

const screensOf = (user: Login | null) => kindsOf(screens.filter((screen) => screen.user?.email === user?.email));

/** Returns the tag of what has the focus. */
const focused = (page: Page) => page.evaluate<string>('document.activeElement.tagName');

const WAYS: [string, (page: Page) => Promise<void>][] = [
  [
    'the row',
    (page) =>
      page
        .getByRole('link', { name: /^Audi_A5/ })
        .first()
        .click(),
  ],
  [
    'View',
    (page) =>
      page
        .getByRole('link', { name: /^View file/ })
        .first()
        .press('Enter'),
  ],
  ['what needs you', (page) => page.getByRole('link', { name: /^Audi/ }).first().click()],
  [
    'the bell',
    async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('dialog').getByRole('link', { name: /^View/ }).first().click();
    },
  ],
  [
    'the search',
    async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('100014');
      await page
        .getByRole('option', { name: /100014/ })
        .first()
        .click();
    },
  ],
];

describe('the focus is on the heading', () => {
  test.each(VISITORS)(
    'of every screen that %s goes to',
    async (_, user) => {
      const { page, context } = await visit(user);
      const lost: string[] = [];
      const home = user === null ? '/supported-ecus' : user === CUSTOMER ? '/price-list' : '/admin/price-list';
      await openScreen(page, home);
      for (const { name, path } of screensOf(user)) {
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

  test('of a file, whichever way led there', async () => {
    const { page, context } = await visit(ADMINISTRATOR);
    const ended: string[] = [];
    for (const [way, go] of WAYS) {
      await openScreen(page, '/admin/dashboard');
      await go(page);
      await page.waitForURL('**/admin/view-file/*');
      await page
        .getByRole('region', { name: /Downloads|Files/ })
        .first()
        .waitFor();
      ended.push(`${way}: ${await focused(page)}`);
    }
    await context.close();
    expect(ended).toEqual(WAYS.map(([way]) => `${way}: H1`));
  }, 180_000);
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
])('in forced colours, %s is visible', async (_, selector) => {
  const { page, context } = await visit(CUSTOMER);
  await page.emulateMedia({ forcedColors: 'active' });
  await openScreen(page, '/dashboard');
  const seen = await page.evaluate<boolean[]>(`(${STANDS_OUT})(${JSON.stringify(selector)})`);
  await context.close();
  expect(seen.length).toBeGreaterThan(0);
  expect(seen).not.toContain(false);
});
