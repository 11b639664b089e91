import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerConfig } from '../config.ts';
import { findHolder, type Holder } from '../database/data-folder-lock.ts';
import { findRunningDatabase } from '../database/open.ts';
import { findProcessStart } from '../database/process-start.ts';

/** Finds the process that serves the portal of this data folder on its embedded database; null: there is none. */
export async function findRunningPortal({ dataDir, databaseUrl }: ServerConfig): Promise<Holder | null> {
  if (databaseUrl !== null || (await findRunningDatabase(dataDir)) === null) return null;
  return findHolder(dataDir);
}

/** Allowed in addition to the time that it may take by its own settings. */
const TIMEOUT_MS = 30_000;

/** Asks the process to stop, as Ctrl-C does, and waits until it has: calls under way are completed. */
export async function stopPortal(holder: Holder, { stopDelaySeconds, drainSeconds }: ServerConfig): Promise<void> {
  if (holder.host !== hostname() || findProcessStart(holder.id) !== holder.start)
    throw new Error(`The portal runs as process ${holder.id} on ${holder.host}, which cannot be stopped from here.`);
  process.kill(holder.id, 'SIGTERM');
  const deadline = Date.now() + (stopDelaySeconds + drainSeconds) * 1000 + TIMEOUT_MS;
  while (findProcessStart(holder.id) === holder.start) {
    if (Date.now() > deadline) throw new Error(`Process ${holder.id} was asked to end, and has not. Stop it by hand.`);
    await sleep(100);
  }
}
