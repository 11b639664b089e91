// npm run admin move-to DATABASE_URL: moves the embedded database to an empty PostgreSQL of the operator.
// npm run admin move-to STORAGE_URL: moves the stored files to S3; npm run admin move-to folder: back into the data folder.
import { pluralize } from '../../contract/amounts.ts';
import { findReferencedKeys } from '../../app/server/check-files.ts';
import { openAlone, runCommand, type LogLine } from '../../server/backup/command.ts';
import { forgetJournal, moveFiles } from '../../server/backup/move-files.ts';
import { moveDatabase } from '../../server/backup/copy-rows.ts';
import type { ServerConfig } from '../../server/config.ts';
import { requireCurrentTables } from '../../server/database/migrate.ts';
import { connect } from '../../server/database/connect.ts';
import { checkInstallation } from '../../server/installation/installation.ts';
import { newInstallation, readInstallationFile } from '../../server/installation/installation-file.ts';
import { upgradeDatabase } from '../../server/installation/open-portal.ts';
import { assignStorage, markFilesMoved, openRawStorage } from '../../server/storage/open-storage.ts';
import { nameBucket, parseStorageUrl } from '../../server/storage/s3/place.ts';
import { checkLedgerQuietly } from '../../app/server/whole-ledger.ts';

/** Never repeats the address, which contains a password or keys. */
const nameNextStep = (setting: string) =>
  `Set ${setting} to the address that you gave, in the environment (or in .env), and start again.`;

async function moveRows(config: ServerConfig, to: string, log: LogLine): Promise<void> {
  if (config.databaseUrl !== null)
    throw new Error('DATABASE_URL is set already: this portal does not use the embedded database.');
  const database = await openAlone(config, log);
  try {
    await upgradeDatabase({ url: database.url, dataDir: config.dataDir, isEmbedded: true });
    await moveDatabase({
      from: database.url,
      to,
      log,
      checkLedger: checkLedgerQuietly,
    });
  } finally {
    await database.stop();
  }
  log('Stored files stay where they are.');
  log(nameNextStep('DATABASE_URL'));
}

async function moveBytes(config: ServerConfig, to: string, log: LogLine): Promise<void> {
  const place = to === 'folder' ? null : parseStorageUrl(to, process.env, 'The address to move to');
  if ((place === null) === (config.storagePlace === null))
    throw new Error(
      place === null ? 'STORAGE_URL is not set: the files are in the folder.' : 'STORAGE_URL is set already.',
    );
  const { dataDir } = config;
  const database = await openAlone(config, log);
  const connection = connect(database.url, 2);
  try {
    await requireCurrentTables(database.url);
    await checkInstallation({ url: database.url, dataDir, isEmbedded: config.databaseUrl === null });
    const moved = await moveFiles({
      from: await openRawStorage(config),
      to: await openRawStorage({ dataDir, storagePlace: place }, { isAnyones: place === null }),
      target: place === null ? 'folder' : nameBucket(place),
      dataDir,
      findReferenced: (keys) => findReferencedKeys(connection.db, keys),
      log,
    });
    log(`${pluralize(moved.files, 'file is', 'files are')} there, and each was read back with its hash.`);
    await markFilesMoved(dataDir, place === null ? null : to);
    // Makes this another copy, so that a start on the abandoned bucket is refused.
    if (place === null) await assignStorage(config, newInstallation((await readInstallationFile(dataDir))?.id));
    await forgetJournal(dataDir);
  } finally {
    await connection.close();
    await database.stop();
  }
  log('The files that were copied stay too; remove them when the portal works with the others.');
  log(
    place === null ? 'Take STORAGE_URL out of the environment (or .env) and start again.' : nameNextStep('STORAGE_URL'),
  );
}

await runCommand(async (config, [to], log) => {
  if (to === 'folder' || to?.startsWith('s3:') === true) return moveBytes(config, to, log);
  if (!to || !URL.canParse(to))
    throw new Error(
      'Give the address to move to: npm run admin move-to postgresql://user:password@host/database, or for the stored files ' +
        'npm run admin move-to "s3://KEY:SECRET@bucket?endpoint=https://s3.example.com", and npm run admin move-to folder to come back',
    );
  return moveRows(config, to, log);
});
