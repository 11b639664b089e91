import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { startEmbeddedDatabase } from './embedded.ts';
import { claimDatabase } from './presence.ts';

export interface OpenDatabase {
  url: string;
  stop(): Promise<void>;
}

/** In the data folder, while a server runs on the embedded database: where that can be reached. */
export const URL_FILE = 'database-url';

export interface OpenOptions {
  say: (line: string) => void;
  onLost: () => void;
}

/**
 * The operator's PostgreSQL when one is configured, otherwise the embedded one under the data folder. Either way the
 * data folder is locked until `stop`: two servers would each take the other's uploads for leftovers.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: OpenOptions,
): Promise<OpenDatabase> {
  const unlock = await lockDataFolder(config.dataDir, { log: options.say });
  try {
    const database = await openLocked(config, options);
    return { url: database.url, stop: () => database.stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openLocked(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { say, onLost }: OpenOptions,
): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    return { url: config.databaseUrl, stop: await claimDatabase(config.databaseUrl, { log: say }) };
  }
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
