import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Storage } from './storage.ts';
import { openFileStorage } from './file-storage.ts';
import { sweepStorage, type SweepOptions } from './sweep.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-22T03:00:00Z');

let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunedesk-sweep-'));
  storage = await openFileStorage(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Puts objects in their places as if they had been there for a long time. */
async function fill(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => randomBytes(16).toString('hex'));
  for (const key of keys) {
    await mkdir(join(folder, 'objects', key.slice(0, 2)), { recursive: true });
    await writeFile(join(folder, 'objects', key.slice(0, 2), key), key);
  }
  return keys;
}

const sweep = (referenced: readonly string[], options: Partial<SweepOptions> = {}) =>
  sweepStorage(storage, {
    findReferenced: async (keys) => new Set(keys.filter((key) => referenced.includes(key))),
    now: NOW,
    quarantineDays: 30,
    minAgeMs: 0,
    ...options,
  });

/** Lists every file of the storage folder, by its path. */
async function everyFile(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

const readText = async (key: string) => {
  const found = await storage.read(key);
  return found === null ? null : text(found.stream);
};

test('unreferenced objects are quarantined under the date and removed after their days there', async () => {
  const keys = await fill(100);
  const [left = '', other = ''] = keys;
  expect(await sweep(keys.slice(1))).toMatchObject({ stored: 100, unreferenced: 1, setAside: 1, removed: 0 });
  expect(await everyFile()).toContain(`quarantine/2026-11-22/${left}`);
  const later = (days: number) => ({ now: new Date(NOW.getTime() + days * DAY_MS) });
  expect(await sweep(keys.slice(1), later(29))).toMatchObject({ removed: 0 });
  expect(await sweep(keys.slice(1), { ...later(400), quarantineDays: 0 })).toMatchObject({ removed: 0 });
  expect(await sweep(keys.slice(1), later(30))).toMatchObject({ removed: 1 });
  expect(await everyFile()).toHaveLength(99);
  expect(await readdir(join(folder, 'quarantine'))).toEqual([]);
  expect(await readText(other)).toBe(other);
});

test('twenty unreferenced objects are leftovers; one more is an alarm, and nothing is moved or removed', async () => {
  const keys = await fill(500);
  await storage.quarantine(keys[0] as string, '2020-01-01');
  const before = await everyFile();
  expect(await sweep(keys.slice(22))).toMatchObject({ unreferenced: 21, isAlarm: true, setAside: 0, removed: 0 });
  expect(await everyFile()).toEqual(before);
  expect(await sweep(keys.slice(21))).toMatchObject({ unreferenced: 20, isAlarm: false, setAside: 20, removed: 1 });
});

test('more than one in twenty objects is an alarm, however few they are, and moves them only on request', async () => {
  const keys = await fill(39);
  expect(await sweep(keys.slice(2))).toMatchObject({ unreferenced: 2, isAlarm: true, setAside: 0 });
  expect(await sweep([])).toMatchObject({ unreferenced: 39, isAlarm: true, setAside: 0 });
  expect(await sweep(keys.slice(1))).toMatchObject({ unreferenced: 1, isAlarm: false, setAside: 1 });
  expect(await sweep([], { all: true })).toMatchObject({ unreferenced: 38, isAlarm: true, setAside: 38 });
  expect(await sweep(keys)).toMatchObject({ acknowledgeUndone: 39 });
  for (const key of keys) expect(await readText(key)).toBe(key);
});

test('an object younger than a day is not touched, whatever its file’s timestamp', async () => {
  await fill(40);
  const arriving = await storage.receive(Readable.from([randomBytes(9)]));
  const stored = await storage.receive(Readable.from([randomBytes(9)]));
  await storage.keep(stored);
  await utimes(join(folder, 'objects', stored.key.slice(0, 2), stored.key), new Date(0), new Date(0));
  const before = await everyFile();
  expect(await sweep([], { minAgeMs: DAY_MS, all: true })).toMatchObject({ unreferenced: 0, setAside: 0 });
  expect(await everyFile()).toEqual(before);
  // An upload that was cut off long ago is set aside like any other.
  await sweep([stored.key], { all: true });
  expect(await everyFile()).toContain(`quarantine/2026-11-22/${arriving.key}`);
});

test('an object that becomes referenced while it is being set aside stays in place', async () => {
  const [key = ''] = await fill(40);
  const place = `objects/${key.slice(0, 2)}/${key}`;
  let isReferenced = false;
  const quarantine = storage.quarantine.bind(storage);
  storage.quarantine = async (...moved) => {
    isReferenced = true;
    return quarantine(...moved);
  };
  const findReferenced = async (keys: string[]) => new Set(keys.filter((one) => one !== key || isReferenced));
  expect(await sweep([], { findReferenced })).toMatchObject({ unreferenced: 1, setAside: 0 });
  expect(isReferenced).toBe(true);
  expect(await everyFile()).toContain(place);
});

test('reading an object in quarantine restores it, and a referenced one is never removed', async () => {
  const [first = '', second = ''] = await fill(2);
  for (const key of [first, second]) expect(await storage.quarantine(key, '2020-01-01')).toBe(true);
  expect(await readText(first)).toBe(first);
  expect(await sweep([second])).toMatchObject({ isAlarm: true, acknowledgeUndone: 1, removed: 0 });
  expect(await readText(second)).toBe(second);
});

test('folders of stored files are accessible to their owner only, including those of an earlier version', async () => {
  const [key = ''] = await fill(1);
  for (const name of ['.', 'objects', `objects/${key.slice(0, 2)}`]) await chmod(join(folder, name), 0o755);
  storage = await openFileStorage(folder);
  const stored = await storage.receive(Readable.from([randomBytes(9)]));
  await storage.keep(stored);
  await storage.quarantine(key, '2026-11-22');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.name !== key)) {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});
