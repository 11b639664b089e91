import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pluralize } from '../../../contract/amounts.ts';
import { damagedBackup } from '../archive.ts';
import type { BackupSource } from '../restore.ts';
import { listObjects, readIndex } from './copy-files.ts';
import type { BackupTarget } from './open-target.ts';
import { isRecordName, listRecords, type BackupRecord } from './records.ts';

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
  await requireObjects(name, target, found.record);
  const { archive, index } = found.record;
  return {
    name,
    async open() {
      const read = await target.archives.read(archive);
      if (read === null) throw damagedBackup(name);
      return read.stream;
    },
    async *files() {
      for await (const { key, object } of readIndex(target.indexes, index))
        yield { key, content: Readable.from(verified(target, object, name), { objectMode: false }) };
    },
  };
}

function requireKey(name: string, { keyId }: BackupTarget, record: BackupRecord): void {
  if (record.keyId === keyId) return;
  throw new Error(
    record.keyId === null
      ? `${name} is not encrypted. Restore it without BACKUP_KEY.`
      : `${name} is encrypted with another key. Set BACKUP_KEY to the one it was made with.`,
  );
}

async function requireObjects(name: string, target: BackupTarget, { archive, index }: BackupRecord): Promise<void> {
  const there = await listObjects(target.objects);
  const needed = new Set([archive, index]);
  for await (const { object } of readIndex(target.indexes, index)) needed.add(object);
  const missing = [...needed].filter((object) => !there.has(object));
  if (missing.length === 0) return;
  throw new Error(
    `${name} lacks ${missing.length} of its ${pluralize(needed.size, 'object')} (${missing[0]}). Nothing was changed.`,
  );
}

/** Yields the bytes of an object, and verifies them: their name is made from their hash. */
async function* verified(target: BackupTarget, object: string, name: string): AsyncGenerator<Uint8Array> {
  const found = await target.objects.read(object);
  if (found === null) throw damagedBackup(name);
  const hash = createHash('sha256');
  for await (const piece of found.stream as AsyncIterable<Uint8Array>) {
    hash.update(piece);
    yield piece;
  }
  if (target.objectOf(hash.digest('hex')) !== object) throw damagedBackup(name);
}
