import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { Add } from './archive.ts';
import { writeArchive } from './archive-file.ts';
import { isInside, listBackedUp } from './data-folder.ts';
import type { Storage } from '../storage/storage.ts';
import { FORMAT, MANIFEST, dataEntry, tableEntry, type Manifest } from './manifest.ts';
import { findMissingFiles, hasRemoved, nameMissing, refuseMissing } from './missing-files.ts';
import { inTransaction, readMigrations, refuseNewer, withSession } from './session.ts';
import { copyOut, describeTables, readNextNumber } from './tables.ts';
import { filesOfFolder, filesOfStorage } from './stored-files.ts';
import { passThrough, startTally, type Tally } from './tally.ts';

export interface BackUp {
  file: string;
  url: string;
  dataDir: string;
  /** Where stored files are, as they lie there; null: in the data folder. */
  storage?: Storage | null;
  /** Encrypts it; null: it is not encrypted. */
  backupKey?: string | null;
  /** Makes a backup also when stored files are missing, and records which. */
  allowMissing?: boolean;
  printLine: (line: string) => void;
}

/** A snapshot is taken again when files were removed together with their rows while it was looked for them. */
const MOST_SNAPSHOTS = 3;

interface Snapshot {
  manifest: Manifest;
  folder: string;
  inQuarantine: string[];
}

/**
 * Writes database, stored files and configuration into one file; the portal may run meanwhile. All rows are read as
 * of one moment. Stored bytes never change and are older than the rows that name them, so reading them later is safe.
 */
export async function backUp(options: BackUp): Promise<void> {
  const { file, url, dataDir, storage = null, backupKey = null, allowMissing = false, printLine: log } = options;
  const target = resolve(file);
  if (isInside(dataDir, target)) throw new Error(`Please choose a place outside of the data folder ${dataDir}.`);
  const spool = await mkdtemp(join(dirname(target), `.${basename(target)}-`)).catch(() => null);
  if (spool === null) throw new Error(`Nothing can be written to ${dirname(target)}.`);
  try {
    const snapshot = await withSession(url, (client) =>
      takeSnapshot(client, { spool, dataDir, storage, allowMissing }),
    );
    const { manifest, folder } = snapshot;
    const counted = { files: 0 };
    await writeArchive(target, backupKey, async (add) => {
      await addWords(add, MANIFEST, JSON.stringify(manifest));
      counted.files = await addDataFolder(add, { dataDir, storage, inQuarantine: snapshot.inQuarantine });
      for (const { name, tally } of manifest.tables) {
        const entry = { name: tableEntry(name), mode: 0o600, sizeBytes: tally.sizeBytes };
        await add(entry, createReadStream(join(folder, name)));
      }
    });
    const rows = manifest.tables.reduce((sum, { tally }) => sum + tally.rows, 0);
    log(`${target} holds ${rows} rows of ${manifest.tables.length} tables and ${counted.files} files.`);
    const { missing = [] } = manifest;
    if (missing.length > 0) log(`It is without ${missing.length} missing file(s):\n${nameMissing(missing)}`);
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
}

type SnapshotOptions = { spool: string; dataDir: string; storage: Storage | null; allowMissing: boolean };

async function takeSnapshot(client: pg.Client, options: SnapshotOptions): Promise<Snapshot> {
  const { spool, dataDir, storage, allowMissing } = options;
  for (let attempt = 1; ; attempt += 1) {
    const folder = join(spool, String(attempt));
    await mkdir(folder);
    const { missing, ...snapshot } = await inTransaction(
      client,
      'isolation level repeatable read read only',
      async () => {
        const migrations = await readMigrations(client);
        if (migrations.length === 0) throw new Error('There is no portal in this database yet.');
        await refuseNewer(migrations, 'This database');
        const stored = storage === null ? filesOfFolder(dataDir) : await filesOfStorage(storage);
        const found = await findMissingFiles(client, stored);
        const tables = found.missing.length > 0 && !allowMissing ? [] : await spoolTables(client, folder);
        const manifest: Manifest = { format: FORMAT, madeAt: new Date().toISOString(), migrations, tables };
        return { folder, manifest: { ...manifest, missing: found.missing }, ...found };
      },
    );
    if (missing.length === 0) return snapshot;
    if (attempt < MOST_SNAPSHOTS && (await hasRemoved(client, missing))) continue;
    if (!allowMissing) throw refuseMissing(missing);
    return snapshot;
  }
}

/** A tar wants to know how long an entry is before it comes, so the rows wait on disk. */
async function spoolTables(client: pg.Client, folder: string): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = [];
  for (const table of await describeTables(client)) {
    const tally = await spoolTo(join(folder, table.name), copyOut(client, table));
    tables.push({ name: table.name, columns: table.columns, tally, nextNumber: await readNextNumber(client, table) });
  }
  return tables;
}

async function spoolTo(path: string, rows: Readable): Promise<Tally> {
  const tally = startTally();
  const handle = await open(path, 'wx', 0o600);
  await pipeline(rows, passThrough(tally), handle.createWriteStream());
  return tally.sum();
}

const addWords = (add: Add, name: string, words: string) => {
  const bytes = Buffer.from(words);
  return add({ name, mode: 0o600, sizeBytes: bytes.byteLength }, Readable.from([bytes]));
};

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
    // What lies there beside another storage is from before a move.
    if (storage !== null && path.startsWith('files/')) continue;
    // An upload that was refused after its bytes were stored takes them away again.
    if (!(await addFile(add, dataDir, path))) continue;
    files += 1;
    aside.delete(basename(path));
  }
  if (storage !== null) files += await addObjects(add, storage, aside);
  for (const key of aside) {
    const isAdded =
      storage === null ? await addFile(add, dataDir, objectPath(key)) : await addObject(add, storage, key);
    if (!isAdded) throw new Error(`The stored file ${key} was moved while the backup was made. Please start it again.`);
    files += 1;
  }
  return files;
}

const objectPath = (key: string) => `files/objects/${key.slice(0, 2)}/${key}`;

/** Every object outside of the quarantine; those that are added are no longer `aside`. */
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
  await add({ name: dataEntry(objectPath(key)), mode: 0o600, sizeBytes: found.sizeBytes }, found.stream);
  return true;
}

/** False: it is not there any more. */
async function addFile(add: Add, dataDir: string, path: string): Promise<boolean> {
  const handle = await open(join(dataDir, path), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return false;
  try {
    const { size: sizeBytes, mode } = await handle.stat();
    const content =
      sizeBytes === 0 ? Readable.from([]) : handle.createReadStream({ start: 0, end: sizeBytes - 1, autoClose: false });
    await add({ name: dataEntry(path), mode: mode & 0o777, sizeBytes }, content);
    return true;
  } finally {
    await handle.close();
  }
}
