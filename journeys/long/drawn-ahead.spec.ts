import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { openPage, PHONE, type PageOptions } from '../browser.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { waitForHydration } from '../open-screen.ts';
import { isOfSpentLink, keepSession, signIn, type Login } from '../screens.ts';
import { browser, openStage, portal } from '../stage.ts';
import { requestToken, send } from '../calls.ts';

const CUSTOMER = DEMO_CUSTOMERS[0] as Login;

/** Every prerendered page with its headlines. */
const PAGES = [
  { path: '/login', en: 'Login', de: 'Anmelden' },
  { path: '/register', en: 'Register', de: 'Registrieren' },
  { path: '/forgot-password', en: 'Forgot password', de: 'Passwort vergessen' },
  { path: '/reset-password?token=abc', en: 'Reset password', de: 'Passwort zurücksetzen' },
  { path: '/activate-account?token=abc', en: 'Account activation', de: 'Kontoaktivierung' },
  { path: '/confirm-email?token=abc', en: 'New email address', de: 'Neue E-Mail-Adresse' },
  { path: '/changes?token=abc', en: 'What was changed', de: 'Was geändert wurde' },
  { path: '/supported-ecus', en: 'Supported ECUs', de: 'Unterstützte ECUs' },
];

openStage({ DEMO: '1' });
// The demo world does not use Google: here nobody has decided yet.
beforeAll(async () => {
  const token = await requestToken(ADMINISTRATOR);
  await send('POST', '/application-configuration', { token, body: JSON.stringify({ google_use: null }) });
});

/** Opens a page as a new visitor whose scripts are held back until `release`; until then only the HTML is shown. */
async function openHeld(options: PageOptions = {}) {
  const opened = await openPage(browser, portal.url, options);
  let release = () => {};
  const released = new Promise<void>((end) => (release = end));
  await opened.page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return { ...opened, release };
}

/** Navigates without waiting for the scripts, which are held back. */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });

const headline = (page: Page) => page.locator('h1');
const findPassword = (page: Page) => page.locator('input[name=password]');

