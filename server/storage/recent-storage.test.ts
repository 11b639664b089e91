import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFileStorage } from './file-storage.ts';
import { readBytes } from './read-bytes.ts';
import { createRecentStorage } from './recent-storage.ts';
import type { Storage } from './storage.ts';

let folder: string;
let inner: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunedesk-recent-'));
  inner = await openFileStorage(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const bytesOf = (value: number, length = 1000) => new Uint8Array(length).fill(value);
async function store(storage: Storage, bytes: Uint8Array): Promise<string> {
  const { key } = await storage.receive(
    (async function* () {
      yield bytes.subarray(0, 10);
      yield bytes.subarray(10);
    })(),
  );
  await storage.keep({ key });
  return key;
}

test('what was just received is not read back from the storage, and each reader gets a copy of its own', async () => {
  const read = vi.spyOn(inner, 'read');
  const storage = createRecentStorage(inner);
  const key = await store(storage, bytesOf(7));
  const first = await readBytes(storage, key);
  expect(first).toEqual(bytesOf(7));
  first.fill(0);
  expect(await readBytes(storage, key)).toEqual(bytesOf(7));
  expect(read).not.toHaveBeenCalled();
});

test('whoever checks what is stored reads what is stored', async () => {
  const read = vi.spyOn(inner, 'read');
  const storage = createRecentStorage(inner);
  const found = await storage.read(await store(storage, bytesOf(7)));
  found?.stream.destroy();
  expect(read).toHaveBeenCalledOnce();
});

test('the oldest bytes give way when there is no room, and are read from the storage', async () => {
  const storage = createRecentStorage(inner, 4000);
  const keys = [];
  for (const value of [1, 2, 3]) keys.push(await store(storage, bytesOf(value)));
  expect(keys.map((key) => storage.recall?.(key)?.[0])).toEqual([undefined, 2, 3]);
  expect(await readBytes(storage, keys[0] as string)).toEqual(bytesOf(1));
});

test('bytes that are discarded or set aside are no longer in memory', async () => {
  const storage = createRecentStorage(inner);
  const [discarded, aside] = [await store(storage, bytesOf(1)), await store(storage, bytesOf(2))];
  await storage.discard(discarded);
  await storage.quarantine(aside, '2026-01-01');
  expect([storage.recall?.(discarded), storage.recall?.(aside)]).toEqual([null, null]);
});

test('an upload that breaks off leaves nothing in memory', async () => {
  const storage = createRecentStorage(inner, 4000);
  const kept = await store(storage, bytesOf(1));
  for (let tries = 0; tries < 5; tries += 1) {
    await expect(
      storage.receive(
        (async function* () {
          yield bytesOf(2);
          throw new Error('gone');
        })(),
      ),
    ).rejects.toThrow('gone');
  }
  expect(storage.recall?.(kept)).toEqual(bytesOf(1));
});
