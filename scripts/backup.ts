// npm run backup FILE: database, stored files and configuration in one file; the portal may run meanwhile. It fails when
// stored files are missing, unless --allow-missing is given.
import { backUp } from '../server/backup/backup.ts';
import { openToRead, runCommand, WrongUse } from '../server/backup/command.ts';
import { openRawStorage } from '../server/storage/open-storage.ts';

await runCommand(async (config, words, log) => {
  const [file, ...rest] = words.filter((word) => word !== '--allow-missing');
  if (!file || file.startsWith('--') || rest.length > 0)
    throw new WrongUse('Give the file to write: npm run backup FILE, or npm run backup -- FILE --allow-missing');
  // Without the lone --, npm takes the word for a setting of its own and passes it on like this.
  const allowMissing = words.includes('--allow-missing') || process.env.npm_config_allow_missing === 'true';
  const database = await openToRead(config, log);
  try {
    const storage = config.storagePlace === null ? null : await openRawStorage(config);
    const { dataDir, backupKey } = config;
    await backUp({ file, url: database.url, dataDir, storage, backupKey, allowMissing, printLine: log });
  } finally {
    await database.stop();
  }
});
