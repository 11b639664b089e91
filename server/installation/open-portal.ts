import { migrate } from '../database/migrate.ts';
import { openDatabase, type Location, type OpenDatabase, type OpenOptions } from '../database/open.ts';
import { checkInstallation, writeInstallation, type Sides } from './installation.ts';

/**
 * Opens the database for a program that will write to it and to the data folder: only when the two belong together,
 * and migrated to this version.
 */
export async function openPortal(config: Location, options: OpenOptions): Promise<OpenDatabase> {
  const database = await openDatabase(config, options);
  try {
    await upgradeDatabase({ url: database.ownerUrl, dataDir: config.dataDir, isEmbedded: database.isEmbedded });
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Migrates the database to this version, after making sure that it is the one of this data folder. */
export async function upgradeDatabase(sides: Sides): Promise<void> {
  const toWrite = await checkInstallation(sides);
  await migrate(sides.url);
  if (toWrite !== null) await writeInstallation(sides, toWrite);
}
