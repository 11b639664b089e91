import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../null-if-missing.ts';
import { syncPath } from '../sync-path.ts';
import { isDay, isKey, type Storage } from './storage.ts';

interface Places {
  /** The folder that an object goes back to. */
  folderOf: (key: string) => string;
  /** Places where an object may be found outside the quarantine. */
  sourcesOf: (key: string) => string[];
}

type Quarantine = Pick<
  Storage,
  'quarantine' | 'listQuarantineDays' | 'listQuarantined' | 'measureQuarantine' | 'restore' | 'removeQuarantined'
>;

/** Opens the quarantine: objects set aside, in one folder per day. Everything moves by a rename; no byte is copied. */
export function openQuarantine(folder: string, { folderOf, sourcesOf }: Places): Quarantine {
  const listDays = async () => (await listNames(folder)).filter(isDay).sort();
  return {
    async quarantine(key, day) {
      if (!isKey(key) || !isDay(day)) return false;
      await mkdir(join(folder, day), { recursive: true, mode: 0o700 });
      for (const source of sourcesOf(key)) {
        if (!(await move(source, join(folder, day, key)))) continue;
        await syncPath(join(folder, day));
        return true;
      }
      return false;
    },

    listQuarantineDays: listDays,
    listQuarantined: async (day) => (await listNames(join(folder, day))).filter(isKey),

    async measureQuarantine() {
      const sum = { bytes: 0, objects: 0 };
      for (const day of await listDays()) {
        for (const name of (await listNames(join(folder, day))).filter(isKey)) {
          // An object that was moved back or removed meanwhile takes no space.
          const found = await stat(join(folder, day, name)).catch(() => null);
          if (found === null) continue;
          sum.bytes += found.size;
          sum.objects += 1;
        }
      }
      return sum;
    },

    async restore(key) {
      if (!isKey(key)) return false;
      for (const day of await listDays()) {
        if (!existsSync(join(folder, day, key))) continue;
        await mkdir(folderOf(key), { recursive: true, mode: 0o700 });
        // With two readers of one object, the first may have moved it already.
        await move(join(folder, day, key), join(folderOf(key), key));
        await syncPath(folderOf(key));
        return true;
      }
      return false;
    },

    async removeQuarantined(key, day) {
      if (!isKey(key) || !isDay(day)) return;
      await rm(join(folder, day, key), { force: true });
      // Only the last object leaves an empty folder to remove.
      await rmdir(join(folder, day)).catch(() => undefined);
    },
  };
}

const listNames = async (folder: string): Promise<string[]> => (await nullIfMissing(readdir(folder))) ?? [];

/** Returns false when there is nothing to move. */
const move = async (from: string, to: string): Promise<boolean> =>
  (await nullIfMissing(rename(from, to).then(() => true))) ?? false;
