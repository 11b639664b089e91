// npm run admin backup FILE: writes database, stored files and configuration into one file, even while the portal runs. Fails
// when stored files are missing, unless --allow-missing is given.
// npm run admin backup: adds a backup at BACKUP_TARGET, beside the earlier ones; npm run admin -- backup --list lists them.
import { pluralize } from '../../contract/amounts.ts';
import { openToRead, runCommand, WrongUse, type LogLine } from '../../server/backup/command.ts';
import { backUpPortalToFile, backUpPortalToTarget } from '../../server/backup/make-backup.ts';
import { openTarget } from '../../server/backup/target/open-target.ts';
import { listRecords } from '../../server/backup/target/records.ts';
import type { ServerConfig } from '../../server/config.ts';

const FLAGS = ['--allow-missing', '--list'];

async function listBackups(config: ServerConfig, log: LogLine): Promise<void> {
  const { records, name } = await openTarget(config, { mustExist: true });
  const found = await listRecords(records);
  for (const { name: backup, record } of found)
    log(`${backup}: ${pluralize(record.files, 'file')}, ${record.newFiles} of them new`);
  log(`${pluralize(found.length, 'backup')} at ${name}.`);
}

await runCommand(async (config, args, log) => {
  // Without the separate --, npm treats the flag as its own setting and passes it on in this variable.
  const allowMissing = args.includes('--allow-missing') || process.env.npm_config_allow_missing === 'true';
  if (args.includes('--list') || process.env.npm_config_list === 'true') return listBackups(config, log);
  const [file, ...rest] = args.filter((word) => !FLAGS.includes(word));
  if (file?.startsWith('--') === true || rest.length > 0 || (file === undefined && config.backupTarget === null))
    throw new WrongUse(
      'Give the file to write: npm run admin backup FILE, or npm run admin -- backup FILE --allow-missing. With BACKUP_TARGET: npm run admin backup',
    );
  const database = await openToRead(config, log);
  try {
    const request = { url: database.url, allowMissing, log };
    await (file === undefined ? backUpPortalToTarget(config, request) : backUpPortalToFile(config, file, request));
  } finally {
    await database.stop();
  }
});
