import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../database/migrate.ts';
import { recordProgramVersion } from '../program-version.ts';
import { type Location, type OpenDatabase, type OpenOptions, isOneOfSeveral, openDatabase } from '../database/open.ts';
import { withClient } from './database-side.ts';
import {
  type SharedSettings,
  type Sides,
  checkInstallation,
  hasSharedKeys,
  writeInstallation,
} from './installation.ts';

export interface OpenPortal extends OpenDatabase {
  /** Everything that a new portal needs has been created; another process of the same portal may continue its start. */
  endStart(): Promise<void>;
}

/**
 * Opens the database, migrated to this version, for a program that will write to it and to the data folder; only when
 * the two belong together.
 */
export async function openPortal(config: Location & SharedSettings, options: OpenOptions): Promise<OpenPortal> {
  const database = await openDatabase(config, options);
  const endStart = await waitForTurn(config, database);
  try {
    await upgradeDatabase(toSides(config, { url: database.ownerUrl, isEmbedded: database.isEmbedded }));
    return { ...database, endStart };
  } catch (error) {
    await endStart();
    await database.stop();
    throw error;
  }
}

/** What is compared to decide whether a database and a data folder belong together. */
export const toSides = (
  config: Pick<Location, 'dataDir'> & SharedSettings,
  database: Pick<Sides, 'url' | 'isEmbedded'>,
): Sides => ({
  url: database.url,
  isEmbedded: database.isEmbedded,
  dataDir: config.dataDir,
  storagePlace: config.storagePlace ?? null,
  hasKeys: hasSharedKeys(config),
});

async function waitForTurn(config: Location, database: OpenDatabase): Promise<() => Promise<void>> {
  if (!isOneOfSeveral(config)) return async () => undefined;
  return takeStartTurn(database.ownerUrl).catch(async (error: unknown) => {
    await database.stop();
    throw error;
  });
}

/** For a command that leaves the tables as they are: a folder that is accepted belongs to the portal from then on. */
export async function joinInstallation(sides: Sides): Promise<void> {
  const toWrite = await checkInstallation(sides);
  if (toWrite !== null) await writeInstallation(sides, toWrite);
}

/** Migrates the database to this version after checking that it belongs to this data folder. */
export async function upgradeDatabase(sides: Sides): Promise<void> {
  const toWrite = await checkInstallation(sides);
  await migrate(sides.url);
  if (toWrite !== null) await writeInstallation(sides, toWrite);
  await withClient(sides.url, recordProgramVersion);
}

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
