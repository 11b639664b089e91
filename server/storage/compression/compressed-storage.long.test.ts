import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, readlink, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storageConformance } from '../../testing/storage-conformance.ts';
import { unlimitedPace, verifyObject } from '../../stored-files/verify-object.ts';
import { createEncryptedStorage } from '../encryption/encrypted-storage.ts';
import { openFileStorage } from '../file-storage.ts';
import { readBytes } from '../read-bytes.ts';
import type { Storage } from '../storage.ts';
import { createCompressedStorage } from './compressed-storage.ts';
import { MAGIC } from './packed.ts';

let folder: string;
let below: Storage;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunedesk-packed-'));
  below = await openFileStorage(folder);
  storage = createCompressedStorage(below);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('in a folder', () => {
  storageConformance(async () => ({
    storage,
    reopen: async () => createCompressedStorage(await openFileStorage(folder)),
    close: async () => undefined,
  }));
});

describe('above encryption', () => {
  const open = async () =>
    createCompressedStorage(createEncryptedStorage(await openFileStorage(folder), Buffer.alloc(32, 7)));
  storageConformance(async () => ({ storage: await open(), reopen: open, close: async () => undefined }));

  test('a dump is stored smaller and cannot be recognised', async () => {
    const bytes = dump(1_000_000);
    const { key } = await store(await open(), bytes);
    expect(await sizeOnDisk(key)).toBeLessThan(650_000);
    expect((await readFile(placeOf(key))).includes(MAGIC)).toBe(false);
    expect(Buffer.from(await readBytes(await open(), key)).equals(bytes)).toBe(true);
  });
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const placeOf = (key: string) => join(folder, 'objects', key.slice(0, 2), key);
const sizeOnDisk = async (key: string) => (await stat(placeOf(key))).size;

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 60_001) yield bytes.subarray(at, at + 60_001);
}

async function store(into: Storage, bytes: Uint8Array) {
  const received = await into.receive(inPieces(bytes));
  await into.keep(received);
  return received;
}

/** Builds bytes of which half are noise, in stretches of 100 bytes. */
function dump(size: number): Buffer {
  const bytes = Buffer.alloc(size, 0xff);
  for (let at = 0; at < size; at += 200) randomBytes(100).copy(bytes, at);
  return bytes;
}

test.each([16_384, 524_288, 524_289, 3_000_001])('%i bytes of a dump take about half the space', async (size) => {
  const bytes = dump(size);
  const received = await store(storage, bytes);
  expect(received).toEqual({ key: received.key, sizeBytes: size, sha256: sha256(bytes) });
  expect(await sizeOnDisk(received.key)).toBeLessThan(size * 0.65);
  expect(Buffer.from(await readBytes(storage, received.key)).equals(bytes)).toBe(true);
  expect((await storage.read(received.key))?.sizeBytes).toBe(size);
  const record = { key: received.key, size_bytes: size, sha256: sha256(bytes) };
  expect(await verifyObject(storage, record, unlimitedPace)).toBeNull();
});

test('any part of a dump can be read', async () => {
  const bytes = dump(1_700_000);
  const { key } = await store(storage, bytes);
  for (const [start, end] of [
    [0, 0],
    [0, 1_699_999],
    [524_287, 524_288],
    [600_000, 600_100],
    [1_048_576, 1_699_999],
    [1_699_999, 5_000_000],
  ] as const) {
    const found = await storage.read(key, { start, end });
    expect(found?.sizeBytes).toBe(bytes.length);
    expect((await buffer(found?.stream as Readable)).equals(bytes.subarray(start, end + 1)), `${start}`).toBe(true);
  }
});

test('noise and short files are stored uncompressed', async () => {
  for (const bytes of [randomBytes(2_000_000), Buffer.alloc(16_383), Buffer.alloc(0)]) {
    const { key } = await store(storage, bytes);
    expect((await readFile(placeOf(key))).equals(bytes)).toBe(true);
  }
});

test('noise after a compressible start takes hardly more than its length', async () => {
  const bytes = Buffer.concat([Buffer.alloc(600_000), randomBytes(3_000_000)]);
  const { key } = await store(storage, bytes);
  expect(await sizeOnDisk(key)).toBeLessThan(3_010_000);
  expect(Buffer.from(await readBytes(storage, key)).equals(bytes)).toBe(true);
});

test('files stored before compression are read as they are', async () => {
  for (const bytes of [dump(2_000_000), randomBytes(20), Buffer.alloc(40)]) {
    const { key } = await store(below, bytes);
    expect(Buffer.from(await readBytes(storage, key)).equals(bytes)).toBe(true);
    expect(
      (await buffer((await storage.read(key, { start: 3, end: 9 }))?.stream as Readable)).equals(bytes.subarray(3, 10)),
    ).toBe(true);
  }
});

test('an upload that looks compressed is read back as it was sent', async () => {
  const inner = await store(storage, dump(100_000));
  for (const bytes of [await readFile(placeOf(inner.key)), MAGIC, Buffer.concat([MAGIC, randomBytes(30_000)])]) {
    const { key, sizeBytes } = await store(storage, bytes);
    expect(sizeBytes).toBe(bytes.length);
    expect(Buffer.from(await readBytes(storage, key)).equals(bytes)).toBe(true);
  }
});

test('verification finds damaged bytes wherever they are, and a read of them fails or returns another length', async () => {
  const bytes = dump(1_200_000);
  const { key } = await store(storage, bytes);
  const record = { key, size_bytes: bytes.length, sha256: sha256(bytes) };
  const sound = await readFile(placeOf(key));
  /** Returns the length of what a reader gets; null when reading fails. */
  const readLength = () =>
    readBytes(storage, key).then(
      ({ length }) => length,
      () => null,
    );
  expect(await readLength()).toBe(bytes.length);
  for (const at of [0, 17, 21, 5_000, sound.length >> 1, sound.length - 9, sound.length - 1]) {
    const broken = Buffer.from(sound);
    broken[at] = (broken[at] as number) ^ 0x55;
    await writeFile(placeOf(key), broken);
    expect(['SIZE', 'SHA256', 'UNREADABLE'], `${at}`).toContain(await verifyObject(storage, record, unlimitedPace));
    expect(await readLength(), `${at}`).not.toBe(bytes.length);
  }
  for (const length of [0, 10, 40, 5_000, sound.length - 1]) {
    await writeFile(placeOf(key), sound);
    await truncate(placeOf(key), length);
    expect(['SIZE', 'SHA256', 'UNREADABLE'], `${length}`).toContain(await verifyObject(storage, record, unlimitedPace));
    expect(await readLength(), `${length}`).not.toBe(bytes.length);
  }
});

test('a reader that stops early closes the file', async () => {
  const { key } = await store(storage, dump(3_000_000));
  const { stream } = (await storage.read(key)) as { stream: Readable };
  for await (const piece of stream as AsyncIterable<Buffer>) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }
  const unread = await storage.read(key);
  const closed = new Promise((resolve) => unread?.stream.once('close', resolve));
  unread?.stream.destroy();
  await closed;
  await expect
    .poll(async () => {
      const links = (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''));
      return (await Promise.all(links)).filter((link) => link === placeOf(key));
    })
    .toEqual([]);
});

test('dumps of many uploads at once do not mix', async () => {
  const all = await Promise.all(
    Array.from({ length: 50 }, async (_, at) => {
      const bytes = dump(900_000 + at);
      return { bytes, key: (await store(storage, bytes)).key };
    }),
  );
  for (const { bytes, key } of all) expect(sha256(await readBytes(storage, key))).toBe(sha256(bytes));
});
