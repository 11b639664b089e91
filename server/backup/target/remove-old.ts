import type { BackupTarget } from './open-target.ts';
import { readIndex } from './file-index.ts';
import { listObjects } from './copy-files.ts';
import { listRecords } from './records.ts';
import { chooseStaying, type Rotation } from './rotation.ts';

export interface Removed {
  backups: number;
  objects: number;
}

/**
 * Removes the backups that are beyond the rotation, then the bytes that no other backup needs. What is needed is read
 * before anything is removed: if a list cannot be read, all bytes stay.
 */
export async function removeOldBackups(target: BackupTarget, rotation?: Rotation): Promise<Removed> {
  const all = (await listRecords(target.records)).map((found) => ({ ...found, time: new Date(found.record.madeAt) }));
  const times = chooseStaying(
    all.map(({ time }) => time),
    rotation,
  );
  const staying = all.filter(({ time }) => times.has(time));
  const needed = new Set<string>();
  for (const { record } of staying) {
    needed.add(record.archive).add(record.index);
    for await (const { object } of readIndex(target.indexes, record.index)) needed.add(object);
  }
  const leaving = all.filter((found) => !staying.includes(found));
  // Records go first: one that names bytes which are gone would be no backup.
  for (const { name } of leaving) await target.records.remove(name);
  const unneeded = [...(await listObjects(target.objects))].filter((name) => !needed.has(name));
  for (const name of unneeded) await target.objects.discard(name);
  return { backups: leaving.length, objects: unneeded.length };
}
