import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFileStorage } from '../storage/file-storage.ts';
import { markFilesMoved, openRawStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { openTestBucket } from '../testing/s3/open-test-bucket.ts';
import { moveFiles } from './move-files.ts';

let dataDir: string;
let s3: Awaited<ReturnType<typeof openTestBucket>>;
let folder: Storage;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tunedesk-move-'));
  folder = await openFileStorage(join(dataDir, 'files'));
  s3 = await openTestBucket();
});
afterEach(async () => {
  await s3.close();
  await rm(dataDir, { recursive: true, force: true });
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function fill(storage: Storage, count: number): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (let at = 0; at < count; at += 1) {
    const received = await storage.receive(Readable.from([randomBytes(1_000 + at)]));
    await storage.keep(received);
    hashes.set(received.key, received.sha256);
  }
  return hashes;
}

const move = (from: Storage, to: Storage, referenced: string[] = []) =>
  moveFiles({
    from,
    to,
    target: 's3://somewhere/',
    dataDir,
    findReferenced: async (keys) => new Set(keys.filter((key) => referenced.includes(key))),
    log: () => undefined,
  });

async function hashesIn(storage: Storage, keys: Iterable<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const key of keys) found.set(key, sha256(await buffer((await storage.read(key))?.stream as Readable)));
  return found;
}

test('a move copies every file with its bytes, including a referenced one in quarantine', async () => {
  const hashes = await fill(folder, 30);
  const [first = '', second = ''] = hashes.keys();
  await folder.quarantine(first, '2026-11-01');
  await folder.quarantine(second, '2026-11-01');
  expect(await move(folder, s3.storage, [first])).toMatchObject({ files: 29 });
  hashes.delete(second);
  expect(await hashesIn(s3.storage, hashes.keys())).toEqual(hashes);
  expect(await hashesIn(folder, hashes.keys())).toEqual(hashes);
});

test('an interrupted move continues where it stopped and copies nothing twice', async () => {
  const hashes = await fill(folder, 24);
  let ended = 0;
  s3.server.trouble = ({ method, query }) =>
    method === 'POST' && query.has('uploadId') && ++ended > 8 ? 'error' : null;
  await expect(move(folder, s3.storage)).rejects.toThrow('the storage cannot be used');
  const before = new Set(s3.server.bucket.objects.keys());
  expect(before.size).toBe(8);
  s3.server.trouble = () => null;
  s3.server.requests.length = 0;
  expect(await move(folder, s3.storage)).toMatchObject({ files: 24 });
  expect(s3.server.requests.filter((request) => before.has(request.replace(/^\w+ /, '')))).toEqual([]);
  expect(await hashesIn(s3.storage, hashes.keys())).toEqual(hashes);
});

test('a file that reads back with different bytes aborts the move', async () => {
  await fill(folder, 1);
  const { storage } = s3;
  const keep = storage.keep.bind(storage);
  storage.keep = async (bytes) => {
    await keep(bytes);
    for (const object of s3.server.bucket.objects.values()) object.bytes[0] = (object.bytes[0] ?? 0) ^ 1;
  };
  await expect(move(folder, storage)).rejects.toThrow('reads back with other bytes');
});

test('files can be moved back from S3 to the folder', async () => {
  const hashes = await fill(s3.storage, 10);
  await move(s3.storage, folder);
  expect(await hashesIn(folder, hashes.keys())).toEqual(hashes);
});

test('a folder whose files were moved away is not used by mistake', async () => {
  const settings = { dataDir, storagePlace: null };
  await markFilesMoved(dataDir, 's3://KEY:SECRET@somewhere/there?region=eu-central-1');
  const refusal =
    'were moved to s3://somewhere/there?region=eu-central-1. Set STORAGE_URL to that address with its keys';
  await expect(openRawStorage(settings)).rejects.toThrow(refusal);
  await markFilesMoved(dataDir, null);
  await openRawStorage(settings);
});
