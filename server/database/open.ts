import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Config, Role } from '../config.ts';
import type { Addresses } from './access.ts';
import { refuseVanishedDatabase } from '../installation/vanished-database.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { startEmbeddedDatabase, type OlderCluster } from './embedded.ts';
import { claimDatabase } from './presence.ts';

export interface OpenDatabase extends Addresses {
  /** Lets the server work with this role from now on; no connection of the owner's stays open. */
  moveClaim(directUrl: string): Promise<void>;
  stop(): Promise<void>;
}

/** File in the data folder with the address of the embedded database, there while a server runs on it. */
export const URL_FILE = 'database-url';

export type Location = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'> & {
  databaseDirectUrl?: string | null;
  /** When missing or `all`, no other process may use the database and the folder. */
  role?: Role;
};

/**
 * Returns the address of an operator's database for work that needs its own session, such as locks and migrations: one
 * that bypasses any pooler.
 */
export const findOwnerUrl = ({ databaseUrl, databaseOwnerUrl, databaseDirectUrl = null }: Location): string | null =>
  databaseOwnerUrl ?? databaseDirectUrl ?? databaseUrl;

export const isOneOfSeveral = ({ role = 'all' }: Pick<Location, 'role'>): boolean => role !== 'all';

export interface OpenOptions {
  log: (line: string) => void;
  onLost: () => void;
  /** What to do with an embedded database of an earlier PostgreSQL. */
  olderCluster?: OlderCluster;
}

/**
 * Opens the operator's PostgreSQL when one is configured, otherwise the embedded one under the data folder. Either way
 * the data folder is locked until `stop`: alone or, depending on the role, together with the other processes of the
 * portal.
 */
export async function openDatabase(config: Location, options: OpenOptions): Promise<OpenDatabase> {
  const unlock = await lockDataFolder(config.dataDir, {
    log: options.log,
    kind: isOneOfSeveral(config) ? 'together' : 'alone',
  });
  try {
    const database = await openLocked(config, options);
    return { ...database, stop: () => database.stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openLocked(config: Location, { log, onLost, olderCluster }: OpenOptions): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) return openExternal(config.databaseUrl, config, log);
  await refuseVanishedDatabase(config.dataDir);
  const dataDir = join(config.dataDir, 'database');
  const database = await startEmbeddedDatabase({ dataDir, log, onUnexpectedEnd: onLost, olderCluster });
  const note = join(config.dataDir, URL_FILE);
  // The address gives access to everything, so it is never written to a file that was left there by another user.
  await rm(note, { force: true });
  await writeFile(note, `${database.url}\n`, { mode: 0o600, flag: 'wx' });
  const stop = async () => {
    await rm(note, { force: true });
    await database.stop();
  };
  const addresses = {
    ownerUrl: database.url,
    serverUrl: null,
    pooledUrl: null,
    dataDir: config.dataDir,
    isEmbedded: true,
  };
  return { ...addresses, moveClaim: async () => undefined, stop };
}

async function openExternal(url: string, location: Location, log: (line: string) => void): Promise<OpenDatabase> {
  const { databaseOwnerUrl, databaseDirectUrl = null, dataDir } = location;
  const ownerUrl = findOwnerUrl(location) ?? url;
  const options = { log, isShared: isOneOfSeveral(location) };
  let leave = await claimDatabase(ownerUrl, options);
  return {
    ownerUrl,
    serverUrl: databaseOwnerUrl === null ? null : (databaseDirectUrl ?? url),
    pooledUrl: databaseDirectUrl === null ? null : url,
    dataDir,
    isEmbedded: false,
    async moveClaim(directUrl) {
      await leave();
      leave = await claimDatabase(directUrl, options);
    },
    stop: () => leave(),
  };
}

/** Returns the address of a running server's embedded database; null when none runs, whatever an old note contains. */
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
