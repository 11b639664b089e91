import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Advisory lock held while a process migrates and makes what a new portal needs; an arbitrary number of our own. */
const START_LOCK = 7_316_009_115;

const RETRY_MS = 100;

/**
 * Waits until no other process of this portal is starting, so that a new portal is made only once, even by two that
 * start together. Polls, because a waiting statement would hold up the vacuum of every table. Returns the function that
 * ends the turn, which also ends with this process.
 */
export async function takeStartTurn(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    while (!(await tryLock(client))) await sleep(RETRY_MS);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return () => client.end().catch(() => undefined);
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isHeld: boolean }>(`select pg_try_advisory_lock(${START_LOCK}) as "isHeld"`);
  return rows[0]?.isHeld === true;
}
