import type { Storage } from './storage.ts';

const DAY_MS = 86_400_000;

/** Number of keys looked up in the database at once. */
const BATCH = 1_000;

/** More unreferenced objects than this at once suggest a wrong database rather than leftovers. */
const MAX_AT_ONCE = 20;
const MAX_SHARE = 0.05;

/** Returns those of the keys that a row references, as of one moment. */
export type FindReferenced = (keys: string[]) => Promise<Set<string>>;

export interface SweepOptions {
  findReferenced: FindReferenced;
  now: Date;
  /** Days in quarantine before an object is removed; 0: never. */
  quarantineDays: number;
  /** Younger objects may belong to an upload whose row is still being written. */
  minAgeMs?: number;
  /** Sets aside everything unreferenced, even if that is more than usual: requested by the operator. */
  all?: boolean;
}

export interface SweepReport {
  /** Objects in the storage, without those in quarantine. */
  stored: number;
  /** Objects that no row references, old enough to be set aside. */
  unreferenced: number;
  /** True when so many are unreferenced that nothing was set aside or removed. */
  isAlarm: boolean;
  setAside: number;
  acknowledgeUndone: number;
  removed: number;
}

/**
 * Sets aside objects that no row references, takes back from quarantine those that one does, and removes what has been
 * in quarantine for long. Safe while uploads run in this or any other process:
 * - Bytes are on disk and in their place before a row names them (`keep`), and their age counts from the rename that
 *   put them there. So an object whose row is not written yet is younger than `minAgeMs`, and is not touched.
 * - Keys are random and used once. An old object gets a new reference only from a copy of a row that references it. All
 *   tables are read as of one moment, so it cannot be missed on its way from one row to another.
 * - What was set aside is looked up once more, and taken back if a row has come to reference it meanwhile. From then on
 *   the object can still be read: `Storage.read` takes it back.
 */
export async function sweepStorage(storage: Storage, options: SweepOptions): Promise<SweepReport> {
  const found = await countUnreferenced(storage, options);
  const isAlarm = isTooMuch(found);
  const report = { ...found, isAlarm, setAside: 0, acknowledgeUndone: 0, removed: 0 };
  report.acknowledgeUndone = await restoreReferenced(storage, options);
  if (isAlarm && options.all !== true) return report;
  if (found.unreferenced > 0) report.setAside = await setAside(storage, options, isAlarm ? Infinity : MAX_AT_ONCE);
  await quarantineUnfinished(storage, options);
  report.removed = await removeOld(storage, options);
  return report;
}

const isTooMuch = ({ stored, unreferenced }: Pick<SweepReport, 'stored' | 'unreferenced'>) =>
  unreferenced > MAX_AT_ONCE || unreferenced > stored * MAX_SHARE;

async function countUnreferenced(storage: Storage, options: SweepOptions) {
  let [stored, unreferenced] = [0, 0];
  for (const shelf of await storage.listShelves()) {
    for (const keys of inBatches(await storage.listShelf(shelf))) {
      stored += keys.length;
      unreferenced += (await findUnreferenced(storage, keys, options)).length;
    }
  }
  return { stored, unreferenced };
}

async function findUnreferenced(
  storage: Storage,
  keys: string[],
  { findReferenced, minAgeMs = DAY_MS }: SweepOptions,
): Promise<string[]> {
  const referenced = await findReferenced(keys);
  const found: string[] = [];
  for (const key of keys.filter((candidate) => !referenced.has(candidate))) {
    const ageMs = await storage.findAgeMs(key);
    if (ageMs !== null && ageMs >= minAgeMs) found.push(key);
  }
  return found;
}

/** Sets aside `most` objects at most, since the count may be out of date by now. Returns how many. */
async function setAside(storage: Storage, options: SweepOptions, maxMoved: number): Promise<number> {
  let moved = 0;
  for (const shelf of await storage.listShelves()) {
    for (const keys of inBatches(await storage.listShelf(shelf))) {
      const unreferenced = await findUnreferenced(storage, keys, options);
      moved += await quarantineKeys(storage, unreferenced.slice(0, maxMoved - moved), options);
      if (moved >= maxMoved) return moved;
    }
  }
  return moved;
}

async function quarantineKeys(
  storage: Storage,
  keys: string[],
  { findReferenced, now }: SweepOptions,
): Promise<number> {
  if (keys.length === 0) return 0;
  let moved = 0;
  for (const key of keys) if (await storage.quarantine(key, dayOf(now))) moved += 1;
  for (const key of await findReferenced(keys)) if (await storage.restore(key)) moved -= 1;
  return moved;
}

/**
 * Sets unfinished uploads aside. They have no bearing on the alarm: a killed server leaves as many as were under way.
 */
async function quarantineUnfinished(storage: Storage, options: SweepOptions): Promise<void> {
  for (const keys of inBatches(await storage.listUnfinished())) {
    await quarantineKeys(storage, await findUnreferenced(storage, keys, options), options);
  }
}

async function restoreReferenced(storage: Storage, { findReferenced }: SweepOptions): Promise<number> {
  let acknowledgeUndone = 0;
  for (const day of await storage.listQuarantineDays()) {
    for (const keys of inBatches(await storage.listQuarantined(day))) {
      for (const key of await findReferenced(keys)) if (await storage.restore(key)) acknowledgeUndone += 1;
    }
  }
  return acknowledgeUndone;
}

async function removeOld(storage: Storage, { findReferenced, now, quarantineDays }: SweepOptions): Promise<number> {
  if (quarantineDays === 0) return 0;
  const lastDay = dayOf(new Date(now.getTime() - quarantineDays * DAY_MS));
  let removed = 0;
  for (const day of (await storage.listQuarantineDays()).filter((one) => one <= lastDay)) {
    for (const keys of inBatches(await storage.listQuarantined(day))) {
      const referenced = await findReferenced(keys);
      for (const key of keys.filter((candidate) => !referenced.has(candidate))) {
        await storage.removeQuarantined(key, day);
        removed += 1;
      }
    }
  }
  return removed;
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

function* inBatches(keys: string[]): Generator<string[]> {
  for (let at = 0; at < keys.length; at += BATCH) yield keys.slice(at, at + BATCH);
}
