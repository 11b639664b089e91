import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../contract/languages.ts';
import { openPage } from '../browser.ts';
import { ADMINISTRATOR } from '../portal.ts';
import { openScreen } from '../open-screen.ts';
import { keepSession, signIn, type Login, type Screen } from '../screens.ts';
import { browser, portal } from '../stage.ts';
import { openAllScreens, screens } from '../all-screens.ts';

openAllScreens();

const DESK = { width: 1366, height: 768 };
const PHONE = { width: 360, height: 740 };
const LOW = [
  { width: 1366, height: 600 },
  { width: 360, height: 600 },
];

const CUSTOMER_PAGE = /^view-file\b/;
const STAFF_PAGE = /^admin-view-file\b/;

async function openAs(user: Login): Promise<Page> {
  const { page, context } = await openPage(browser, portal.url, { isStill: true });
  await keepSession(context, await signIn(portal, user));
  return page;
}

/**
 * Returns which of these are not completely in the window; each is a selector, the label of a field or the text of a
 * button. The script is a string, because it runs in the page.
 */
const below = (page: Page, places: Record<string, string>) =>
  page.evaluate<string[]>(`Object.entries(${JSON.stringify(places)}).flatMap(([name, place]) => {
    const element = place.startsWith('field ')
      ? [...document.querySelectorAll('main dt')].find((label) => label.textContent === place.slice(6))?.parentElement
      : place.startsWith('button ')
        ? [...document.querySelectorAll('main button')].find((button) => button.textContent === place.slice(7) && button.checkVisibility())
        : document.querySelector(place);
    if (!element) return [name + ' is missing'];
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight ? [] : [name + ' ends at ' + Math.ceil(bottom) + ' px'];
  })`);

const BAR = '[data-action-bar]';
const FIRST_SCREENFUL = {
  vehicle: 'main h1',
  price: 'field Solution Price',
  status: 'field Status',
  solution: 'field Solution',
  ECU: 'field ECU',
};

/** Opens the pages of every state, each as its own user. */
async function* openPages(kind: RegExp): AsyncGenerator<{ name: string; page: Page; path: string }> {
  const pages = new Map<string, Page>();
  for (const { name, path, user } of screens.filter((screen) => kind.test(screen.name))) {
    if (user === null) continue;
    const page = pages.get(user.email) ?? (await openAs(user));
    pages.set(user.email, page);
    await openScreen(page, path);
    yield { name, page, path };
  }
  for (const page of pages.values()) await page.context().close();
}

test('at 1366 px the conversation is beside the facts, for customers and staff', async () => {
  for (const kind of [CUSTOMER_PAGE, STAFF_PAGE]) {
    const { path, user } = screens.find(({ name }) => kind.test(name) && name.includes('ticket open')) as Screen;
    const page = await openAs(user as Login);
    await openScreen(page, path);
    await page.setViewportSize(DESK);
    const facts = await page.locator('main dl').first().boundingBox();
    const chat = await page.locator('main textarea').first().boundingBox();
    expect(chat?.x).toBeGreaterThan((facts?.x ?? Infinity) + 300);
    await page.context().close();
  }
});

/** Names the controls whose centre is covered by something. A string, because it runs in the page. */
const COVERED = `(() => {
  const bar = document.querySelector('${BAR}');
  return [...document.querySelectorAll('button, a[href], input, textarea')].flatMap((control) => {
    const { left, right, top, bottom, width } = control.getBoundingClientRect();
    if (width <= 1 || top < 0 || bottom > innerHeight || !control.checkVisibility({ visibilityProperty: true })) return [];
    // What is scrolled out of a list of its own is scrolled into it again.
    const list = control.closest('[role=log]')?.getBoundingClientRect();
    if (list && ((top + bottom) / 2 < list.top || (top + bottom) / 2 > list.bottom)) return [];
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!above || control.contains(above) || above.contains(control)) return [];
    // What is scrolled below the bar is scrolled out of it again.
    if (bar && bar.contains(above) && !bar.contains(control)) return [];
    return [(control.textContent || control.getAttribute('aria-label') || control.tagName).trim().slice(0, 40) + ' lies under ' + above.tagName + ' ' + above.className];
  });
})()`;

/** Resizes the window; resolves when the page has been laid out in the new size. */
async function resize(page: Page, size: typeof DESK): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(`new Promise((end) => {
    const look = () => innerWidth === ${size.width} ? requestAnimationFrame(() => requestAnimationFrame(end)) : requestAnimationFrame(look);
    look();
  })`);
}

