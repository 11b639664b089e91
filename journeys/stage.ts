import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startPortal, type Portal } from './portal.ts';
import { closeVisits, shareBrowser } from './shared-browser.ts';

/** Portal and browser of the current journey, available from its first test on. */
export let portal: Portal;
export let browser: Browser;

type Environment = Record<string, string>;

/**
 * Starts a separate portal for all tests of a file, and the browser if this worker has none. `env` may be a function
 * that first starts what the portal connects to; an `afterAll` before this call runs after the portal has stopped.
 */
export function openStage(env: Environment | (() => Promise<Environment>) = {}): void {
  beforeAll(async () => {
    portal = await startPortal(typeof env === 'function' ? await env() : env);
    browser = await shareBrowser();
  });
  afterAll(async () => {
    await closeVisits();
    await portal?.stop();
  });
}
