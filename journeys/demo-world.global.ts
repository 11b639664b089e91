import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from './browser.ts';
import { GROWN_WORLD, startPortal } from './portal.ts';

/** Builds the demo world once, with a portal that then stops; every journey that needs it copies the data folder. */
export default async function setup(): Promise<() => Promise<void>> {
  // Unpacks the browser once, before two journeys at a time would do so.
  await findBrowser();
  const portal = await startPortal({ DEMO: '1' });
  await portal.end();
  const { dataDir } = portal;
  // If PostgreSQL stores its files elsewhere, a copy would share them, so each journey then builds its own world.
  if (existsSync(join(dataDir, 'database/postgresql/cluster'))) process.env[GROWN_WORLD] = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
