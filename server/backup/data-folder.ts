import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { ROLE_PASSWORD_FILE } from '../database/access.ts';
import { HOLDER_FILE, LOCK_FILE } from '../database/data-folder-lock.ts';
import { URL_FILE } from '../database/open.ts';
import { INSTALLATION_FILE } from '../installation/installation-file.ts';
import { MOVED_FILE } from '../storage/open-storage.ts';
import { JOURNAL } from './move-files.ts';
import { syncPath } from '../sync-path.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Folder where restored files wait until everything is there, except for stored bytes, which have a waiting room
 * already.
 */
const WAITING = 'restoring';

/** Folder where rows wait while they are backed up. */
export const ROWS_FOLDER = 'backup-rows';

/** Folder for the backups that `npm run admin upgrade` makes if no BACKUP_TARGET is set. */
export const BACKUPS_FOLDER = 'backups';

/** Files that record how far the ledger had got, and how far its checks; `features/credits` writes them. */
const LEDGER_PROGRESS = ['ledger-checkpoint', 'ledger-check'];

/**
 * Never in a backup: the cluster (its rows are), uploads still on their way, and files that only matter to a running
 * server.
 */
const LEFT_OUT = new Set([
  ...LEDGER_PROGRESS,
  'database',
  'files/incoming',
  URL_FILE,
  ROLE_PASSWORD_FILE,
  LOCK_FILE,
  HOLDER_FILE,
  // A restore writes one that goes with the restored rows.
  INSTALLATION_FILE,
  WAITING,
  ROWS_FOLDER,
  BACKUPS_FOLDER,
  JOURNAL,
  MOVED_FILE,
]);

const STORED_BYTES = /^files\/objects\/[0-9a-f]{2}\/([0-9a-f]{32})$/;

/** Returns the path of a key's bytes in a data folder. */
export const toObjectPath = (key: string) => `files/objects/${key.slice(0, 2)}/${key}`;

/**
 * Returns whether a path inside the data folder belongs in a backup. New kinds of files do, without being listed here.
 */
export function isBackedUp(path: string): boolean {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\\'))) return false;
  return !parts.some((_, index) => LEFT_OUT.has(parts.slice(0, index + 1).join('/')));
}

/**
 * Lists every file to back up, with `/` between the parts of its path. Goes folder by folder, so that millions of names
 * are never in memory at once.
 */
export async function* listBackedUp(dataDir: string, folder = ''): AsyncGenerator<string> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!isBackedUp(path)) continue;
    // A part of the data folder may lie on another disk.
    const found = entry.isSymbolicLink() ? await stat(join(dataDir, path)).catch(() => entry) : entry;
    if (found.isDirectory()) yield* listBackedUp(dataDir, path);
    else if (found.isFile()) yield path;
  }
}

/**
 * Removes the record of the ledger's progress: a restore sets the ledger back on purpose, and a record that it was
 * further would raise an alarm.
 */
export async function forgetLaterState(dataDir: string): Promise<void> {
  for (const name of LEDGER_PROGRESS) await rm(join(dataDir, name), { force: true });
}

/** Returns whether a file is inside a folder: a backup inside the data folder would contain every backup before it. */
export function isInside(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== '..' && !way.startsWith(`..${sep}`);
}

/** Opens a waiting room that takes in restored files without touching existing ones until it is called to do so. */
export async function openStaging(dataDir: string, bytes: StagedBytes = stageInFolder(dataDir)) {
  const waiting = join(dataDir, WAITING);
  await rm(waiting, { recursive: true, force: true });
  const others: string[] = [];
  return {
    async take(path: string, mode: number, source: Readable): Promise<void> {
      const key = STORED_BYTES.exec(path)?.[1];
      if (key !== undefined) return bytes.take(key, source);
      if (!bytes.isInFolder && path.startsWith('files/')) return;
      others.push(path);
      await writeSafely(join(waiting, path), mode, source);
    },
    /**
     * Called before the rows are committed: their keys are random, so they replace nothing, and those without a row are
     * swept.
     */
    settleStored: () => bytes.settle(),
    /** Called after the rows are committed: these files do replace existing ones. */
    settleOthers: () => settle(dataDir, others, (path) => join(waiting, path)),
    async close(): Promise<void> {
      await bytes.close();
      await rm(waiting, { recursive: true, force: true });
    },
  };
}

/** Stored bytes that are in their storage, but not in their places yet. */
export interface StagedBytes {
  isInFolder: boolean;
  take(key: string, source: Readable): Promise<void>;
  settle(): Promise<void>;
  close(): Promise<void>;
}

function stageInFolder(dataDir: string): StagedBytes {
  const paths: string[] = [];
  const placeOf = (path: string) => join(dataDir, 'files/incoming', basename(path));
  return {
    isInFolder: true,
    async take(key, source) {
      paths.push(toObjectPath(key));
      await writeSafely(join(dataDir, 'files/incoming', key), 0o600, source);
    },
    settle: () => settle(dataDir, paths, placeOf),
    async close() {
      for (const path of paths) await rm(placeOf(path), { force: true });
    },
  };
}

export function stageInStorage(storage: Storage): StagedBytes {
  const keys = new Set<string>();
  return {
    isInFolder: false,
    async take(key, source) {
      await storage.receive(source as AsyncIterable<Uint8Array>, key);
      keys.add(key);
    },
    async settle() {
      for (const key of keys) await storage.keep({ key });
      keys.clear();
    },
    async close() {
      for (const key of keys) await storage.discardUnkept(key);
    },
  };
}

/** Moves all files to their places, and makes that durable folder by folder. */
async function settle(dataDir: string, paths: string[], placeOf: (path: string) => string): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true });
    await rename(placeOf(path), join(dataDir, path));
  }
  for (const folder of new Set(paths.map((path) => dirname(join(dataDir, path))))) await syncPath(folder);
  paths.length = 0;
}

async function writeSafely(place: string, mode: number, source: Readable): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  const handle = await open(place, 'w', mode);
  try {
    for await (const piece of source) await handle.writeFile(piece as Uint8Array);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(place, mode);
}
