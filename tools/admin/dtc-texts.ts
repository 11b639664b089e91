// npm run admin -- dtc-texts import FILE | export FILE | remove all | remove MAKER: manages the operator's own descriptions
// of trouble codes, even while the portal runs. FILE is CSV: code,manufacturer,language,text; a text without a
// manufacturer applies to every car.
import { readFile, writeFile } from 'node:fs/promises';

import { pluralize } from '../../contract/amounts.ts';
import { plainMaker, readTextTable } from '../../features/dtc-off/dtc-texts.rules.ts';
import { exportTexts, importTexts, removeTexts } from '../../features/dtc-off/server/describe-rows.ts';
import { openToRead, runCommand, WrongUse } from '../../server/backup/command.ts';
import { requireCurrentTables } from '../../server/database/migrate.ts';
import { connect, type Database } from '../../server/database/connect.ts';

const USAGE = 'Use: npm run admin -- dtc-texts import FILE | export FILE | remove all | remove MANUFACTURER';
/** Maximum number of faulty lines that are printed; the rest is only counted. */
const MAX_PRINTED = 50;

const VERBS = { import: importFile, export: exportFile, remove };

async function importFile(db: Database, path: string): Promise<string> {
  const { texts, errors } = readTextTable(await readFile(path, 'utf8'));
  if (errors.length > 0) {
    const printed = errors.slice(0, MAX_PRINTED).map(({ line, error }) => `line ${line}: ${error}`);
    const rest = errors.length > MAX_PRINTED ? [`and ${errors.length - MAX_PRINTED} more`] : [];
    throw new Error(['Nothing was imported.', ...printed, ...rest].join('\n'));
  }
  const { added, replaced } = await importTexts(db, texts);
  return `${pluralize(added, 'text was', 'texts were')} added, ${replaced} replaced.`;
}

async function exportFile(db: Database, path: string): Promise<string> {
  const { csv, count } = await exportTexts(db);
  await writeFile(path, csv, { flag: 'wx' });
  return `${pluralize(count, 'text is', 'texts are')} in ${path}.`;
}

async function remove(db: Database, maker: string): Promise<string> {
  const removed = await removeTexts(db, maker === 'all' ? null : plainMaker(maker));
  return `${pluralize(removed, 'text was', 'texts were')} removed.`;
}

await runCommand(async (config, [name = '', argument, ...rest], log) => {
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name as keyof typeof VERBS] : undefined;
  if (verb === undefined || argument === undefined || rest.length > 0) throw new WrongUse(USAGE);
  const database = await openToRead(config, log);
  try {
    await requireCurrentTables(database.url);
    const connection = connect(database.url, 2);
    try {
      log(await verb(connection.db, argument));
    } finally {
      await connection.close();
    }
  } finally {
    await database.stop();
  }
});
