import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refusal } from '../../contract/refusal.ts';

/** The refusal while there is no room, or when a disk becomes full in the middle of a write. */
export const diskFull = refusal('errors.storage.no_room');

export interface FreeSpace {
  freeBytes: number;
  /** Below this nothing is stored: the database on the same disk needs it, and stops when it has none. */
  reserveBytes: number;
  isLow: boolean;
  /** When it was first found low, in ISO 8601; null while it is not. */
  lowSince: string | null;
}

export interface DiskSpace {
  measure(): Promise<FreeSpace>;
  /** Notes that a write failed for lack of room, whatever the file system reports as free, as with a quota. */
  noteFull(): void;
}

export interface DiskSpaceOptions {
  /** Folders measured; the one with the least free space counts. */
  folders: readonly string[];
  reserveBytes: number;
  /** Reads the free bytes that users other than root may use. */
  readFree?: (folder: string) => Promise<number>;
  /** How long a measurement is valid: a burst of uploads measures once. */
  freshMs?: number;
}

const FRESH_MS = 2_000;
/** How long a disk counts as full after a failed write. */
const FULL_MS = 30_000;

export function openDiskSpace({
  folders,
  reserveBytes,
  readFree = readFreeBytes,
  freshMs = FRESH_MS,
}: DiskSpaceOptions): DiskSpace {
  let measured: { at: number; freeBytes: Promise<number> } | null = null;
  let fullUntil = 0;
  let lowSince: string | null = null;
  const findFree = async () => Math.min(...(await Promise.all(folders.map((folder) => readFree(folder)))));
  return {
    async measure() {
      const now = performance.now();
      if (measured === null || now - measured.at > freshMs) measured = { at: now, freeBytes: findFree() };
      const freeBytes = await measured.freeBytes;
      const isLow = freeBytes < reserveBytes || now < fullUntil;
      lowSince = isLow ? (lowSince ?? new Date().toISOString()) : null;
      return { freeBytes, reserveBytes, isLow, lowSince };
    },
    noteFull() {
      fullUntil = performance.now() + FULL_MS;
    },
  };
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Throws the refusal while the room is below the reserve. */
export async function requireFreeSpace(space: DiskSpace): Promise<void> {
  if ((await space.measure()).isLow) throw diskFull();
}

/** Returns whether the file system reports a disk, or a quota, without room. */
export const isNoSpaceError = (error: unknown): boolean =>
  error instanceof Error && ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code));

/** Fails like any write if the folder cannot take even a small file, whatever the file system reports as free. */
export async function requireSpaceToWrite(folder: string): Promise<void> {
  const probe = join(folder, `room.${process.pid}`);
  try {
    await writeFile(probe, Buffer.alloc(4096, 1), { mode: 0o600 });
  } finally {
    await rm(probe, { force: true });
  }
}
