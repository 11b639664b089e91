import type { Page } from 'playwright-core';
import { openPage } from './browser.ts';
import { openScreen } from './open-screen.ts';
import { keepSession, signIn, type Login, type Screen } from './screens.ts';
import { browser, portal } from './stage.ts';

const BACK_WITHIN_MS = 3000;

/**
 * Opens a screen; returns the milliseconds within which it has to be live again after the network is back: 3 s, and
 * what this machine needs just now to load it, twice.
 */
export const openTimed = async (page: Page, path: string): Promise<number> =>
  BACK_WITHIN_MS + 2 * (await timeOpening(page, path));

/** Opens a screen; returns the milliseconds that this machine needs just now to load it. */
export async function timeOpening(page: Page, path: string): Promise<number> {
  const startedAt = performance.now();
  await openScreen(page, path);
  return performance.now() - startedAt;
}

/** Waits until the service worker answers for this page. A string, because it runs in the page. */
export const waitForWorker = (page: Page): Promise<unknown> =>
  page.evaluate(
    'navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller ?? new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done))).then(() => undefined)',
  );

/** Opens a page of a user, or of a visitor (null). */
export async function visitScreens(user: Login | null, hasWorker = false) {
  const opened = await openPage(browser, portal.url, { isStill: true, hasWorker });
  if (user !== null) await keepSession(opened.context, await signIn(portal, user));
  return opened;
}

export const offlineStrip = (page: Page) => page.getByText('You are offline.');

/** Texts that a page must not show while the network is down. */
export const UNTRUE = /^(Loading\.\.\.|Support is online)$/;

/** Returns such texts with the content around them, which identifies the part of the screen. */
const untrueTexts = (page: Page) =>
  page
    .getByText(UNTRUE)
    .evaluateAll((found) =>
      found.map(
        (element) => `${element.textContent} in ${element.closest('section, header, main')?.textContent?.slice(0, 80)}`,
      ),
    );

/** Waits until no such text is there, because an interrupted call takes a moment to fail; returns those that stay. */
async function waitForTruth(page: Page, timeoutMs: number): Promise<string[]> {
  const deadline = Date.now() + timeoutMs;
  let texts = await untrueTexts(page);
  while (texts.length > 0 && Date.now() < deadline) {
    await page.waitForTimeout(50);
    texts = await untrueTexts(page);
  }
  return texts;
}

/** Cuts the network on each of these screens of a user; returns what is wrong, one line each. */
export async function loseNetwork(user: Login | null, screens: Screen[]): Promise<string[]> {
  const { page, context } = await visitScreens(user);
  const findings: string[] = [];
  for (const { name, path } of screens) {
    const backWithinMs = await openTimed(page, path);
    const before = await page.locator('h1').first().textContent();
    await context.setOffline(true);
    const isShown = await offlineStrip(page)
      .waitFor({ timeout: backWithinMs })
      .then(
        () => true,
        () => false,
      );
    if (!isShown) findings.push(`${name}: does not say that it is offline`);
    if ((await page.locator('h1').first().textContent()) !== before) findings.push(`${name}: another heading`);
    findings.push(...(await waitForTruth(page, backWithinMs)).map((text) => `${name}: ${text}`));
    await context.setOffline(false);
    const backAt = Date.now();
    await offlineStrip(page).waitFor({ state: 'detached' });
    if (Date.now() - backAt > backWithinMs) findings.push(`${name}: back after ${Date.now() - backAt} ms`);
  }
  await context.close();
  return findings;
}
