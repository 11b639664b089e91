import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { listBackedUp } from '../backup/data-folder.ts';
import type { ServerConfig } from '../config.ts';
import { withClient } from '../installation/database-side.ts';
import { inMegabytes, type PostgresChange } from './plan.ts';

type Places = Pick<ServerConfig, 'dataDir' | 'storagePlace' | 'backupTarget'>;

export interface DiskNeed {
  folder: string;
  bytes: number;
  freeBytes: number;
  /** What the bytes are needed for, as part of a sentence. */
  what: string;
}

export interface Sizes {
  databaseBytes: number;
  /** The database is copied, and both copies stay. */
  postgres: PostgresChange | null;
  /** Size of all stored files, for a backup that contains them. */
  storedBytes: number;
}

/** PostgreSQL writes a changed table again beside the old one, and its log of that; this much even for an empty one. */
const MIN_BYTES_FOR_TABLES = 50_000_000;

/**
 * Lists what an upgrade needs on the disks of this machine. Rows wait there uncompressed while they are backed up; a
 * file with the whole portal contains them once more, and every stored file.
 */
export function listDiskNeeds(
  { dataDir, backupTarget }: Places,
  { databaseBytes, storedBytes, postgres }: Sizes,
): Omit<DiskNeed, 'freeBytes'>[] {
  // A copy writes as much to the write-ahead log as to its tables.
  const tables = databaseBytes * (postgres === null ? 1 : 3) + MIN_BYTES_FOR_TABLES;
  const isInFile = backupTarget === null;
  const needs = [
    {
      folder: dataDir,
      bytes: tables + databaseBytes + (isInFile ? databaseBytes + storedBytes : 0),
      what: isInFile ? 'the changed tables and the backup' : 'the changed tables and the rows of the backup',
    },
  ];
  if (backupTarget !== null && 'folder' in backupTarget)
    needs.push({ folder: backupTarget.folder, bytes: databaseBytes, what: 'the rows of the backup' });
  return needs;
}

export async function measureFreeSpace(needs: Omit<DiskNeed, 'freeBytes'>[]): Promise<DiskNeed[]> {
  return Promise.all(needs.map(async (need) => ({ ...need, freeBytes: await readFree(need.folder) })));
}

export const describeDiskNeeds = (needs: readonly DiskNeed[]): string[] =>
  needs.map(
    ({ folder, bytes, freeBytes, what }) =>
      `  disk         ${folder}: ${inMegabytes(freeBytes)} free, up to ${inMegabytes(bytes)} needed for ${what}`,
  );

/** Throws a sentence when the disk is too full to begin. */
export function requireEnoughSpace(needs: readonly DiskNeed[]): void {
  const lacking = needs.find(({ bytes, freeBytes }) => freeBytes < bytes);
  if (lacking === undefined) return;
  throw new Error(
    `The disk of ${lacking.folder} has ${inMegabytes(lacking.freeBytes)} free, and the upgrade needs up to ` +
      `${inMegabytes(lacking.bytes)} for ${lacking.what}. Nothing was changed. Free some room, or set BACKUP_TARGET to a ` +
      'folder on another disk or to a bucket.',
  );
}

async function readFree(folder: string): Promise<number> {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  return bavail * bsize;
}

/** Measures the bytes that all stored files take in a backup; for those in a bucket, as their rows record them. */
export async function measureStored({ dataDir, storagePlace }: Places, url: string): Promise<number> {
  if (storagePlace !== null) return withClient(url, readRecorded);
  let bytes = 0;
  for await (const path of listBackedUp(dataDir))
    bytes += (await stat(join(dataDir, path)).catch(() => null))?.size ?? 0;
  return bytes;
}

async function readRecorded(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select coalesce(sum(file_size_bytes + coalesce(mod_file_size_bytes, 0)), 0)::text as bytes from files`,
  );
  return Number(rows[0]?.bytes ?? 0);
}
