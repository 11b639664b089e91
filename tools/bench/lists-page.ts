// What a desktop user notices of a long list; see lists.ts.
import type { BrowserContext, Page } from 'playwright-core';

export interface PageFigures {
  /** Time to the first row of a page that is loaded for the first time, with nothing cached. */
  firstRowMs: number;
  /** Time to the first row after a click on a link of the dashboard. */
  inAppRowMs: number;
  searchMs: number;
  sortMs: number;
  keyDelayMs: number;
  scrollMs: number;
  listNodes: number;
}

/** Runs in the page: measures from an action to the first paint after the table has responded to it. */
const UNTIL_PAINTED = `async (act) => {
  const table = () => document.querySelector('main table');
  const looks = () => table()?.getAttribute('aria-rowcount') + ' ' + table()?.querySelector('[data-row]')?.textContent;
  const before = looks();
  const startedAt = performance.now();
  act();
  while (looks() === before && performance.now() - startedAt < 10000) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - startedAt;
}`;

const TYPE = `(text) => {
  const box = document.querySelector('[role=searchbox]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, text);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}`;

/** Runs in the page: scrolls to the end of the loaded rows, and measures until a new row is painted. */
const SCROLL = `(async () => {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const last = () => Number([...document.querySelectorAll('main table [data-row]')].at(-1)?.getAttribute('aria-rowindex') ?? 0);
  const before = last();
  const startedAt = performance.now();
  while (last() <= Math.max(before, 110) && performance.now() - startedAt < 10000) {
    window.scrollTo(0, document.documentElement.scrollHeight);
    await new Promise(requestAnimationFrame);
  }
  await new Promise(requestAnimationFrame);
  return performance.now() - startedAt;
})()`;

/** Runs in the page: measures from the click on the link to the paint of the first row. */
const GO_TO_LIST = `(async () => {
  const link = document.querySelector('a[href="/admin/all-files"]');
  const isThere = () => location.pathname === '/admin/all-files' && document.querySelector('main table[aria-label="All files"] [data-row]');
  const startedAt = performance.now();
  link.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  link.click();
  while (!isThere() && performance.now() - startedAt < 10000) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - startedAt;
})()`;

const FIRST_ROW = 'first row painted, ms:';

/**
 * Runs in the page before anything else, and reports by itself when the first row is painted: a query from outside
 * would arrive later, and with a program of 330 kB that the slowed-down page has to read first.
 */
const NOTE_FIRST_ROW = `new MutationObserver((_, observer) => {
  if (!document.querySelector('main table [data-row]')) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => console.debug('${FIRST_ROW}', performance.now())));
}).observe(document, { childList: true, subtree: true })`;

/** `slower`: how many times slower than this machine the page's processor is. */
export async function measurePage(page: Page, context: BrowserContext, slower: number): Promise<PageFigures> {
  await page.addInitScript(NOTE_FIRST_ROW);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const painted = page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith(FIRST_ROW),
    timeout: 60_000,
  });
  await page.goto('/admin/all-files', { waitUntil: 'commit' });
  const firstRowMs = Number((await painted).text().slice(FIRST_ROW.length));
  const keyDelayMs = await typeKeys(page);
  await page.locator('main [aria-pressed]', { hasText: /^Total Files\s*\d/ }).waitFor({ timeout: 60_000 });
  await page.waitForTimeout(3000);
  const run = (act: string) => page.evaluate<number>(`(${UNTIL_PAINTED})(() => (${act}))`);
  const searchMs = await run(`(${TYPE})('golf')`);
  await run(`(${TYPE})('')`);
  const sortMs = await run(
    `[...document.querySelectorAll('main th button')].find((one) => one.textContent.includes('File Name')).click()`,
  );
  const scrollMs = await page.evaluate<number>(SCROLL);
  const listNodes = await page.evaluate<number>(`document.querySelectorAll('main table *').length`);
  await page.goto('/admin/dashboard');
  await page.locator('main table [data-row]').first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(2000);
  const inAppRowMs = await page.evaluate<number>(GO_TO_LIST);
  return { firstRowMs, inAppRowMs, searchMs, sortMs, keyDelayMs, scrollMs, listNodes };
}

/** Measures the longest time from a key press to the next paint, over ten keys. */
const typeKeys = (page: Page): Promise<number> =>
  page.evaluate<number>(`(async () => {
    let longest = 0;
    for (const text of ['s','sc','sca','scan','scani','scania','scani','scan','s','']) {
      const startedAt = performance.now();
      (${TYPE})(text);
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      longest = Math.max(longest, performance.now() - startedAt);
    }
    return longest;
  })()`);
