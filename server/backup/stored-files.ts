import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasObject } from '../installation/folder-side.ts';
import type { Storage } from '../storage/storage.ts';

/** Finds out which stored files exist. */
export interface StoredFiles {
  has(key: string): boolean;
  isQuarantined(key: string): boolean;
  /** Checks once more. */
  hasNow(key: string): Promise<boolean>;
}

const QUARANTINE = 'files/quarantine';

/** Stored files in a data folder. */
export function filesOfFolder(dataDir: string): StoredFiles {
  const aside = join(dataDir, QUARANTINE);
  const days = existsSync(aside) ? readdirSync(aside) : [];
  return {
    has: (key) => hasObject(dataDir, key),
    isQuarantined: (key) => days.some((day) => existsSync(join(aside, day, key))),
    hasNow: async (key) => hasObject(dataDir, key),
  };
}

/** Stored files in any storage, listed in advance: one request for each of a million would take hours. */
export async function filesOfStorage(storage: Storage): Promise<StoredFiles> {
  const aside = new Set<string>();
  for (const day of await storage.listQuarantineDays())
    for (const key of await storage.listQuarantined(day)) aside.add(key);
  const keys = new Set<string>();
  for (const shelf of await storage.listShelves()) for (const key of await storage.listShelf(shelf)) keys.add(key);
  return {
    has: (key) => keys.has(key),
    isQuarantined: (key) => aside.has(key),
    hasNow: async (key) => (await storage.findAgeMs(key)) !== null,
  };
}
