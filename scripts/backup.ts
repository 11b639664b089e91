// npm run backup FILE: database, stored files and configuration in one file; the portal may run meanwhile. It fails when
// stored files are missing, unless --allow-missing is given.
// npm run backup: beside those before it at BACKUP_TARGET; npm run backup -- --list names them.
import { resolve } from 'node:path';
import { backUp } from '../server/backup/backup.ts';
import { openToRead, runCommand, WrongUse, type LogLine } from '../server/backup/command.ts';
import { isInside } from '../server/backup/data-folder.ts';
import { withSession } from '../server/backup/session.ts';
import { backUpTo } from '../server/backup/target/back-up-to.ts';
import { openTarget } from '../server/backup/target/open-target.ts';
import { listRecords, recordName } from '../server/backup/target/records.ts';
import { noteRun, type EndedRun } from '../server/backup/target/runs.ts';
import { systemClock } from '../server/clock.ts';
import type { ServerConfig } from '../server/config.ts';
import { readInstallationFile } from '../server/installation/installation-file.ts';
import { openRawStorage } from '../server/storage/open-storage.ts';

const FLAGS = ['--allow-missing', '--list'];

interface Asked {
  url: string;
  allowMissing: boolean;
  log: LogLine;
}

async function backUpToFile(config: ServerConfig, file: string, { url, allowMissing, log }: Asked): Promise<void> {
  const { dataDir, backupKey } = config;
  const storage = config.storagePlace === null ? null : await openRawStorage(config);
  await backUp({ file, url, dataDir, storage, backupKey, allowMissing, printLine: log });
}

async function backUpToTarget(config: ServerConfig, { url, allowMissing, log }: Asked): Promise<void> {
  const { dataDir, backupTarget: place } = config;
  if (place !== null && 'folder' in place && isInside(resolve(dataDir), place.folder))
    throw new Error(`BACKUP_TARGET has to be outside of the data folder ${dataDir}.`);
  const installation = await readInstallationFile(dataDir);
  if (installation === null) throw new Error(`There is no portal in ${dataDir} yet.`);
  const startedAt = systemClock.now();
  const note = (made: EndedRun['made']) => withSession(url, (client) => noteRun(client, { startedAt, made }));
  const making = openTarget(config).then(async (target) =>
    backUpTo(target, {
      url,
      dataDir,
      stored: await openRawStorage(config),
      isInFolder: config.storagePlace === null,
      installation: installation.id,
      now: startedAt,
      allowMissing,
      printLine: log,
    }),
  );
  const record = await making.catch(async (error: unknown) => {
    // What is to be read is why it failed, also where that cannot be noted.
    await note(null).catch(() => undefined);
    throw error;
  });
  await note({ name: recordName(startedAt), record });
}

async function listBackups(config: ServerConfig, log: LogLine): Promise<void> {
  const { records, name } = await openTarget(config);
  const found = await listRecords(records);
  for (const { name: backup, record } of found) log(`${backup}: ${record.files} files, ${record.newFiles} of them new`);
  log(`${found.length} backup(s) at ${name}.`);
}

await runCommand(async (config, words, log) => {
  // Without the lone --, npm takes the word for a setting of its own and passes it on like this.
  const allowMissing = words.includes('--allow-missing') || process.env.npm_config_allow_missing === 'true';
  if (words.includes('--list') || process.env.npm_config_list === 'true') return listBackups(config, log);
  const [file, ...rest] = words.filter((word) => !FLAGS.includes(word));
  if (file?.startsWith('--') === true || rest.length > 0 || (file === undefined && config.backupTarget === null))
    throw new WrongUse(
      'Give the file to write: npm run backup FILE, or npm run backup -- FILE --allow-missing. With BACKUP_TARGET: npm run backup',
    );
  const database = await openToRead(config, log);
  try {
    const asked = { url: database.url, allowMissing, log };
    await (file === undefined ? backUpToTarget(config, asked) : backUpToFile(config, file, asked));
  } finally {
    await database.stop();
  }
});
