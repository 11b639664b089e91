import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync, zstdDecompressSync } from 'node:zlib';
import tar from 'tar-stream';
import { beforeEach, expect, test } from 'vitest';
import { backedUp, endings, openBackedUpPortal, openEmpty, printLine, restored } from '../testing/backup-stage.ts';
import { openBackup } from './restore.ts';
import { backUpToFile } from './target/back-up-to.ts';
import { openBackupFile } from './target/open-record.ts';
import { createTarFolder, openTarFolder } from './target/tar-folder.ts';

const stage = openBackedUpPortal();
const [KEY, OTHER_KEY] = ['a key of backups with enough characters', 'another key of backups, as long as that'];
const EARLIER = new URL('../testing/earlier-backups/', import.meta.url);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunedesk-backup-file-'));
  file = join(folder, 'portal.backup');
  endings.push(() => rm(folder, { recursive: true, force: true }));
});

/** The notes of the restored files, and the bytes of the first. */
async function readRestored(from: string, backupKey: string | null): Promise<(string | null)[]> {
  const target = await openEmpty();
  await restored(from, target, { backupKey });
  const rows = await target.db.selectFrom('files').select(['file_key', 'notes']).orderBy('id').execute();
  const first = await target.storage.read(rows[0]?.file_key ?? '');
  return [...rows.map(({ notes }) => notes), first === null ? '' : await text(first.stream)];
}

const OLD_BYTES = 'the bytes of an old backup '.repeat(40);

test('a backup file of the versions that wrote one archive is restored, packed either way or encrypted', async () => {
  const plain = await readFile(new URL('plain.backup', EARLIER));
  await writeFile(file, plain);
  expect((await readRestored(file, null)).at(-1)).toBe(OLD_BYTES);
  // With a key, a backup from before there was a key can be read as well.
  await openBackup(await openBackupFile(file, KEY));
  await writeFile(file, gzipSync(zstdDecompressSync(plain)));
  expect((await readRestored(file, null)).at(-1)).toBe(OLD_BYTES);
  await copyFile(new URL('encrypted.backup', EARLIER), file);
  expect((await readRestored(file, KEY)).at(-1)).toBe(OLD_BYTES);
  const openWith = async (key: string | null) => openBackup(await openBackupFile(file, key));
  await expect(openWith(null)).rejects.toThrow('is encrypted. Set BACKUP_KEY');
  await expect(openWith(OTHER_KEY)).rejects.toThrow('does not open with this BACKUP_KEY');
});

test('a changed or missing byte of an earlier backup file is detected', async () => {
  for (const [name, key] of [
    ['plain.backup', null],
    ['encrypted.backup', KEY],
  ] as const) {
    const bytes = await readFile(new URL(name, EARLIER));
    const target = await openEmpty();
    // Behind a plain archive Node wrote an empty frame of 13 bytes, which means nothing.
    for (const at of [60, bytes.length >> 1, bytes.length - 20]) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 0x10;
      await writeFile(file, altered);
      await expect(restored(file, target, { backupKey: key }), `${name}, byte ${at}`).rejects.toThrow('is damaged');
    }
    await writeFile(file, bytes.subarray(0, bytes.length - 20));
    await expect(restored(file, target, { backupKey: key })).rejects.toThrow('is damaged');
  }
});

test('an encrypted backup file reveals nothing of its content, and opens only with its key', async () => {
  const { url, dataDir, storage: stored } = stage.portal;
  await backUpToFile({ file, url, dataDir, stored, backupKey: KEY, printLine });
  const bytes = await readFile(file);
  for (const words of ['a-secret-that-is-long-enough', 'tunedesk-backup.json'])
    expect(bytes.includes(words), words).toBe(false);
  expect(await readRestored(file, KEY)).toEqual(await readRestored(stage.backup, null));
  for (const key of [null, OTHER_KEY])
    await expect(openBackupFile(file, key)).rejects.toThrow('is encrypted with another key. Set BACKUP_KEY');
  // With a key, a backup from before there was a key can be read as well.
  await openBackup(await openBackupFile(stage.backup, KEY));
});

test('a backup file is a tar that any program reads, with the folders of a target', async () => {
  const names: string[] = [];
  const extract = tar.extract();
  extract.end(await readFile(stage.backup));
  for await (const entry of extract) {
    names.push(entry.header.name);
    entry.resume();
  }
  expect(names.at(-1)).toMatch(/^backups\/\d{4}-.*Z\.json$/);
  for (const name of names.slice(0, -1)) expect(name).toMatch(/^objects\/([0-9a-f]{2})\/\1[0-9a-f]{30}$/);
  // Four stored files, the list of them, and the archive of rows and configuration.
  expect(names.length).toBeGreaterThanOrEqual(7);
});

test('a backup that fails leaves the file that was there before, and no other', async () => {
  const { url, dataDir, storage } = stage.portal;
  await copyFile(await backedUp(stage.portal), file);
  const before = await readFile(file);
  const stored = { ...storage, read: () => Promise.reject(new Error('the disk of the files is gone')) };
  await expect(backUpToFile({ file, url, dataDir, stored, printLine })).rejects.toThrow(
    'the disk of the files is gone',
  );
  expect(await readFile(file)).toEqual(before);
  expect(await readdir(folder)).toEqual(['portal.backup']);
});

test('entries that are written at the same time stand one after the other, and each is read by itself', async () => {
  const made = createTarFolder(file);
  const bytes = [Buffer.from('first'), Buffer.alloc(0), Buffer.alloc(1024, 7), Buffer.alloc(1025, 8)];
  async function* slowly(content: Buffer) {
    for (const byte of [content.subarray(0, 2), content.subarray(2)]) {
      await new Promise((go) => void setImmediate(go));
      yield byte;
    }
  }
  const received = await Promise.all(bytes.map((content) => made.objects.receive(slowly(content))));
  await made.finish();
  const opened = await openTarFolder(file);
  expect((await opened.objects.listShelf('objects')).toSorted()).toEqual(received.map(({ key }) => key).toSorted());
  for (const [at, { key }] of received.entries())
    expect(await text((await opened.objects.read(key))?.stream as Readable), String(at)).toBe(bytes[at]?.toString());
  const part = await opened.objects.read(received[2]?.key ?? '', { start: 1000, end: 2000 });
  expect((await text(part?.stream as Readable)).length).toBe(24);
  await expect(opened.objects.receive(slowly(Buffer.from('more')))).rejects.toThrow('EEXIST');
});
