import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { writeArchive, type Add } from './archive.ts';
import { isInside, listKept } from './data-folder.ts';
import { FORMAT, MANIFEST, dataEntry, tableEntry, type Manifest } from './manifest.ts';
import { inTransaction, readMigrations, refuseNewer, withSession } from './session.ts';
import { copyOut, describeTables, readNextNumber } from './tables.ts';
import { startTally, type Tally } from './tally.ts';

export interface BackUp {
  file: string;
  url: string;
  dataDir: string;
  say: (line: string) => void;
}

/**
 * Writes database, stored files and configuration into one file; the portal may run meanwhile. All rows are read as
 * of one moment. Stored bytes never change and are older than the rows that name them, so reading them later is safe.
 */
export async function backUp({ file, url, dataDir, say }: BackUp): Promise<void> {
  const target = resolve(file);
  if (isInside(dataDir, target)) throw new Error(`Please choose a place outside of the data folder ${dataDir}.`);
  const spool = await mkdtemp(join(dirname(target), `.${basename(target)}-`)).catch(() => null);
  if (spool === null) throw new Error(`Nothing can be written to ${dirname(target)}.`);
  try {
    const manifest = await withSession(url, (client) => spoolTables(client, spool));
    const counted = { files: 0 };
    await writeArchive(target, async (add) => {
      await addWords(add, MANIFEST, JSON.stringify(manifest));
      counted.files = await addDataFolder(add, dataDir);
      for (const { name, tally } of manifest.tables) {
        const entry = { name: tableEntry(name), mode: 0o600, sizeBytes: tally.sizeBytes };
        await add(entry, createReadStream(join(spool, name)));
      }
    });
    const rows = manifest.tables.reduce((sum, { tally }) => sum + tally.rows, 0);
    say(`${target} holds ${rows} rows of ${manifest.tables.length} tables and ${counted.files} files.`);
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
}

/** A tar wants to know how long an entry is before it comes, so the rows wait on disk. */
function spoolTables(client: pg.Client, spool: string): Promise<Manifest> {
  return inTransaction(client, 'isolation level repeatable read read only', async () => {
    const migrations = await readMigrations(client);
    if (migrations.length === 0) throw new Error('There is no portal in this database yet.');
    await refuseNewer(migrations, 'This database');
    const tables: Manifest['tables'] = [];
    for (const table of await describeTables(client)) {
      const tally = await spoolTo(join(spool, table.name), copyOut(client, table));
      tables.push({ name: table.name, columns: table.columns, tally, nextNumber: await readNextNumber(client, table) });
    }
    return { format: FORMAT, madeAt: new Date().toISOString(), migrations, tables };
  });
}

async function spoolTo(path: string, rows: Readable): Promise<Tally> {
  const tally = startTally();
  const handle = await open(path, 'wx', 0o600);
  await pipeline(
    rows,
    async function* count(pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        tally.add(piece);
        yield piece;
      }
    },
    handle.createWriteStream(),
  );
  return tally.sum();
}

const addWords = (add: Add, name: string, words: string) => {
  const bytes = Buffer.from(words);
  return add({ name, mode: 0o600, sizeBytes: bytes.byteLength }, Readable.from([bytes]));
};

async function addDataFolder(add: Add, dataDir: string): Promise<number> {
  let files = 0;
  for await (const path of listKept(dataDir)) {
    // An upload that was refused after its bytes were kept takes them away again.
    const handle = await open(join(dataDir, path), 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (handle === null) continue;
    try {
      const { size: sizeBytes, mode } = await handle.stat();
      const content =
        sizeBytes === 0
          ? Readable.from([])
          : handle.createReadStream({ start: 0, end: sizeBytes - 1, autoClose: false });
      await add({ name: dataEntry(path), mode: mode & 0o777, sizeBytes }, content);
    } finally {
      await handle.close();
    }
    files += 1;
  }
  return files;
}
