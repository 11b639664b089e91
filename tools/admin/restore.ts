// npm run admin restore FILE: restores a backup into an empty portal, or with --replace into any.
// npm run admin restore newest: restores the newest backup at BACKUP_TARGET; any other there can be given by its name.
import { openAlone, runCommand } from '../../server/backup/command.ts';
import { openBackup, restore } from '../../server/backup/restore.ts';
import { isAtTarget, openBackupFile, openRecord } from '../../server/backup/target/open-record.ts';
import { openTarget } from '../../server/backup/target/open-target.ts';
import { readInstallationFile } from '../../server/installation/installation-file.ts';
import { assignStorage, openRawStorage } from '../../server/storage/open-storage.ts';
import { checkLedgerQuietly } from '../../app/server/whole-ledger.ts';

await runCommand(async (config, args, log) => {
  const [file] = args.filter((word) => !word.startsWith('--'));
  if (!file) throw new Error('Say which one: npm run admin restore FILE, or npm run admin -- restore FILE --replace');
  // Without the separate --, npm treats the flag as its own setting and passes it on in this variable.
  const replace = args.includes('--replace') || process.env.npm_config_replace === 'true';
  const source = isAtTarget(file)
    ? await openRecord(await openTarget(config, { mustExist: true }), file)
    : await openBackupFile(file, config.backupKey);
  const manifest = await openBackup(source);
  const database = await openAlone(config, log, { canCreate: true, canClaim: false });
  try {
    const storage = config.storagePlace === null ? null : await openRawStorage(config, { isAnyones: replace });
    await restore({
      manifest,
      source,
      url: database.url,
      dataDir: config.dataDir,
      storage,
      replace,
      printLine: log,
      checkLedger: checkLedgerQuietly,
    });
    const installation = await readInstallationFile(config.dataDir);
    if (installation !== null) await assignStorage(config, installation);
  } finally {
    await database.stop();
  }
});
