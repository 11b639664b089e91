import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readArchive, type ArchiveSource } from './archive.ts';
import { archiveFile, writeArchive } from './archive-file.ts';

const [KEY, OTHER_KEY] = ['a key of backups with enough characters', 'another key of backups, as long as that'];

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunedesk-archive-'));
  file = join(folder, 'portal.backup');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ENTRIES: Record<string, Buffer> = {
  words: Buffer.from('the customer list of the workshop\n'.repeat(50)),
  bytes: randomBytes(300_000),
  empty: Buffer.alloc(0),
};

const write = (backupKey: string | null) =>
  writeArchive(file, backupKey, async (add) => {
    for (const [name, bytes] of Object.entries(ENTRIES))
      await add({ name, mode: 0o600, sizeBytes: bytes.length }, Readable.from(bytes.length === 0 ? [] : [bytes]));
  });

async function read(source: ArchiveSource): Promise<Record<string, Buffer>> {
  const found: Record<string, Buffer> = {};
  await readArchive(source, async ({ name, content }) => {
    found[name] = await buffer(content);
  });
  return found;
}

test('an archive reads back as it was written, encrypted or not', async () => {
  for (const key of [null, KEY]) {
    await write(key);
    expect(await read(archiveFile(file, key))).toEqual(ENTRIES);
    expect(await readdir(folder)).toEqual(['portal.backup']);
  }
  // With a key, an archive from before there was a key can be read as well.
  await write(null);
  expect(await read(archiveFile(file, KEY))).toEqual(ENTRIES);
});

test('an encrypted archive opens only with its key, and any changed byte is detected', async () => {
  await write(KEY);
  expect((await readFile(file)).includes('customer list')).toBe(false);
  await expect(read(archiveFile(file, null))).rejects.toThrow('is encrypted. Set BACKUP_KEY');
  await expect(read(archiveFile(file, OTHER_KEY))).rejects.toThrow('does not open with this BACKUP_KEY');
  const bytes = await readFile(file);
  for (const at of [20, 60, bytes.length >> 1, bytes.length - 1]) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 1;
    await writeFile(file, altered);
    await expect(read(archiveFile(file, KEY)), `byte ${at}`).rejects.toThrow(/is damaged/);
  }
  await writeFile(file, bytes.subarray(0, bytes.length - 1));
  await expect(read(archiveFile(file, KEY))).rejects.toThrow(/is damaged/);
});

test('an archive compressed with gzip by an earlier version can be read', async () => {
  await write(null);
  await writeFile(file, gzipSync(zstdDecompressSync(await readFile(file))));
  expect(await read(archiveFile(file, null))).toEqual(ENTRIES);
});

test('a failure while writing an archive leaves the previous one intact and no other file', async () => {
  await write(null);
  const before = await readFile(file);
  const broken = writeArchive(file, null, async (add) => {
    await add({ name: 'first', mode: 0o600, sizeBytes: 3 }, Readable.from([Buffer.from('abc')]));
    throw new Error('the disk of the files is gone');
  });
  await expect(broken).rejects.toThrow('the disk of the files is gone');
  expect(await readFile(file)).toEqual(before);
  expect(await readdir(folder)).toEqual(['portal.backup']);
});