test('a page links its style sheet before its script, and embeds the data it would request', async () => {
  for (const path of ['/login', '/dashboard']) {
    const html = await (await fetch(portal.url + path)).text();
    const sheet = html.indexOf('<link rel="stylesheet"');
    const program = ['<script type="module"', '<link rel="modulepreload"'].map((tag) => html.indexOf(tag));
    expect(sheet).toBeGreaterThan(0);
    expect(Math.min(...program)).toBeGreaterThan(sheet);
  }
  const drawn = await (await fetch(`${portal.url}/login`)).text();
  const early = drawn.match(/<(?:script type="module"|link rel="modulepreload")(?! fetchpriority="low").*?>/g) ?? [];
  expect(early.map((tag) => /assets\/(\w+)-/.exec(tag)?.[1] ?? '').toSorted()).toEqual(['base', 'react']);
  const { page, context, failures } = await openPage(browser, portal.url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/login');
  await page.getByText('Not offered yet.').waitFor();
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
  // The names of other languages in the language list load no additional font.
  const fonts = asked.filter((path) => path.endsWith('.woff2'));
  expect(fonts.filter((path) => path.includes('latin-wght'))).toHaveLength(1);
  expect(fonts).toHaveLength(1);
  await context.close();
  expect(failures).toEqual([]);
});

describe('before the script has loaded', () => {
  test('the login form is shown, and Enter sends no password anywhere', async () => {
    const { page, context } = await openHeld();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
    await open(page, '/login');
    await page.getByLabel('Email').fill(CUSTOMER.email);
    await findPassword(page).fill('Secret-Word-7');
    await page.keyboard.press('Enter');
    // A request caused by the key would be recorded before this one.
    await page.evaluate(`fetch('/api/health')`);
    await expect.poll(() => asked.filter((line) => line.includes('/api/health'))).toHaveLength(1);
    expect(page.url()).toBe(`${portal.url}/login`);
    expect(asked.filter((line) => line.includes('Secret-Word-7'))).toEqual([]);
    expect(asked.filter((line) => line.startsWith('POST'))).toEqual([]);
    await context.close();
  });

  test('a service that is not decided yet has its note, and nothing moves when the script loads', async () => {
    const { page, context, release } = await openHeld({ viewport: PHONE });
    await open(page, '/login');
    const text = page.getByText('Not offered yet.');
    const link = page.getByRole('link', { name: 'Create new account' });
    await text.waitFor();
    // Letters of the fallback font have a different width.
    await page.evaluate('document.fonts.ready');
    const before = await link.boundingBox();
    release();
    await waitForHydration(page);
    await page.locator('button[aria-describedby]', { hasText: 'Sign in with Google' }).waitFor();
    expect(await text.isVisible()).toBe(true);
    expect(await link.boundingBox()).toEqual(before);
    await context.close();
  });

  test('typed input is preserved, and the login continues with it', async () => {
    const { page, context, failures, release } = await openHeld();
    await open(page, '/login');
    await page.getByLabel('Email').fill(CUSTOMER.email);
    await findPassword(page).fill(CUSTOMER.password);
    release();
    await waitForHydration(page);
    expect(await page.getByLabel('Email').inputValue()).toBe(CUSTOMER.email);
    expect(await findPassword(page).inputValue()).toBe(CUSTOMER.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    await context.close();
    expect(failures).toEqual([]);
  });

  test('fields controlled by the script take over typed input: password strength, country, search', async () => {
    const { page, context, failures, release } = await openHeld();
    await open(page, '/register');
    await page.getByLabel('Country').fill('Germany');
    await findPassword(page).fill('Violet-Harbour-93');
    release();
    await page.getByText('Password strength: strong').waitFor();
    expect(await page.getByLabel('Country').inputValue()).toBe('Germany');
    expect(await page.getByLabel('Dial code').inputValue()).toBe('+49');
    await context.close();

    const search = await openHeld();
    await open(search.page, '/supported-ecus');
    await search.page.getByRole('searchbox').fill('no such thing');
    search.release();
    await search.page.getByRole('button', { name: 'Clear search' }).first().waitFor();
    expect(await search.page.getByRole('searchbox').inputValue()).toBe('no such thing');
    await search.context.close();
    expect([...failures, ...search.failures]).toEqual([]);
  });

  test('a chosen language is applied as soon as the script has loaded', async () => {
    const { page, context, failures, release } = await openHeld();
    await open(page, '/login');
    await page.getByLabel('Language').selectOption('Deutsch');
    release();
    await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor();
    await context.close();
    expect(failures).toEqual([]);
  });
});

describe('the script takes over a page without changing it', () => {
  describe.each(['en', 'de'] as const)('%s', (language) => {
    test.each([false, true])(
      'dark: %s',
      async (dark) => {
        const wrong: string[] = [];
        for (const { path, ...headlines } of PAGES) {
          const { page, context, failures, release } = await openHeld({ dark, locale: language });
          await open(page, path);
          await headline(page).waitFor();
          const before = await page.evaluate(MARK);
          release();
          await waitForHydration(page);
          const after = await page.evaluate(LOOK);
          const expected = { headline: headlines[language], language, isDark: dark };
          expect([path, before, after]).toEqual([path, expected, { ...expected, isSame: true }]);
          wrong.push(...failures.filter((failure) => !isOfSpentLink(failure)).map((text) => `${path}: ${text}`));
          await context.close();
        }
        expect(wrong).toEqual([]);
      },
      120_000,
    );
  });
});

const SEEN = `headline: document.querySelector('h1').textContent, language: document.documentElement.lang,
  isDark: document.documentElement.classList.contains('dark')`;
const MARK = `(document.querySelector('h1').isFirst = true, { ${SEEN} })`;
/** If the page had been rendered again, the headline would be a different element. */
const LOOK = `({ ${SEEN}, isSame: document.querySelector('h1').isFirst === true })`;

describe('a prerendered page meant for others is never shown', () => {
  test('a signed-in user sees no form before the script loads', async () => {
    const { page, context, failures, release } = await openHeld();
    await keepSession(context, await signIn(portal, CUSTOMER));
    await open(page, '/login');
    await headline(page).waitFor({ state: 'attached' });
    expect(await page.getByLabel('Email').isVisible()).toBe(false);
    release();
    await page.getByRole('region', { name: 'Logged in' }).waitFor();
    expect(await page.getByLabel('Email').isVisible()).toBe(true);
    await context.close();
    expect(failures).toEqual([]);
  });

  test('a chosen language is served from then on; one unknown to the server is drawn by the browser', async () => {
    const { page, context, failures } = await openPage(browser, portal.url);
    await page.goto('/login');
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor();
    const served = async () => /<html lang="(\w+)"/.exec((await (await page.reload())?.text()) ?? '')?.[1];
    expect(await served()).toBe('de');
    await context.clearCookies();
    // Records every headline that is ever visible.
    await page.addInitScript(`
      window.headlines = new Set();
      const look = () => {
        const headline = document.querySelector('h1');
        if (headline?.checkVisibility({ visibilityProperty: true })) window.headlines.add(headline.textContent);
        requestAnimationFrame(look);
      };
      look();
    `);
    expect(await served()).toBe('en');
    await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor();
    expect(await page.evaluate('[...window.headlines]')).toEqual(['Anmelden']);
    await context.close();
    expect(failures).toEqual([]);
  });
});
