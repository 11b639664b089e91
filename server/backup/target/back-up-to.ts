import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pluralize } from '../../../contract/amounts.ts';
import type { Storage } from '../../storage/storage.ts';
import { packArchive } from '../archive.ts';
import { addConfiguration } from '../backup.ts';
import { ROWS_FOLDER } from '../data-folder.ts';
import { withSession } from '../session.ts';
import { addManifest, addTables, countRows, withSnapshot } from '../snapshot.ts';
import { type IndexedFile, copyFiles, readIndex, writeIndex } from './copy-files.ts';
import type { BackupTarget } from './open-target.ts';
import { BackupRecord, listRecords, recordName } from './records.ts';
import { removeOldBackups } from './remove-old.ts';

/** Advisory lock during a backup: another one could remove bytes this one relies on. An arbitrary number of our own. */
export const BACKUP_LOCK = 7_316_009_118;

export interface BackUpTo {
  url: string;
  dataDir: string;
  /** Storage of the files, with the bytes as they are stored; `isInFolder` when it is the data folder. */
  stored: Storage;
  isInFolder: boolean;
  /** Id of the portal that is backed up. */
  installation: string;
  now: Date;
  allowMissing?: boolean;
  printLine: (line: string) => void;
}

/**
 * Makes a backup at a target that has the earlier ones: only bytes that are not there yet are copied. The record that
 * makes it a backup is written last; then old backups are removed.
 */
export function backUpTo(target: BackupTarget, options: BackUpTo): Promise<BackupRecord> {
  return withSession(options.url, async (client) => {
    const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock(${BACKUP_LOCK}) as "isOurs"`);
    if (!rows[0]?.isOurs) throw new Error('A backup is being made already.');
    const records = await listRecords(target.records);
    if (records.some(({ record }) => record.installation !== options.installation))
      throw new Error(
        `${target.name} has backups of another portal. Nothing was changed; choose another BACKUP_TARGET.`,
      );
    await target.dropUnfinished();
    await emptyRowsFolder(options.dataDir);
    const last = records.find(({ record }) => record.keyId === target.keyId)?.record;
    const made = await makeBackup(target, options, last ? await readIndexByKey(target, last) : new Map());
    const removed = await removeOldBackups(target);
    if (removed.backups > 0)
      options.printLine(
        `Removed: ${pluralize(removed.backups, 'old backup')}, and ${pluralize(removed.objects, 'object')} that none needs.`,
      );
    return made;
  });
}

/** Removes the rows of a backup that was killed. */
async function emptyRowsFolder(dataDir: string): Promise<void> {
  const folder = join(dataDir, ROWS_FOLDER);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
}

async function readIndexByKey(target: BackupTarget, { index }: BackupRecord): Promise<Map<string, IndexedFile>> {
  const files = new Map<string, IndexedFile>();
  for await (const file of readIndex(target.indexes, index)) files.set(file.key, file);
  return files;
}

function makeBackup(
  target: BackupTarget,
  { url, dataDir, stored, isInFolder, installation, now, allowMissing = false, printLine }: BackUpTo,
  before: ReadonlyMap<string, IndexedFile>,
): Promise<BackupRecord> {
  const read = { url, dataDir, storage: isInFolder ? null : stored, allowMissing };
  return withSnapshot(join(dataDir, ROWS_FOLDER, 'of-'), read, async (snapshot) => {
    const { files, newFiles, copiedBytes } = await copyFiles({
      from: stored,
      target,
      before,
      aside: snapshot.inQuarantine,
    });
    const index = await writeIndex(target.indexes, files);
    const packed = packArchive(async (add) => {
      await addManifest(add, snapshot);
      await addConfiguration(add, dataDir);
      await addTables(add, snapshot);
    });
    const archive = await target.archives.receive(packed as AsyncIterable<Uint8Array>);
    await target.archives.keep(archive);
    const record: BackupRecord = {
      format: 1,
      madeAt: now.toISOString(),
      installation,
      keyId: target.keyId,
      archive: archive.key,
      index,
      files: files.length,
      newFiles,
      copiedBytes,
    };
    await target.records.write(recordName(now), `${JSON.stringify(record)}\n`);
    printLine(
      `${recordName(now)} at ${target.name} holds ${pluralize(countRows(snapshot.manifest), 'row')} and ${pluralize(files.length, 'file')}; ` +
        `copied: ${pluralize(newFiles, 'new file')} (${Math.ceil(copiedBytes / 1_000_000)} MB).`,
    );
    return record;
  });
}
