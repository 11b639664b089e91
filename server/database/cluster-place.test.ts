import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { findRecordedPlace, moveClusterIn } from './cluster-place.ts';

let folder: string;
/** Recorded place of the cluster, and the data folder that it has to be moved into. */
let elsewhere: string;
let dataDir: string;
let lines: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tunedesk-place-'));
  [elsewhere, dataDir] = [join(folder, 'elsewhere'), join(folder, 'database')];
  lines = [];
  mkdirSync(join(elsewhere, 'cluster/base/1'), { recursive: true });
  mkdirSync(join(elsewhere, 'cluster/empty'));
  writeFileSync(join(elsewhere, 'cluster/PG_VERSION'), '18\n');
  writeFileSync(join(elsewhere, 'cluster/base/1/1259'), Buffer.alloc(100_000, 7));
  symlinkSync('../base', join(elsewhere, 'cluster/empty/link'));
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'postgresql.place'), `${elsewhere}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const move = () => moveClusterIn(dataDir, (line) => lines.push(line));
const listAll = (path: string) => readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();

test('a cluster in another location is copied in and used; the original stays unchanged', async () => {
  const before = listAll(join(elsewhere, 'cluster'));
  await move();
  const cluster = join(dataDir, 'postgresql/cluster');
  expect(listAll(cluster)).toEqual(before);
  expect(readFileSync(join(cluster, 'base/1/1259'))).toEqual(Buffer.alloc(100_000, 7));
  expect(listAll(join(elsewhere, 'cluster'))).toEqual(before);
  expect(findRecordedPlace(dataDir)).toBeNull();
  expect(lines.at(-1)).toBe(
    `The database is in ${join(dataDir, 'postgresql')} now. ${elsewhere} is not used any more and can be removed.`,
  );
  await move();
  expect(lines).toHaveLength(2);
});

test('a copy that differs from its original is refused, and nothing is switched over', async () => {
  const original = join(elsewhere, 'cluster/base/1/1259');
  // Something writes to the original all the time, so it has changed between the copy and the comparison.
  const writing = new AbortController();
  const write = () => {
    if (writing.signal.aborted) return;
    appendFileSync(original, 'more');
    setImmediate(write);
  };
  write();
  try {
    await expect(move()).rejects.toThrow(`is not the same as ${join(elsewhere, 'cluster')} (file base/1/1259)`);
  } finally {
    writing.abort();
  }
  expect(existsSync(join(dataDir, 'postgresql/cluster'))).toBe(false);
  expect(findRecordedPlace(dataDir)).toBe(elsewhere);
});

test('an interrupted move is repeated, and a cluster already at the target is set aside, not lost', async () => {
  cpSync(join(elsewhere, 'cluster'), join(dataDir, 'postgresql/cluster.moving'), { recursive: true });
  writeFileSync(join(dataDir, 'postgresql/cluster.moving/base/1/1259'), 'half');
  mkdirSync(join(dataDir, 'postgresql/cluster'));
  writeFileSync(join(dataDir, 'postgresql/cluster/PG_VERSION'), 'of another start');
  await move();
  expect(readFileSync(join(dataDir, 'postgresql/cluster/base/1/1259'))).toHaveLength(100_000);
  const aside = readdirSync(join(dataDir, 'postgresql')).find((name) => name.startsWith('cluster.unused-')) ?? '';
  expect(readFileSync(join(dataDir, 'postgresql', aside, 'PG_VERSION'), 'utf8')).toBe('of another start');
});

test('a location that no longer exists is refused by name, and nothing is created', async () => {
  rmSync(elsewhere, { recursive: true });
  await expect(move()).rejects.toThrow(`The database of this portal is in ${elsewhere}, as`);
  expect(readdirSync(dataDir)).toEqual(['postgresql.place']);
  expect(existsSync(elsewhere)).toBe(false);
});
