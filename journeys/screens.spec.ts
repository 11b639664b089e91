import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESK, PHONE, findAxeViolations, openBrowser, openPage, sidewaysScroll } from './browser.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS, startPortal, type Portal } from './portal.ts';
import { listScreens, signIn, type Login, type Screen } from './screens.ts';

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

const NARROWEST = { width: 320, height: 700 };

/** Opens every screen of one visitor in one look and answers what is wrong, one line each. */
async function walk(user: Login | null, look: { viewport: typeof DESK; dark: boolean }): Promise<string[]> {
  const { page, context, complaints } = await openPage(browser, portal.url, look);
  if (user !== null) await keepSession(context, await signIn(portal, user));
  const findings: string[] = [];
  for (const { name, path } of screens.filter((screen) => screen.user?.email === user?.email)) {
    await open(page, path);
    const violations = await findAxeViolations(page);
    findings.push(...violations.map((violation) => `${name}: ${violation}`));
    if ((await sidewaysScroll(page)) > 0) findings.push(`${name}: scrolls sideways`);
  }
  await context.close();
  return [...findings, ...complaints];
}

function keepSession(context: BrowserContext, session: { token: string; user: object }): Promise<unknown> {
  return context.addInitScript(({ token, user }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
  }, session);
}

/** A screen is there when its heading is, and nothing still says that it loads. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await page
    .locator('[aria-busy=true]')
    .first()
    .waitFor({ state: 'detached' })
    .catch(() => undefined);
  expect(new URL(page.url()).pathname).toBe(path);
}

const LOOKS = [
  { title: 'at a desk, light', viewport: DESK, dark: false },
  { title: 'at a desk, dark', viewport: DESK, dark: true },
  { title: 'on a phone, light', viewport: PHONE, dark: false },
  { title: 'on a phone, dark', viewport: PHONE, dark: true },
];

describe.each(LOOKS)('$title: axe finds nothing, nothing scrolls sideways, nothing complains', (look) => {
  test('for a visitor', async () => expect(await walk(null, look)).toEqual([]));
  test.each([0, 1, 2, 3])('for customer %i of the demo world, every state of a file among them', async (index) => {
    expect(await walk(DEMO_CUSTOMERS[index] as Login, look)).toEqual([]);
  });
  test('for an administrator', async () => expect(await walk(ADMINISTRATOR, look)).toEqual([]));
});

test('at 320 px, the narrowest a phone gets, no screen scrolls sideways', async () => {
  const findings: string[] = [];
  for (const user of [null, ...DEMO_CUSTOMERS, ADMINISTRATOR]) {
    const { page, context } = await openPage(browser, portal.url, { viewport: NARROWEST });
    if (user !== null) await keepSession(context, await signIn(portal, user));
    for (const { name, path } of screens.filter((screen) => screen.user?.email === user?.email)) {
      await open(page, path);
      if ((await sidewaysScroll(page)) > 0) findings.push(name);
    }
    await context.close();
  }
  expect(findings).toEqual([]);
});
