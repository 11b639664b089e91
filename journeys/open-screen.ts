import type { Page, Request } from 'playwright-core';
import { DESK } from './browser.ts';

/** Whether the page is hydrated: React knows its headline. A string, because it runs in the page. */
const IS_HYDRATED = `Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactProps'))
  && document.querySelector('[data-toasts]') !== null`;

/** Waits until a prerendered page is hydrated; only then can the scripts change it. */
export async function waitForHydration(page: Page): Promise<void> {
  while (!(await page.evaluate(IS_HYDRATED))) await page.waitForTimeout(20);
}

/**
 * Opens a screen and waits until its heading is hydrated, all calls have responses, all code has loaded, and nothing is
 * shown as loading.
 */
export async function openScreen(page: Page, path: string, viewport = DESK): Promise<void> {
  await page.setViewportSize(viewport);
  const calls = followCalls(page);
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await waitForHydration(page);
  return loaded(page, path, calls);
}

async function loaded(page: Page, path: string, calls: ReturnType<typeof followCalls>): Promise<void> {
  const deadline = Date.now() + 60_000;
  do {
    if (Date.now() > deadline) throw new Error(`${path} still loads: ${calls.describe().join('; ')}`);
    await page.evaluate(NEXT_FRAME);
  } while (calls.open().length > 0 || (await page.locator(LOADING).count()) > 0);
  calls.leave();
}

/** Removes ids and queries: between two addresses of the same route, the headline element may stay. */
const routeOf = (path: string) => path.replace(/\?.*|\/\d+$/g, '');

/**
 * Opens a different screen like a link within the portal: the code and loaded data stay, which takes a third of the
 * time. Do not use it on a form that has been filled in.
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

/** Skeletons show what is still loading; a price that is too high has the same animation, but permanently. */
const LOADING = '[aria-busy=true], .animate-breathe:not([data-short] > *)';

/** By the second frame, a response is rendered or its next request sent. A string, because it runs in the page. */
const NEXT_FRAME = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

/**
 * Tracks the page's pending calls and pending chunks of code, which make further calls; except for the event stream,
 * whose response never ends.
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
    describe: () =>
      [...open].map(
        ([request, pathname]) =>
          `${request.method()} ${pathname}, ${request.existingResponse()?.status() ?? 'no reply'}`,
      ),
    leave: () => page.off('request', begin).off('requestfinished', end).off('requestfailed', end),
  };
}
