import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import { startEmbeddedDatabase } from './embedded.ts';

export interface OpenDatabase {
  url: string;
  stop(): Promise<void>;
}

/** In the data folder, while a server runs on the embedded database: where that can be reached. */
export const URL_FILE = 'database-url';

/** Held shared by every portal on a PostgreSQL of the operator's; the number only has to be ours. */
export const PRESENCE_LOCK = 7_316_009_113;

const PRESENCE_RETRY_MS = 5_000;

/** The operator's PostgreSQL when one is configured, otherwise the embedded one under the data folder. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { say, onLost }: { say: (line: string) => void; onLost: () => void },
): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, stop: await announcePresence(config.databaseUrl) };
  const dataDir = join(config.dataDir, 'database');
  const database = await startEmbeddedDatabase({ dataDir, log: say, onUnexpectedEnd: onLost });
  const note = join(config.dataDir, URL_FILE);
  // Whoever can read it can read everything, so it never passes through a file that somebody else left there.
  await rm(note, { force: true });
  await writeFile(note, `${database.url}\n`, { mode: 0o600, flag: 'wx' });
  const stop = async () => {
    await rm(note, { force: true });
    await database.stop();
  };
  return { url: database.url, stop };
}

/** Where the embedded database of a running server answers; null when none runs, whatever an old note says. */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  const url = (await readFile(join(dataDir, URL_FILE), 'utf8').catch(() => '')).trim();
  if (url === '') return null;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return url;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Nobody locks the data folder of a portal on the operator's PostgreSQL, so the database itself knows that one runs:
 * a restore must not load under it. The lock ends with its connection, so a killed portal leaves none behind.
 */
async function announcePresence(url: string): Promise<() => Promise<void>> {
  let holder: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let hasStopped = false;
  const hold = async (): Promise<void> => {
    const connected = await holdPresence(url);
    connected.once('end', () => {
      if (!hasStopped) holdLater();
    });
    holder = connected;
  };
  const holdLater = () => {
    retry = setTimeout(() => void hold().catch(holdLater), PRESENCE_RETRY_MS);
    retry.unref();
  };
  await hold();
  return async () => {
    hasStopped = true;
    clearTimeout(retry);
    await holder?.end().catch(() => undefined);
  };
}

async function holdPresence(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  // Told by `end` as well, which also comes when nothing went wrong on the way.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ isHeld: boolean }>(
    `select pg_try_advisory_lock_shared(${PRESENCE_LOCK}) as "isHeld"`,
  );
  if (rows[0]?.isHeld) return client;
  await client.end();
  throw new Error('A restore is under way on this database. Please start again when it has ended.');
}
