import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startPortal, type Portal } from './portal.ts';
import { closeVisits, shareBrowser } from './shared-browser.ts';

/** Portal and browser of the current journey, available from its first test on. */
export let portal: Portal;
export let browser: Browser;

/** Starts a separate portal for all tests of a file, and the browser if this worker has none yet. */
export function openStage(env: Record<string, string> = {}): void {
  beforeAll(async () => {
    [portal, browser] = await Promise.all([startPortal(env), shareBrowser()]);
  });
  afterAll(async () => {
    await closeVisits();
    await portal?.stop();
  });
}
