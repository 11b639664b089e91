import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PHONE, openPage, measureSidewaysScroll } from '../browser.ts';
import { DEMO_CUSTOMERS } from '../portal.ts';
import { goToScreen } from '../open-screen.ts';
import { isOfSpentLink, keepSession, kindsOf, signIn, VISITORS, type Login } from '../screens.ts';
import { browser, portal } from '../stage.ts';
import { openAllScreens, screens } from '../all-screens.ts';
import { requestToken, send } from '../calls.ts';
import { logIn } from '../main-job-steps.ts';

openAllScreens();

test('the language chosen on the login page applies to every later page, from its first frame', async () => {
  const { page, context, failures } = await openPage(browser, portal.url);
  await page.goto('/login');
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor();
  await keepSession(context, await signIn(portal, DEMO_CUSTOMERS[0] as Login));
  // Records every heading that is ever shown.
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
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English');
  await page.getByRole('tab', { name: 'This device' }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('en');
  await context.close();
  expect(failures).toEqual([]);
});

test('a login on another device uses the language of the account', async () => {
  const login = DEMO_CUSTOMERS[1] as Login;
  const token = await requestToken(login);
  const set = (language: string) => send('PUT', '/users/my/language', { token, body: JSON.stringify({ language }) });
  await set('fr');
  const { page, context, failures } = await openPage(browser, portal.url);
  await logIn(page, login.email, login.password);
  await page.getByRole('heading', { level: 1, name: 'Tableau de bord' }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('fr');
  await context.close();
  await set('en');
  expect(failures).toEqual([]);
});

/** Waits until the page has adapted to its size, and returns what is wrong then: tables take some frames to change. */
async function settled<Wrong>(page: Page, look: () => Promise<Wrong[]>): Promise<Wrong[]> {
  for (let tries = 0; tries < 100; tries += 1) {
    const wrong = await look();
    if (wrong.length === 0) return wrong;
    await page.waitForTimeout(50);
  }
  return look();
}

/** Visits the screens of a user in one language; returns what does not fit, one line each. */
async function walk(user: Login | null, language: string, viewport: typeof PHONE): Promise<string[]> {
  const { page, context, failures } = await openPage(browser, portal.url, { isStill: true });
  await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  if (user !== null) await keepSession(context, await signIn(portal, user));
  const findings: string[] = [];
  const theirs = screens.filter(({ user: whose }) => whose?.email === user?.email);
  expect(theirs.length).toBeGreaterThan(2);
  for (const { name, path } of kindsOf(theirs)) {
    await goToScreen(page, path);
    await page.setViewportSize(viewport);
    if ((await settled(page, async () => ((await measureSidewaysScroll(page)) > 0 ? ['yes'] : []))).length > 0) {
      findings.push(`${name}: scrolls sideways`);
    }
    // The page of a file has its vehicle as headline.
    const isTranslated = /view-file/.test(name) || (await page.locator('h1').first().textContent())?.includes('‹');
    if (language === 'en-XA' && !isTranslated) {
      findings.push(`${name}: its heading is not translated`);
    }
    findings.push(...(await settled(page, () => cutOff(page))).map((text) => `${name}: ${text}`));
  }
  await context.close();
  return [...findings, ...failures.filter((failure) => !isOfSpentLink(failure))];
}

describe('nothing is cut off', () => {
  test.concurrent.each(VISITORS)(
    'for %s on a phone, with texts that are 40 % longer',
    async (_, user) => expect(await walk(user, 'en-XA', PHONE)).toEqual([]),
    300_000,
  );
});

/** Returns every sentence of the portal (in ‹ ›) and every control that is partly cut off by a box. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('body *')].flatMap((element) => {
    if (!element.checkVisibility() || element.closest('option') || isForEarsOnly(element)) return [];
    const texts = [...element.childNodes].filter(({ nodeType, data }) => nodeType === 3 && data.includes('‹'));
    const isControl = element.matches('button, a[href], input, select, textarea');
    return [
      ...texts.flatMap((text) => findFault(element, placeOf(text), text.data)),
      ...(isControl ? findFault(element, element.getBoundingClientRect(), element.ariaLabel ?? element.textContent) : []),
    ];
  });

  function placeOf(text) {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getBoundingClientRect();
  }

  function findFault(element, part, name) {
    for (let box = element; box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, display, textOverflow, webkitLineClamp } = getComputedStyle(box);
      const place = box.getBoundingClientRect();
      const isOut = part.right > place.right + 1 || part.left < place.left - 1;
      if (box === element && display !== 'inline' && isOut) return ['spills: ' + name];
      if (/auto|scroll/.test(overflowX + overflowY) || textOverflow === 'ellipsis') return [];
      // Ends with dots after so many lines; the whole text is where it leads.
      if (webkitLineClamp !== 'none') return [];
      if (overflowX !== 'visible' && isOut) return ['cut at the side: ' + name];
      if (overflowY !== 'visible' && part.bottom > place.bottom + 1) return ['cut below: ' + name];
    }
    return [];
  }

  function isForEarsOnly(element) {
    for (let box = element; box; box = box.parentElement) {
      if (box.offsetWidth <= 1 || getComputedStyle(box).clipPath !== 'none') return true;
    }
    return false;
  }`);
