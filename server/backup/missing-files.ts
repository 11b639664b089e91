import type pg from 'pg';
import { pluralize } from '../../contract/amounts.ts';
import { describeReferences, fetchReferencedKeys } from '../installation/database-side.ts';
import type { Storage } from '../storage/storage.ts';

/** A stored file that a row references, but that the storage does not have. */
export interface MissingFile {
  key: string;
  /** What the file belongs to, for people to read. */
  belongsTo: string;
}

export interface FoundFiles {
  missing: MissingFile[];
  /** Referenced files that the next sweep, or their next reader, moves back. */
  inQuarantine: string[];
}

/** Looks for every file that is referenced as of the open transaction. */
export async function findMissingFiles(client: pg.Client, stored: StoredFiles): Promise<FoundFiles> {
  const absent: string[] = [];
  const inQuarantine: string[] = [];
  for await (const keys of fetchReferencedKeys(client)) {
    for (const key of keys) {
      if (stored.has(key)) continue;
      // It may have been moved back between the two checks.
      if (stored.isQuarantined(key)) inQuarantine.push(key);
      else if (!(await stored.hasNow(key))) absent.push(key);
    }
  }
  const described = await describeReferences(client, absent);
  return { missing: absent.map((key) => ({ key, belongsTo: described.get(key) ?? 'nothing' })), inQuarantine };
}

/** Returns whether some of these are no longer referenced: they were removed, as images can be, and not lost. */
export async function hasRemoved(client: pg.Client, missing: readonly MissingFile[]): Promise<boolean> {
  const described = await describeReferences(
    client,
    missing.map(({ key }) => key),
  );
  return missing.some(({ key }) => !described.has(key));
}

const MAX_NAMED = 50;

export function nameMissing(missing: readonly MissingFile[]): string {
  const named = missing.slice(0, MAX_NAMED).map(({ key, belongsTo }) => `  ${belongsTo} (stored as ${key})`);
  const rest = missing.length - named.length;
  return [...named, ...(rest > 0 ? [`  and ${rest} more: npm run admin files:verify lists them all`] : [])].join('\n');
}

export const refuseMissing = (missing: readonly MissingFile[]) =>
  new Error(
    `${pluralize(missing.length, 'stored file is', 'stored files are')} missing, so no backup was made:\n${nameMissing(missing)}\n` +
      'Restore them from an earlier backup. To make one without them all the same: npm run admin -- backup FILE --allow-missing',
  );

/** Finds out which stored files exist. */
interface StoredFiles {
  has(key: string): boolean;
  isQuarantined(key: string): boolean;
  /** Checks once more. */
  hasNow(key: string): Promise<boolean>;
}

/** The stored files, listed in advance: one request for each of a million would take hours. */
export async function listStoredFiles(storage: Storage): Promise<StoredFiles> {
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
