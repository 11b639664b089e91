import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storageConformance } from '../../testing/storage-conformance.ts';
import { openFileStorage } from '../file-storage.ts';
import { openStorage } from '../open-storage.ts';
import type { Storage } from '../storage.ts';
import { createEncryptedStorage } from './encrypted-storage.ts';
import { KEYRING_FILE } from './keyring.ts';
import { HEADER_BYTES, SEALED_PIECE_BYTES } from './sealed.ts';

const DATA_KEY = randomBytes(32);
const [KEY, OTHER_KEY] = ['the first key of thirty-two characters', 'another key of thirty-two characters!'];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunedesk-encrypted-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('encrypted in a folder', () => {
  const open = async () => createEncryptedStorage(await openFileStorage(folder), DATA_KEY);
  storageConformance(async () => ({ storage: await open(), reopen: open, close: async () => undefined }));
});

const settings = (storageKey: string | null, storageKeyOld: string | null = null) => ({
  dataDir: folder,
  storagePlace: null,
  storageKey,
  storageKeyOld,
});

const placeOf = (key: string) => join(folder, 'files/objects', key.slice(0, 2), key);

async function store(storage: Storage, bytes: Uint8Array): Promise<string> {
  const received = await storage.receive(
    (async function* () {
      yield bytes;
    })(),
  );
  await storage.keep(received);
  return received.key;
}

const read = async (storage: Storage, key: string) => buffer((await storage.read(key))?.stream as Readable);

test('stored bytes cannot be recognised, and equal bytes are never stored the same way twice', async () => {
  const storage = await openStorage(settings(KEY));
  const bytes = Buffer.alloc(200_000, 'a map of a control unit');
  const files = await Promise.all(
    [await store(storage, bytes), await store(storage, bytes)].map((key) => readFile(placeOf(key))),
  );
  for (const file of files) expect(file.includes(bytes.subarray(0, 8))).toBe(false);
  expect(files[0]?.subarray(HEADER_BYTES).equals(files[1]?.subarray(HEADER_BYTES) as Buffer)).toBe(false);
});

test('bytes that were changed, truncated, extended, reordered or swapped are not read', async () => {
  const storage = await openStorage(settings(KEY));
  const [one, other] = [await store(storage, randomBytes(150_000)), await store(storage, randomBytes(150_000))];
  const whole = await readFile(placeOf(one));
  const piece = (index: number) => HEADER_BYTES + index * SEALED_PIECE_BYTES;
  for (const at of [20, HEADER_BYTES, piece(1) + 5, whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(placeOf(one), changed);
    await expect(read(storage, one), `byte ${at}`).rejects.toThrow(/authenticat/);
  }
  for (const length of [piece(1), piece(2), whole.length - 1]) {
    await writeFile(placeOf(one), whole);
    await truncate(placeOf(one), length);
    await expect(read(storage, one), `${length} bytes`).rejects.toThrow(/authenticat/);
  }
  const swapped = [whole.subarray(0, piece(0)), whole.subarray(piece(1), piece(2)), whole.subarray(piece(0), piece(1))];
  for (const bytes of [
    Buffer.concat([whole, whole.subarray(piece(2))]),
    Buffer.concat([...swapped, whole.subarray(piece(2))]),
  ]) {
    await writeFile(placeOf(one), bytes);
    await expect(read(storage, one)).rejects.toThrow(/authenticat/);
  }
  await copyFile(placeOf(other), placeOf(one));
  await expect(read(storage, one)).rejects.toThrow(/authenticat/);
  await writeFile(placeOf(one), whole);
  expect(await read(storage, one)).toHaveLength(150_000);
});

test('files stored before encryption are read as they are, also in part', async () => {
  const before = await openStorage(settings(null));
  const small = await store(before, Buffer.from('short'));
  const bytes = randomBytes(100_000);
  const large = await store(before, bytes);
  const storage = await openStorage(settings(KEY));
  expect((await read(storage, small)).toString()).toBe('short');
  expect((await read(storage, large)).equals(bytes)).toBe(true);
  const part = await storage.read(large, { start: 10, end: 70_000 });
  expect((await buffer(part?.stream as Readable)).equals(bytes.subarray(10, 70_001))).toBe(true);
});

test('a new key is refused unless the previous one is given too, and then replaces it', async () => {
  const key = await store(await openStorage(settings(KEY)), Buffer.from('stored with the first key'));
  const object = await readFile(placeOf(key));
  await expect(openStorage(settings(OTHER_KEY))).rejects.toThrow('STORAGE_KEY is not the key of');
  await expect(openStorage(settings(null))).rejects.toThrow('STORAGE_KEY is not set');
  const keyring = await readFile(join(folder, KEYRING_FILE), 'utf8');
  const changed = await openStorage(settings(OTHER_KEY, KEY));
  expect((await read(changed, key)).toString()).toBe('stored with the first key');
  expect(await readFile(join(folder, KEYRING_FILE), 'utf8')).not.toBe(keyring);
  expect((await read(await openStorage(settings(OTHER_KEY)), key)).toString()).toBe('stored with the first key');
  await expect(openStorage(settings(KEY))).rejects.toThrow('STORAGE_KEY is not the key of');
  expect((await readFile(placeOf(key))).equals(object)).toBe(true);
});

test('several processes that start at the same time share one key', async () => {
  const storages = await Promise.all(Array.from({ length: 8 }, () => openStorage(settings(KEY))));
  const keys = await Promise.all(storages.map((storage, at) => store(storage, Buffer.from(`stored by ${at}`))));
  const again = await openStorage(settings(KEY));
  for (const [at, key] of keys.entries()) expect((await read(again, key)).toString()).toBe(`stored by ${at}`);
});
