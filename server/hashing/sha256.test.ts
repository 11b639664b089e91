import { createHash, randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { openSha256 } from './sha256.ts';

const MB = 1_000_000;

const expected = (pieces: readonly Uint8Array[]) =>
  pieces.reduce((hash, piece) => hash.update(piece), createHash('sha256')).digest('hex');

async function hashAll(pieces: readonly Uint8Array[]): Promise<string> {
  const hash = openSha256();
  for (const piece of pieces) await hash.update(piece);
  return hash.digest();
}

afterEach(() => vi.restoreAllMocks());

test.each([
  ['nothing', []],
  ['a few bytes', [randomBytes(3)]],
  ['few bytes, then many', [randomBytes(1000), randomBytes(MB)]],
  ['many bytes, then few', [randomBytes(MB), randomBytes(1)]],
])('%s', async (_, pieces) => {
  expect(await hashAll(pieces)).toBe(expected(pieces));
});

test('a view into a larger buffer is hashed without the bytes around it', async () => {
  const part = randomBytes(3 * MB).subarray(MB, 2 * MB);
  expect(await hashAll([part])).toBe(expected([part]));
});

test('twenty simultaneous hashes, beside abandoned ones, do not mix', async () => {
  const all = Array.from({ length: 20 }, () => [randomBytes(MB), randomBytes(200_000), randomBytes(MB)]);
  const hashes = await Promise.all(
    all.map(async (pieces) => {
      const abandoned = openSha256();
      const given = abandoned.update(randomBytes(MB));
      const sha256 = await hashAll(pieces);
      await given;
      abandoned.abandon();
      return sha256;
    }),
  );
  expect(hashes).toEqual(all.map(expected));
});

test('hashing many bytes hardly uses the main thread', async () => {
  const bytes = new Uint8Array(new SharedArrayBuffer(8 * MB)).fill(7);
  await hashAll([bytes]);
  // The least of several runs: what else happens on this thread meanwhile is not the hash's.
  const use = async (work: () => unknown) => {
    const runs: number[] = [];
    while (runs.length < 5) {
      const before = process.threadCpuUsage();
      await work();
      runs.push(process.threadCpuUsage(before).user);
    }
    return Math.min(...runs);
  };
  const pieces = Array.from({ length: 20 }, () => bytes);
  const there = await use(() => hashAll(pieces));
  const here = await use(() => expected(pieces));
  expect(there).toBeLessThan(here / 3);
});

test('a thread that ends fails its hashes, and the next hash uses a new thread', async () => {
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  const hash = openSha256();
  await hash.update(randomBytes(MB));
  const thread = post.mock.contexts.at(-1) as Worker;
  const updated = hash.update(randomBytes(MB)).then(() => hash.digest());
  const [outcome] = await Promise.allSettled([updated, thread.terminate()]);
  expect(outcome.status).toBe('rejected');
  await expect(hash.digest()).rejects.toThrow('an earlier thread had the beginning');
  const bytes = randomBytes(MB);
  expect(await hashAll([bytes])).toBe(expected([bytes]));
});