test.concurrent.each([
  ['a customer', CUSTOMER_PAGE],
  ['an administrator', STAFF_PAGE],
])(
  'vehicle, ECU, order, price, state and next action fit on the first screen at 1366 × 768; on a phone the next action stays visible, and nothing covers a control, for %s',
  async (_, kind) => {
    const findings: string[] = [];
    let withAction = 0;
    for await (const { name, page } of openPages(kind)) {
      await resize(page, PHONE);
      const [next] = await page.locator(`${BAR} button`).allTextContents();
      const action: Record<string, string> = next === undefined ? {} : { action: `button ${next}` };
      withAction += next === undefined ? 0 : 1;
      await resize(page, DESK);
      findings.push(...(await below(page, { ...FIRST_SCREENFUL, ...action })).map((text) => `${name}: ${text}`));
      await resize(page, PHONE);
      for (const place of ['0', 'document.body.scrollHeight / 3', 'document.body.scrollHeight']) {
        await page.evaluate(`scrollTo(0, ${place})`);
        const texts = [...(await page.evaluate<string[]>(COVERED)), ...(await below(page, action))];
        findings.push(...texts.map((text) => `${name}, scrolled to ${place}: ${text}`));
      }
    }
    expect(findings).toEqual([]);
    expect(withAction).toBeGreaterThan(2);
  },
);

/** What staff alone sees comes on top of the order and the conversation. */
const MAX_HEIGHTS = [
  { size: DESK, max: 1100, ofStaff: 1450 },
  { size: { width: 390, height: 844 }, max: 1780, ofStaff: 2000 },
];

test.each([
  ['a customer', CUSTOMER_PAGE],
  ['an administrator', STAFF_PAGE],
])('the page of a file is at most as high as its parts need, on a desk and on a phone, for %s', async (_, kind) => {
  const tooHigh: string[] = [];
  for await (const { name, page } of openPages(kind)) {
    for (const { size, max, ofStaff } of MAX_HEIGHTS) {
      await resize(page, size);
      // On a phone, staff's work loads with its view.
      await page.locator('main h2').first().waitFor();
      const limit = STAFF_PAGE.test(name) ? ofStaff : max;
      const height = await page.evaluate<number>('document.documentElement.scrollHeight');
      if (height > limit) tooHigh.push(`${name}, ${size.width} px wide: ${height} px`);
    }
  }
  expect(tooHigh).toEqual([]);
});

/** Two lines. */
const MAX_BAR = 110;

test(`the bar for paying takes at most ${MAX_BAR} px of a phone in every language`, async () => {
  const tooHigh: string[] = [];
  let bars = 0;
  for (const { code } of LANGUAGES) {
    for (const { name, path, user } of screens.filter((screen) => CUSTOMER_PAGE.test(screen.name))) {
      if (user === null || !/unpaid possible/.test(name)) continue;
      const page = await openAs(user);
      await page.addInitScript(`localStorage.setItem('language', '${code}')`);
      await openScreen(page, path);
      await resize(page, PHONE);
      const height = await page.evaluate<number>(`document.querySelector('${BAR}')?.offsetHeight ?? 0`);
      if (height > 0) bars += 1;
      if (height > MAX_BAR) tooHigh.push(`${code}, ${name}: ${height} px`);
      await page.context().close();
    }
  }
  expect(tooHigh).toEqual([]);
  expect(bars).toBeGreaterThanOrEqual(2 * LANGUAGES.length);
});

test('the buttons of a dialog are visible in a window of 600 px, however long its content is', async () => {
  const { path } = screens.find(({ name }) => STAFF_PAGE.test(name) && name.includes('pending')) as Screen;
  const page = await openAs(ADMINISTRATOR);
  for (const viewport of LOW) {
    await openScreen(page, path);
    await page.setViewportSize(viewport);
    for (const name of ['Upload modified file', 'Deliver', 'Cancel file']) {
      await chooseAction(page, name);
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      await dialog.waitFor();
      expect(await below(page, { [name]: '[data-foot] button:last-child' }), `${viewport.width} px`).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  }
  await page.context().close();
});

/** Chooses an action by its button, or from the menu if the window has no room for buttons. */
async function chooseAction(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('region', { name: 'Work on this file' });
  const button = bar.getByRole('button', { name, exact: true });
  if (await button.isVisible()) return button.click();
  await page.getByRole('button', { name: 'Actions' }).click();
  return page.getByRole('menuitem', { name }).click();
}
