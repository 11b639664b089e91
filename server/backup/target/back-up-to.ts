import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pluralize } from '../../../contract/amounts.ts';
import { readInstallationFile } from '../../installation/installation-file.ts';
import type { Storage } from '../../storage/storage.ts';
import { syncPath } from '../../sync-path.ts';
import { packArchive } from '../archive.ts';
import { BACKUPS_FOLDER, isInside, ROWS_FOLDER } from '../data-folder.ts';
import { nameMissing } from '../missing-files.ts';
import { withSession } from '../session.ts';
import { addConfiguration, addManifest, addTables, countRows, withSnapshot } from '../snapshot.ts';
import { type IndexedFile, copyFiles, readIndex, writeIndex } from './copy-files.ts';
import { sealPlace, type BackupPlace, type BackupTarget } from './open-target.ts';
import { BackupRecord, listRecords, recordName } from './records.ts';
import { removeOldBackups } from './remove-old.ts';
import { createTarFolder } from './tar-folder.ts';

/** Advisory lock during a backup: another one could remove bytes this one relies on. An arbitrary number of our own. */
export const BACKUP_LOCK = 7_316_009_118;

export interface BackUpTo {
  url: string;
  dataDir: string;
  /** Storage of the files, with the bytes as they are stored. */
  stored: Storage;
  /** Id of the portal that is backed up. */
  installation: string;
  now: Date;
  /** Makes a backup even when stored files are missing, and records which. */
  allowMissing?: boolean;
  printLine: (line: string) => void;
}

/**
 * Makes a backup at a target that has the earlier ones: only bytes that are not there yet are copied. The record that
 * makes it a backup is written last; then old backups are removed.
 */
export function backUpTo(target: BackupTarget, options: BackUpTo): Promise<BackupRecord> {
  return withSession(options.url, async (client) => {
    const { rows: locked } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(${BACKUP_LOCK}) as "isOurs"`,
    );
    if (!locked[0]?.isOurs) throw new Error('A backup is being made already.');
    const records = await listRecords(target.records);
    if (records.some(({ record }) => record.installation !== options.installation))
      throw new Error(
        `${target.name} has backups of another portal. Nothing was changed; choose another BACKUP_TARGET.`,
      );
    await target.dropUnfinished();
    await emptyRowsFolder(options.dataDir);
    const last = records.find(({ record }) => record.keyId === target.keyId)?.record;
    const before = last ? await readIndexByKey(target, last) : new Map<string, IndexedFile>();
    const { record, rows } = await makeBackup(target, options, {
      spoolIn: join(options.dataDir, ROWS_FOLDER, 'of-'),
      before,
    });
    options.printLine(
      `${recordName(options.now)} at ${target.name} holds ${rows} and ${pluralize(record.files, 'file')}; ` +
        `copied: ${pluralize(record.newFiles, 'new file')} (${Math.ceil(record.copiedBytes / 1_000_000)} MB).`,
    );
    const removed = await removeOldBackups(target);
    if (removed.backups > 0)
      options.printLine(
        `Removed: ${pluralize(removed.backups, 'old backup')}, and ${pluralize(removed.objects, 'object')} that none needs.`,
      );
    return record;
  });
}

/** Removes the rows of a backup that was killed. */
async function emptyRowsFolder(dataDir: string): Promise<void> {
  const folder = join(dataDir, ROWS_FOLDER);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
}

async function readIndexByKey(target: BackupTarget, record: BackupRecord): Promise<Map<string, IndexedFile>> {
  const files = new Map<string, IndexedFile>();
  for await (const file of readIndex(target.indexes, record)) files.set(file.key, file);
  return files;
}

export interface BackUpFile extends Omit<BackUpTo, 'installation' | 'now'> {
  file: string;
  /** Encrypts the backup; null: it is not encrypted. */
  backupKey?: string | null;
}

/**
 * Writes a backup into one file, readable only by its owner: a tar of what a target with this one backup would have. It
 * appears under its name complete, or not at all.
 */
export async function backUpToFile({ file, backupKey = null, ...options }: BackUpFile): Promise<void> {
  const { dataDir } = options;
  const target = resolve(file);
  const isSetApart = isInside(join(dataDir, BACKUPS_FOLDER), target);
  if (isInside(dataDir, target) && !isSetApart)
    throw new Error(`Please choose a place outside of the data folder ${dataDir}.`);
  const draft = `${target}.partial`;
  await rm(draft, { force: true });
  const folder = createTarFolder(draft);
  const place = { name: target, records: folder.records, ...sealPlace(folder.objects, backupKey) };
  const installation = (await readInstallationFile(dataDir))?.id ?? '';
  const spoolIn = join(dirname(target), `.${basename(target)}-`);
  try {
    const { record, rows } = await makeBackup(place, { ...options, installation, now: new Date() }, { spoolIn });
    await folder.finish();
    await rename(draft, target);
    await syncPath(dirname(target));
    options.printLine(`${target} holds ${rows} and ${pluralize(record.files, 'file')}.`);
  } catch (error) {
    await folder.close();
    await rm(draft, { force: true });
    throw error;
  }
}

interface Making {
  /** Rows wait in a folder whose name begins with this. */
  spoolIn: string;
  /** Files of the previous backup there. */
  before?: ReadonlyMap<string, IndexedFile>;
}

/**
 * All rows are read as of one moment, while the portal may run. Stored bytes never change and are older than the rows that
 * name them, so they can safely be read later.
 */
function makeBackup(
  place: BackupPlace,
  { url, dataDir, stored, installation, now, allowMissing = false, printLine }: BackUpTo,
  { spoolIn, before = new Map() }: Making,
): Promise<{ record: BackupRecord; rows: string }> {
  return withSnapshot(spoolIn, { url, stored, allowMissing }, async (snapshot) => {
    const { manifest, inQuarantine } = snapshot;
    const { files, ...copied } = await copyFiles({ from: stored, target: place, before, aside: inQuarantine });
    const index = await writeIndex(place.indexes, files);
    const packed = packArchive(async (add) => {
      await addManifest(add, snapshot);
      await addConfiguration(add, dataDir);
      await addTables(add, snapshot);
    });
    const archive = await place.archives.receive(packed as AsyncIterable<Uint8Array>);
    await place.archives.keep(archive);
    const record: BackupRecord = {
      format: 1,
      madeAt: now.toISOString(),
      installation,
      keyId: place.keyId,
      archive: archive.key,
      ...index,
      files: files.length,
      ...copied,
    };
    await place.records.write(recordName(now), `${JSON.stringify(record)}\n`);
    const { missing = [] } = manifest;
    if (missing.length > 0)
      printLine(`It is without ${pluralize(missing.length, 'missing file')}:\n${nameMissing(missing)}`);
    return {
      record,
      rows: `${pluralize(countRows(manifest), 'row')} of ${pluralize(manifest.tables.length, 'table')}`,
    };
  });
}
