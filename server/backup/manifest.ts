import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { damagedBackup, readArchive, type ArchiveSource } from './archive.ts';
import { isBackedUp } from './data-folder.ts';
import { isSame, tallyBytes, type Tally } from './tally.ts';

/** Incremented when an older program could no longer read what is written. */
export const FORMAT = 1;

export const MANIFEST = 'tunedesk-backup.json';

const TableEntry = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  tally: z.object({ rows: z.int(), sizeBytes: z.int(), sha256: z.string() }),
  nextNumber: z.nullable(z.string().check(z.regex(/^\d+$/))),
});

/** The first entry, which describes the rest. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  /** The version that made it; backups of earlier versions do not name theirs. */
  program: z.optional(z.string()),
  migrations: z.array(z.string()).check(z.minLength(1)),
  tables: z.array(TableEntry).check(z.minLength(1)),
  /** Stored files that were missing when it was made; backups of earlier versions do not list them. */
  missing: z.optional(z.array(z.object({ key: z.string(), belongsTo: z.string() }))),
});
export type Manifest = z.output<typeof Manifest>;

export const toTableEntry = (table: string) => `tables/${table}.copy`;
export const toDataEntry = (path: string) => `data/${path}`;

/** Returns the table or data folder file that an entry contains; null for the manifest and for unknown entries. */
export function readEntryName(name: string): { table: string } | { path: string } | null {
  const table = /^tables\/(\w+)\.copy$/.exec(name)?.[1];
  if (table !== undefined) return { table };
  const path = /^data\/(.+)$/s.exec(name)?.[1];
  return path !== undefined && isBackedUp(path) ? { path } : null;
}

async function readManifest(backup: string, content: Readable): Promise<Manifest> {
  const words = JSON.parse(await text(content)) as { format?: unknown };
  if (typeof words.format === 'number' && words.format > FORMAT) {
    throw new Error(`${backup} was made by a newer Tunedesk. Please update the program first.`);
  }
  return Manifest.parse(words);
}

/** Reads the whole archive and trusts nothing: every sum and count has to be right, and nothing may be missing. */
export async function verifyBackup(source: ArchiveSource): Promise<Manifest> {
  let manifest: Manifest | null = null;
  const tables = new Map<string, Tally>();
  await readArchive(source, async ({ name, content }) => {
    if (manifest === null) {
      if (name !== MANIFEST) throw damagedBackup(source.name);
      manifest = await readManifest(source.name, content);
      return;
    }
    const entry = readEntryName(name);
    if (entry === null) throw damagedBackup(source.name);
    if ('table' in entry) tables.set(entry.table, await tallyBytes(content));
  });
  return verifyTables(source.name, manifest, tables);
}

function verifyTables(backup: string, manifest: Manifest | null, tables: ReadonlyMap<string, Tally>): Manifest {
  if (manifest === null || manifest.tables.length !== tables.size) throw damagedBackup(backup);
  for (const { name, tally } of manifest.tables) {
    const found = tables.get(name);
    if (!found || !isSame(found, tally)) throw damagedBackup(backup);
  }
  return manifest;
}
