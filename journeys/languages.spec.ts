import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PHONE, openBrowser, openPage, sidewaysScroll } from './browser.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS, startPortal, type Portal } from './portal.ts';
import { keepSession, listScreens, openScreen, signIn, type Login, type Screen } from './screens.ts';

let portal: Portal;
let browser: Browser;
let screens: Screen[];

beforeAll(async () => {
  portal = await startPortal({ DEMO: '1' });
  browser = await openBrowser();
  screens = await listScreens(portal, DEMO_CUSTOMERS);
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('the language chosen on the login page is that of the portal, from the first frame of every later page', async () => {
  const { page, context, complaints } = await openPage(browser, portal.url);
  await page.goto('/login');
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor();
  await keepSession(context, await signIn(portal, DEMO_CUSTOMERS[0] as Login));
  // Notes every heading that is ever shown.
  await page.addInitScript(`
    window.headings = [];
    new MutationObserver(() => window.headings.push(document.querySelector('h1')?.textContent)).observe(document, {
      childList: true, subtree: true, characterData: true,
    });
  `);
  await page.goto('/my-files');
  await page.getByRole('heading', { level: 1, name: 'Meine Dateien' }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('de');
  expect(await page.evaluate('window.headings.filter((text) => text && text !== "Meine Dateien")')).toEqual([]);

  await page.goto('/account-settings');
  await page.getByRole('tab', { name: 'Dieses Gerät' }).click();
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English');
  await page.getByRole('tab', { name: 'This device' }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('en');
  await context.close();
  expect(complaints).toEqual([]);
});

describe('words that are 40 % longer are cut off nowhere on a phone', () => {
  test.concurrent.each([
    ['a visitor', null],
    ['a customer', DEMO_CUSTOMERS[0] as Login],
    ['an administrator', ADMINISTRATOR],
  ])(
    'for %s',
    async (_, user) => {
      const { page, context, complaints } = await openPage(browser, portal.url, { isStill: true });
      await context.addInitScript(() => localStorage.setItem('language', 'en-XA'));
      if (user !== null) await keepSession(context, await signIn(portal, user));
      const findings: string[] = [];
      for (const { name, path } of kindsOf(screens.filter((screen) => screen.user?.email === user?.email))) {
        await openScreen(page, path);
        await page.setViewportSize(PHONE);
        const title = await page.locator('h1').first().textContent();
        if (!title?.includes('‹')) findings.push(`${name}: its heading is not translated, but ${title}`);
        if ((await sidewaysScroll(page)) > 0) findings.push(`${name}: scrolls sideways`);
        findings.push(...(await cutOff(page)).map((text) => `${name}: ${text}`));
      }
      await context.close();
      expect([...findings, ...complaints]).toEqual([]);
    },
    300_000,
  );
});

/** The pages of a file twice at most: their states differ in colours and in what can be done. */
const kindsOf = (all: Screen[]): Screen[] =>
  all.filter(({ name }, at) => all.slice(0, at).filter((before) => kindOf(before.name) === kindOf(name)).length < 2);
const kindOf = (name: string) => name.split(' ')[0];

/** Every sentence of the portal (in ‹ ›) of which a part lies outside of a box that does not show it. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('body *')].flatMap((element) =>
    [...element.childNodes].flatMap((node) => {
      if (node.nodeType !== 3 || !node.data.includes('‹')) return [];
      if (!element.checkVisibility() || element.closest('option') || isForEarsOnly(element)) return [];
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      for (let box = element; box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, display } = getComputedStyle(box);
        const place = box.getBoundingClientRect();
        const isOut = text.right > place.right + 1 || text.left < place.left - 1;
        if (box === element && display !== 'inline' && isOut) return ['spills: ' + node.data];
        if (/auto|scroll/.test(overflowX + overflowY)) return [];
        if (overflowX !== 'visible' && isOut) return ['cut at the side: ' + node.data];
        if (overflowY !== 'visible' && text.bottom > place.bottom + 1) return ['cut below: ' + node.data];
      }
      return [];
    }),
  );

  function isForEarsOnly(element) {
    for (let box = element; box; box = box.parentElement) {
      if (box.offsetWidth <= 1 || getComputedStyle(box).clipPath !== 'none') return true;
    }
    return false;
  }`);
