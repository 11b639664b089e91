import { migrate } from '../database/migrate.ts';
import { recordProgramVersion } from '../database/newer-tables.ts';
import { isOneOfSeveral, openDatabase, type Location, type OpenDatabase, type OpenOptions } from '../database/open.ts';
import { takeStartTurn } from '../database/start-turn.ts';
import { withClient } from './database-side.ts';
import {
  checkInstallation,
  hasSharedKeys,
  writeInstallation,
  type SharedSettings,
  type Sides,
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
