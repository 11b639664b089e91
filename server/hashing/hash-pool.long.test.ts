import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { HttpProblem } from '../http/replies.ts';
import { openHashPool, type HashPool } from './hash-pool.ts';

const pools: HashPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function open1(waiting = { each: 100, all: 200 }): HashPool {
  const pool = openHashPool({ threads: 1, waiting });
  pools.push(pool);
  return pool;
}

test('a hashed password is recognised, and no other is', async () => {
  const pool = open1();
  const hash = await pool.hash('Copper-Lathe-88', 'account 1');
  expect(hash).toMatch(/^\$argon2id\$/);
  expect(await pool.verify(hash, 'Copper-Lathe-88', 'account 1')).toBe(true);
  expect(await pool.verify(hash, 'copper-lathe-88', 'account 1')).toBe(false);
});

test('hashing fifty passwords at once does not delay reading files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tunedesk-hash-'));
  const file = await open(join(folder, 'download.bin'), 'w+');
  await file.write(new Uint8Array(64 * 1024));
  const pool = open1();
  let done = 0;
  const hashing = Array.from({ length: 50 }, () => pool.hash('Copper-Lathe-88', 'account 1').then(() => (done += 1)));
  for (let read = 0; read < 20; read += 1) await file.read(new Uint8Array(64 * 1024), 0, 64 * 1024, 0);
  const doneWhenRead = done;
  await Promise.all(hashing);
  await file.close();
  await rm(folder, { recursive: true });
  // On the threads that read files, every read would have waited for a dozen passwords.
  expect(doneWhenRead).toBeLessThan(10);
});

test('clients take turns: a single request does not wait for all thirty of another client', async () => {
  const pool = open1();
  const order: string[] = [];
  const ask = (client: string) => pool.hash('Copper-Lathe-88', client).then(() => order.push(client));
  const many = Array.from({ length: 30 }, () => ask('address 192.0.2.1'));
  await Promise.all([...many, ask('account 7')]);
  expect(order.indexOf('account 7')).toBeLessThan(4);
});

test('one client cannot fill the queue, and its length is limited: 429 with Retry-After', async () => {
  const pool = open1({ each: 2, all: 3 });
  const outcome = (client: string) =>
    pool.hash('Copper-Lathe-88', client).then(
      () => 'hashed',
      (error: HttpProblem) => `${error.status} after ${error.retryAfterSeconds}`,
    );
  const outcomes = await Promise.all(['a', 'a', 'a', 'a', 'b', 'c'].map(outcome));
  // One of "a" is being hashed and two wait; one of "b" is the third that waits.
  expect(outcomes).toEqual(['hashed', 'hashed', 'hashed', '429 after 2', 'hashed', '429 after 2']);
});
