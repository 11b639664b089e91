import type { BackupTarget } from './open-target.ts';
import { listObjects, readIndex } from './copy-files.ts';
import { listRecords } from './records.ts';

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
    for await (const { object } of readIndex(target.indexes, record)) needed.add(object);
  }
  const leaving = all.filter((found) => !staying.includes(found));
  // Records go first: one that names bytes which are gone would be no backup.
  for (const { name } of leaving) await target.records.remove(name);
  const unneeded = [...(await listObjects(target.objects))].filter((name) => !needed.has(name));
  for (const name of unneeded) await target.objects.discard(name);
  return { backups: leaving.length, objects: unneeded.length };
}

/** For how many days, weeks and months a backup is stored. */
interface Rotation {
  days: number;
  weeks: number;
  months: number;
}

const ROTATION: Rotation = { days: 7, weeks: 5, months: 12 };

const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday; this makes weeks begin on Monday. */
const MONDAY_OFFSET = 3;

const dayOf = (time: Date) => Math.floor(time.getTime() / DAY_MS);
const weekOf = (time: Date) => Math.floor((dayOf(time) + MONDAY_OFFSET) / 7);
const monthOf = (time: Date) => time.getUTCFullYear() * 12 + time.getUTCMonth();

/**
 * Chooses the backups that stay: all of the 24 hours before the newest one, so that a day that is not over has all of
 * its backups in every time zone, and the last one of each of the newest days, weeks and months (in UTC) that have one.
 * Periods without a backup do not count, so a portal that was off for a year loses none of its backups because of that.
 */
export function chooseStaying(times: readonly Date[], { days, weeks, months }: Rotation = ROTATION): Set<Date> {
  const newestFirst = times.toSorted((one, other) => other.getTime() - one.getTime());
  const newest = newestFirst[0]?.getTime() ?? 0;
  const staying = new Set(newestFirst.filter((time) => newest - time.getTime() < DAY_MS));
  for (const [periodOf, count] of [
    [dayOf, days],
    [weekOf, weeks],
    [monthOf, months],
  ] as const) {
    const seen = new Set<number>();
    for (const time of newestFirst) {
      if (seen.has(periodOf(time))) continue;
      if (seen.size === count) break;
      seen.add(periodOf(time));
      staying.add(time);
    }
  }
  return staying;
}
