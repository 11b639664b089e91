import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from './browser.ts';
import { GROWN_WORLD, startPortal } from './portal.ts';

/** The demo world is grown once, by a portal that then ends; every journey that wants it gets a copy of what that left. */
export default async function setup(): Promise<() => Promise<void>> {
  // Unpacked once, before two journeys at a time begin to.
  await findBrowser();
  const portal = await startPortal({ DEMO: '1' });
  await portal.end();
  const { dataDir } = portal;
  // Where PostgreSQL has to keep its files elsewhere, a copy would be no other world: then each grows its own.
  if (existsSync(join(dataDir, 'database/postgresql/cluster'))) process.env[GROWN_WORLD] = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
