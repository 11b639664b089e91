import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';

let shared: Promise<Browser> | undefined;

/**
 * Returns the browser of this worker process. Its files run one after another and share it, because starting a browser
 * takes seconds; each visitor has a separate context. It ends together with the process.
 */
export const shareBrowser = (): Promise<Browser> => (shared ??= openBrowser());

/** Closes whatever a file has left open, so that it does not take time from the next file. */
export async function closeVisits(): Promise<void> {
  const browser = await shared;
  for (const context of browser?.contexts() ?? []) await context.close();
}
