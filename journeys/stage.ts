import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from './browser.ts';
import { startPortal, type Portal } from './portal.ts';

/** Portal and browser of the current journey, available from its first test on. */
export let portal: Portal;
export let browser: Browser;

/** Starts a separate portal and a browser for all tests of a file. */
export function openStage(env: Record<string, string> = {}): void {
  beforeAll(async () => {
    portal = await startPortal(env);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });
}
