import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';

let shared: Browser | undefined;

/**
 * Returns the browser of this worker process. Its files run one after another and share it, because starting a browser
 * takes seconds; each visitor has a separate context. It ends together with the process; one that has crashed is
 * replaced.
 */
export async function shareBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await openBrowser();
  return shared;
}

/** Closes whatever a file has left open, so that it does not take time from the next file. */
export async function closeVisits(): Promise<void> {
  for (const context of shared?.contexts() ?? []) await context.close();
}
