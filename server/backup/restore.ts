import type { Readable } from 'node:stream';
import type pg from 'pg';
import { pluralize } from '../../contract/amounts.ts';
import { countBaseline, listMigrations, migrate } from '../database/migrate.ts';
import { markMoved, readInstallationRow, writeInstallationRow } from '../installation/database-side.ts';
import { newInstallation, writeInstallationFile, type InstallationId } from '../installation/installation-file.ts';
import { readArchive, type ArchiveSource } from './archive.ts';
import { forgetLaterState, toObjectPath, openStaging, stageInStorage } from './data-folder.ts';
import { copyIn, reload, type Expected } from './load.ts';
import { readEntryName, verifyBackup, type Manifest } from './manifest.ts';
import { nameMissing } from './missing-files.ts';
import type { Storage } from '../storage/storage.ts';
import {
  inTransaction,
  refuseBrokenLedger,
  refuseNewer,
  refuseWhilePortalRuns,
  withSession,
  type CheckLedger,
} from './session.ts';
import { type Table, applyMigrations, describeTables, revertMigrations } from './tables.ts';

/** An archive, and the stored files beside it. */
export interface BackupSource extends ArchiveSource {
  files?: () => AsyncIterable<{ key: string; content: Readable }>;
}

export interface Restore {
  /** The manifest that `verifyBackup` has read. */
  manifest: Manifest;
  source: BackupSource;
  url: string;
  dataDir: string;
  /** Storage that takes the stored files as they are in the backup; null: the data folder. */
  storage?: Storage | null;
  /** Allows replacing a portal that is in use. */
  replace: boolean;
  checkLedger: CheckLedger;
  printLine: (line: string) => void;
}

type Staging = Awaited<ReturnType<typeof openStaging>>;

/** Verifies a backup before anything is opened: every byte of it, and whether this program may read its tables. */
export async function openBackup(source: ArchiveSource): Promise<Manifest> {
  const verified = await verifyBackup(source);
  const manifest = { ...verified, migrations: countBaseline(verified.migrations, source.name) };
  await refuseNewer(manifest.migrations, { what: source.name, madeBy: manifest.program ?? null });
  return manifest;
}

/**
 * Replaces the present state by that of a backup. All rows are loaded in one transaction, which is committed only if
 * everything reads back right and the ledger adds up; until then, every file waits beside its place.
 */
export async function restore(options: Restore): Promise<void> {
  const { url, dataDir, printLine: log, manifest } = options;
  await withSession(url, async (client) => {
    await refuseWhilePortalRuns(client);
    await migrate(url);
    if (!options.replace) await refuseInUse(client);
    const waiting = await openStaging(dataDir, options.storage ? stageInStorage(options.storage) : undefined);
    try {
      const installation = await inTransaction(client, '', async () => {
        await restoreRows(client, waiting, options);
        return makeCopy(client);
      });
      await waiting.settleOthers();
      await writeInstallationFile(dataDir, installation);
      // Without it the first statements would be planned for empty tables.
      await client.query('analyze');
    } finally {
      await waiting.close();
    }
  });
  const rows = manifest.tables.reduce((sum, { tally }) => sum + tally.rows, 0);
  log(
    `Restored ${pluralize(rows, 'row')} of ${pluralize(manifest.tables.length, 'table')} as of ${manifest.madeAt}, and the ledger adds up.`,
  );
  const { missing = [] } = manifest;
  if (missing.length > 0)
    log(`${pluralize(missing.length, 'file was', 'files were')} missing when it was made:\n${nameMissing(missing)}`);
}

/**
 * Makes the restored portal another copy of the one in the backup: if the original still exists, neither its database
 * nor its folder is taken for one of this copy.
 */
async function makeCopy(client: pg.Client): Promise<InstallationId> {
  const { installation } = await readInstallationRow(client);
  const copy = newInstallation(installation?.id);
  await writeInstallationRow(client, copy);
  await markMoved(client, null);
  return copy;
}

async function refuseInUse(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ customers: number; files: number }>(
    `select (select count(*)::int from users where role = 'CUSTOMER') as customers, (select count(*)::int from files) as files`,
  );
  const { customers = 0, files = 0 } = rows[0] ?? {};
  if (customers + files === 0) return;
  throw new Error(
    `This portal has ${pluralize(customers, 'customer')} and ${pluralize(files, 'file')}. Nothing was changed. ` +
      'To replace them with the backup: npm run admin -- restore FILE --replace',
  );
}

async function restoreRows(
  client: pg.Client,
  waiting: Staging,
  { source, manifest, dataDir, checkLedger }: Restore,
): Promise<void> {
  const isOlder = manifest.migrations.length < (await listMigrations()).length;
  if (isOlder) await revertMigrations(client, manifest.migrations);
  const tables = await describeTables(client);
  refuseOtherTables(tables, manifest);
  await reload(client, tables, async () => {
    await readArchive(source, async ({ name, mode, content }) => {
      const entry = readEntryName(name);
      if (entry === null) return;
      if ('path' in entry) return waiting.take(entry.path, mode, content);
      const table = tables.find((candidate) => candidate.name === entry.table);
      if (table) await copyIn(client, table, content);
    });
    for await (const { key, content } of source.files?.() ?? []) await waiting.take(toObjectPath(key), 0o600, content);
    return new Map(
      manifest.tables.map(({ name, tally, nextNumber }): [string, Expected] => [name, { tally, nextNumber }]),
    );
  });
  if (isOlder) await applyMigrations(client, manifest.migrations);
  await refuseBrokenLedger(client, checkLedger);
  await forgetLaterState(dataDir);
  await waiting.settleStored();
}

/**
 * Refuses other tables: the text of the rows contains no column names, so the columns have to be the same in the same
 * order.
 */
function refuseOtherTables(tables: readonly Table[], manifest: Manifest): void {
  const shape = (all: readonly Pick<Table, 'name' | 'columns'>[]) =>
    all
      .map(({ name, columns }) => `${name} (${columns.join(', ')})`)
      .sort()
      .join('; ');
  if (shape(tables) === shape(manifest.tables)) return;
  throw new Error('The backup and this database do not have the same tables. Nothing was changed.');
}
