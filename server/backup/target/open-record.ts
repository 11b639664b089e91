import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pluralize } from '../../../contract/amounts.ts';
import { damagedBackup } from '../archive.ts';
import { openEarlierFile } from '../earlier-file.ts';
import type { BackupSource } from '../restore.ts';
import { listObjects, readIndex } from './copy-files.ts';
import { sealPlace, type BackupPlace, type BackupTarget } from './open-target.ts';
import { isRecordName, listRecords, type BackupRecord } from './records.ts';
import { isTar, openTarFolder } from './tar-folder.ts';

const NEWEST = 'newest';

/** Returns whether this names a backup at a target rather than a file. */
export const isAtTarget = (text: string): boolean => text === NEWEST || isRecordName(text);

/** Opens a backup at a target for a restore; every object that it names is there. */
export async function openRecord(target: BackupTarget, requestedName: string): Promise<BackupSource> {
  const records = await listRecords(target.records);
  const found = requestedName === NEWEST ? records[0] : records.find(({ name }) => name === requestedName);
  if (found === undefined) throw new Error(`${target.name} has no backup ${requestedName}.`);
  const name = `The backup ${found.name} at ${target.name}`;
  requireKey(name, target, found.record);
  return openBackupAt(target, found.record, name);
}

/** Opens the backup in a file, of this version or an earlier one. */
export async function openBackupFile(file: string, backupKey: string | null): Promise<BackupSource> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new Error(`There is no file ${file}.`);
  if (!(await isTar(file))) return openEarlierFile(file, backupKey);
  const { folder, record } = await readTar(file).catch(() => {
    throw damagedBackup(file);
  });
  // With a key, a backup from before there was a key can be restored as well.
  const sealed = sealPlace(folder.objects, record.keyId === null ? null : backupKey);
  requireKey(file, sealed, record);
  return openBackupAt({ name: file, records: folder.records, ...sealed }, record, file).catch(() => {
    throw damagedBackup(file);
  });
}

async function readTar(file: string) {
  const folder = await openTarFolder(file);
  const [only] = await listRecords(folder.records);
  if (only === undefined) throw new Error(`${file} has no record of a backup`);
  return { folder, record: only.record };
}

async function openBackupAt(place: BackupPlace, record: BackupRecord, name: string): Promise<BackupSource> {
  await requireObjects(name, place, record);
  return {
    name,
    async open() {
      const read = await place.archives.read(record.archive);
      if (read === null) throw damagedBackup(name);
      return read.stream;
    },
    async *files() {
      for await (const { key, object } of readIndex(place.indexes, record))
        yield { key, content: Readable.from(verified(place, object, name), { objectMode: false }) };
    },
  };
}

function requireKey(name: string, { keyId }: Pick<BackupPlace, 'keyId'>, record: BackupRecord): void {
  if (record.keyId === keyId) return;
  throw new Error(
    record.keyId === null
      ? `${name} is not encrypted. Restore it without BACKUP_KEY.`
      : `${name} is encrypted with another key. Set BACKUP_KEY to the one it was made with.`,
  );
}

async function requireObjects(name: string, target: BackupPlace, record: BackupRecord): Promise<void> {
  const there = await listObjects(target.objects);
  const needed = new Set([record.archive, record.index]);
  for await (const { object } of readIndex(target.indexes, record)) needed.add(object);
  const missing = [...needed].filter((object) => !there.has(object));
  if (missing.length === 0) return;
  throw new Error(
    `${name} lacks ${missing.length} of its ${pluralize(needed.size, 'object')} (${missing[0]}). Nothing was changed.`,
  );
}

/** Yields the bytes of an object, and verifies them: their name is made from their hash. */
async function* verified(target: BackupPlace, object: string, name: string): AsyncGenerator<Uint8Array> {
  const found = await target.objects.read(object);
  if (found === null) throw damagedBackup(name);
  const hash = createHash('sha256');
  for await (const piece of found.stream as AsyncIterable<Uint8Array>) {
    hash.update(piece);
    yield piece;
  }
  if (target.objectOf(hash.digest('hex')) !== object) throw damagedBackup(name);
}
