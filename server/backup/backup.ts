import { open } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pluralize } from '../../contract/amounts.ts';
import type { Storage } from '../storage/storage.ts';
import type { Add } from './archive.ts';
import { writeArchive } from './archive-file.ts';
import { BACKUPS_FOLDER, isInside, listBackedUp, toObjectPath } from './data-folder.ts';
import { toDataEntry } from './manifest.ts';
import { nameMissing } from './missing-files.ts';
import { addManifest, addTables, countRows, withSnapshot } from './snapshot.ts';

export interface BackUp {
  file: string;
  url: string;
  dataDir: string;
  /** Storage of the files, with the bytes as they are stored; null: in the data folder. */
  storage?: Storage | null;
  /** Encrypts the backup; null: it is not encrypted. */
  backupKey?: string | null;
  /** Makes a backup even when stored files are missing, and records which. */
  allowMissing?: boolean;
  printLine: (line: string) => void;
}

/**
 * Writes database, stored files and configuration into one file; the portal may run meanwhile. All rows are read as of
 * one moment. Stored bytes never change and are older than the rows that name them, so they can safely be read later.
 */
export async function backUp(options: BackUp): Promise<void> {
  const { file, url, dataDir, storage = null, backupKey = null, allowMissing = false, printLine: log } = options;
  const target = resolve(file);
  const isSetApart = isInside(join(dataDir, BACKUPS_FOLDER), target);
  if (isInside(dataDir, target) && !isSetApart)
    throw new Error(`Please choose a place outside of the data folder ${dataDir}.`);
  const spoolIn = join(dirname(target), `.${basename(target)}-`);
  await withSnapshot(spoolIn, { url, dataDir, storage, allowMissing }, async (snapshot) => {
    const { manifest } = snapshot;
    const packed = { files: 0 };
    await writeArchive(target, backupKey, async (add) => {
      await addManifest(add, snapshot);
      packed.files = await addDataFolder(add, { dataDir, storage, inQuarantine: snapshot.inQuarantine });
      await addTables(add, snapshot);
    });
    log(
      `${target} holds ${pluralize(countRows(manifest), 'row')} of ${pluralize(manifest.tables.length, 'table')} and ${pluralize(packed.files, 'file')}.`,
    );
    const { missing = [] } = manifest;
    if (missing.length > 0) log(`It is without ${pluralize(missing.length, 'missing file')}:\n${nameMissing(missing)}`);
  });
}

interface Copied {
  dataDir: string;
  storage: Storage | null;
  /** Referenced files that were set aside; one that is moved back meanwhile must not be left out. */
  inQuarantine: readonly string[];
}

async function addDataFolder(add: Add, { dataDir, storage, inQuarantine }: Copied): Promise<number> {
  let files = 0;
  const aside = new Set(inQuarantine);
  for await (const path of listBackedUp(dataDir)) {
    // If the files are in another storage, what is left in the folder is from before a move.
    if (storage !== null && path.startsWith('files/')) continue;
    // An upload that was refused after its bytes were stored removes them again.
    if (!(await addFile(add, dataDir, path))) continue;
    files += 1;
    aside.delete(basename(path));
  }
  if (storage !== null) files += await addObjects(add, storage, aside);
  for (const key of aside) {
    const isAdded =
      storage === null ? await addFile(add, dataDir, toObjectPath(key)) : await addObject(add, storage, key);
    if (!isAdded) throw new Error(`The stored file ${key} was moved while the backup was made. Please start it again.`);
    files += 1;
  }
  return files;
}

/** Adds every object outside the quarantine; those that are added are no longer `aside`. */
async function addObjects(add: Add, storage: Storage, aside: Set<string>): Promise<number> {
  let files = 0;
  for (const shelf of await storage.listShelves()) {
    for (const key of await storage.listShelf(shelf)) {
      if (!(await addObject(add, storage, key))) continue;
      files += 1;
      aside.delete(key);
    }
  }
  return files;
}

async function addObject(add: Add, storage: Storage, key: string): Promise<boolean> {
  const found = await storage.read(key);
  if (found === null) return false;
  await add({ name: toDataEntry(toObjectPath(key)), mode: 0o600, sizeBytes: found.sizeBytes }, found.stream);
  return true;
}

/** Adds everything but the stored files. */
export async function addConfiguration(add: Add, dataDir: string): Promise<void> {
  for await (const path of listBackedUp(dataDir)) if (!path.startsWith('files/')) await addFile(add, dataDir, path);
}

const READ_BYTES = 1024 * 1024;

/** Adds a file; false when it is not there any more. */
async function addFile(add: Add, dataDir: string, path: string): Promise<boolean> {
  const handle = await open(join(dataDir, path), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return false;
  try {
    const { size: sizeBytes, mode } = await handle.stat();
    const content =
      sizeBytes === 0
        ? Readable.from([])
        : handle.createReadStream({ start: 0, end: sizeBytes - 1, autoClose: false, highWaterMark: READ_BYTES });
    await add({ name: toDataEntry(path), mode: mode & 0o777, sizeBytes }, content);
    return true;
  } finally {
    await handle.close();
  }
}
