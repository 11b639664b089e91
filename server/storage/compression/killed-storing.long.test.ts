import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unlimitedPace, verifyObject } from '../../stored-files/verify-object.ts';
import type { StopAt } from '../../testing/killed-storing.ts';
import { openFileStorage } from '../file-storage.ts';
import { createKey, type Storage } from '../storage.ts';
import { sweepStorage } from '../sweep.ts';
import { createCompressedStorage } from './compressed-storage.ts';

const SCRIPT = fileURLToPath(new URL('../../testing/killed-storing.ts', import.meta.url));

const DUMP = Buffer.concat(Array.from({ length: 40 }, (_, piece) => Buffer.alloc(60_000, piece)));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunedesk-killed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts a process that is killed at `stopAt`, and opens the storage as the next process does. */
async function storeAndKill(stopAt: StopAt): Promise<{ key: string; storage: Storage }> {
  const key = createKey();
  const child = fork(SCRIPT, [folder, stopAt, key], { execArgv: [] });
  const exited = once(child, 'exit');
  const [outcome] = await Promise.race([once(child, 'message'), exited]);
  expect(outcome).toBe('stopped');
  child.kill('SIGKILL');
  await exited;
  return { key, storage: createCompressedStorage(await openFileStorage(folder)) };
}

const record = { size_bytes: DUMP.length, sha256: createHash('sha256').update(DUMP).digest('hex') };

const sweep = (storage: Storage, referenced: string[]) =>
  sweepStorage(storage, {
    findReferenced: async (keys) => new Set(keys.filter((key) => referenced.includes(key))),
    now: new Date('2026-11-22T03:00:00Z'),
    quarantineDays: 30,
    minAgeMs: 0,
    all: true,
  });

test.each<StopAt>(['received half', 'received'])(
  'killed when a dump is %s: it is not a stored file, and the sweep sets it aside',
  async (stopAt) => {
    const { key, storage } = await storeAndKill(stopAt);
    expect(await storage.read(key)).toBeNull();
    expect(await storage.listUnfinished()).toEqual([key]);
    await sweep(storage, []);
    expect([await storage.listUnfinished(), await readdir(join(folder, 'incoming'))]).toEqual([[], []]);
  },
);

test('killed between compressing and the record: the dump is intact, set aside without one and restored with one', async () => {
  const { key, storage } = await storeAndKill('permanent');
  expect((await stat(join(folder, 'objects', key.slice(0, 2), key))).size).toBeLessThan(DUMP.length / 100);
  expect(await verifyObject(storage, { key, ...record }, unlimitedPace)).toBeNull();
  expect((await sweep(storage, [])).setAside).toBe(1);
  expect((await sweep(storage, [key])).acknowledgeUndone).toBe(1);
  expect(await verifyObject(storage, { key, ...record }, unlimitedPace)).toBeNull();
});
