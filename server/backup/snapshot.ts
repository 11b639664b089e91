import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { readProgramVersion } from '../program-version.ts';
import { PROGRAM_VERSION } from '../program-version.ts';
import type { Storage } from '../storage/storage.ts';
import type { Add } from './archive.ts';
import { listBackedUp } from './data-folder.ts';
import { FORMAT, MANIFEST, toDataEntry, toTableEntry, type Manifest } from './manifest.ts';
import { findMissingFiles, hasRemoved, listStoredFiles, refuseMissing } from './missing-files.ts';
import { inTransaction, refuseNewer, withSession } from './session.ts';
import { withTemporaryFolder } from './temporary-folder.ts';
import { nullIfMissing } from '../null-if-missing.ts';
import { readMigrations } from '../database/migrate.ts';
import { copyOut, describeTables, readNextNumber } from './tables.ts';
import { passThrough, startTally, type Tally } from './tally.ts';

/**
 * Attempts at a snapshot: it is retaken if files were removed together with their rows while they were searched for.
 */
const MAX_SNAPSHOTS = 3;

export interface Snapshot {
  manifest: Manifest;
  folder: string;
  inQuarantine: string[];
}

export interface SnapshotOptions {
  url: string;
  /** Storage of the files, with the bytes as they are stored. */
  stored: Storage;
  allowMissing: boolean;
}

/**
 * Lends all rows as of one moment, which are stored meanwhile in a folder of their own whose name begins with
 * `spoolIn`.
 */
export const withSnapshot = <Result>(
  spoolIn: string,
  options: SnapshotOptions,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> =>
  withTemporaryFolder(spoolIn, async (spool) =>
    use(await withSession(options.url, (client) => takeSnapshot(client, { ...options, spool }))),
  );

export const countRows = ({ tables }: Pick<Manifest, 'tables'>): number =>
  tables.reduce((sum, { tally }) => sum + tally.rows, 0);

/** Adds the manifest, which is the first entry. */
export function addManifest(add: Add, { manifest }: Snapshot): Promise<Tally> {
  const bytes = Buffer.from(JSON.stringify(manifest));
  return add({ name: MANIFEST, mode: 0o600, sizeBytes: bytes.byteLength }, Readable.from([bytes]));
}

export async function addTables(add: Add, { manifest, folder }: Snapshot): Promise<void> {
  for (const { name, tally } of manifest.tables) {
    const entry = { name: toTableEntry(name), mode: 0o600, sizeBytes: tally.sizeBytes };
    await add(entry, createReadStream(join(folder, name)));
  }
}

/** Adds everything in the data folder but the stored files. */
export async function addConfiguration(add: Add, dataDir: string): Promise<void> {
  for await (const path of listBackedUp(dataDir)) if (!path.startsWith('files/')) await addFile(add, dataDir, path);
}

/** Adds a file, unless it is not there any more. */
async function addFile(add: Add, dataDir: string, path: string): Promise<void> {
  const handle = await nullIfMissing(open(join(dataDir, path), 'r'));
  if (handle === null) return;
  try {
    const { size: sizeBytes, mode } = await handle.stat();
    const content =
      sizeBytes === 0 ? Readable.from([]) : handle.createReadStream({ start: 0, end: sizeBytes - 1, autoClose: false });
    await add({ name: toDataEntry(path), mode: mode & 0o777, sizeBytes }, content);
  } finally {
    await handle.close();
  }
}

async function takeSnapshot(client: pg.Client, options: SnapshotOptions & { spool: string }): Promise<Snapshot> {
  const { spool, stored, allowMissing } = options;
  for (let attempt = 1; ; attempt += 1) {
    const folder = join(spool, String(attempt));
    await mkdir(folder);
    const { missing, ...snapshot } = await inTransaction(
      client,
      'isolation level repeatable read read only',
      async () => {
        const migrations = await readMigrations(client);
        if (migrations.length === 0) throw new Error('There is no portal in this database yet.');
        await refuseNewer(migrations, { what: 'This database', madeBy: await readProgramVersion(client) });
        const found = await findMissingFiles(client, await listStoredFiles(stored));
        const tables = found.missing.length > 0 && !allowMissing ? [] : await spoolTables(client, folder);
        const manifest: Manifest = {
          format: FORMAT,
          madeAt: new Date().toISOString(),
          program: PROGRAM_VERSION,
          migrations,
          tables,
        };
        return { folder, manifest: { ...manifest, missing: found.missing }, ...found };
      },
    );
    if (missing.length === 0) return snapshot;
    if (attempt < MAX_SNAPSHOTS && (await hasRemoved(client, missing))) continue;
    if (!allowMissing) throw refuseMissing(missing);
    return snapshot;
  }
}

/** Writes the tables to disk first, because a tar needs the length of an entry before its content. */
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
