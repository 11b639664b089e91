import type { Page, Request } from 'playwright-core';
import { DESK } from './browser.ts';

/** The program has taken a page over when it knows its headline. As text: it runs there. */
const IS_TAKEN_OVER = `Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactProps'))
  && document.querySelector('[data-toasts]') !== null`;

/** A page drawn ahead stands before its program does; what the program changes about it comes after this. */
export async function takenOver(page: Page): Promise<void> {
  while (!(await page.evaluate(IS_TAKEN_OVER))) await page.waitForTimeout(20);
}

/**
 * A screen is there when the program holds its heading, all its calls have responses, all its parts have arrived, and
 * nothing is still shown as loading.
 */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.setViewportSize(DESK);
  const calls = followCalls(page);
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await takenOver(page);
  return loaded(page, path, calls);
}

async function loaded(page: Page, path: string, calls: ReturnType<typeof followCalls>): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  do {
    if (Date.now() > giveUpAt) throw new Error(`${path} still loads: ${calls.open().join(', ')}`);
    await page.evaluate(NEXT_FRAME);
  } while (calls.open().length > 0 || (await page.locator(LOADING).count()) > 0);
  calls.leave();
}

/** Without numbers and queries: two addresses of one route may keep each other's headline. */
const routeOf = (path: string) => path.replace(/\?.*|\/\d+$/g, '');

/**
 * The same as a link within the portal does it, where that is another screen: the program and what it has loaded stay,
 * which takes a third of the time. Not from a form that has been filled in.
 */
export async function goToScreen(page: Page, path: string): Promise<void> {
  const from = new URL(page.url()).pathname;
  if (from === 'blank' || routeOf(from) === routeOf(path)) return openScreen(page, path);
  await page.setViewportSize(DESK);
  const calls = followCalls(page);
  await page.evaluate(`{
    document.querySelector('h1')?.setAttribute('data-left', '');
    history.pushState(null, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate'));
  }`);
  await page.locator('h1:not([data-left])').first().waitFor();
  return loaded(page, path, calls);
}

/** Grey bars stand for what is still coming; a price that is too high breathes as well, and for good. */
const LOADING = '[aria-busy=true], .animate-breathe:not([data-short] > *)';

/** As text, because it runs in the page: what a response leads to has been drawn, or requested, by the second frame. */
const NEXT_FRAME = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

/**
 * Which calls of the page have no response yet, and which parts of the program, whose own calls come after them; but for
 * the events, whose response never ends.
 */
function followCalls(page: Page) {
  const open = new Map<Request, string>();
  const begin = (request: Request) => {
    const { pathname } = new URL(request.url());
    const isPart = pathname.startsWith('/assets/') && request.resourceType() === 'script';
    if (isPart || (pathname.startsWith('/api/') && pathname !== '/api/events')) open.set(request, pathname);
  };
  const end = (request: Request) => open.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  return {
    open: () => [...open.values()],
    leave: () => page.off('request', begin).off('requestfinished', end).off('requestfailed', end),
  };
}
