import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { startEmbeddedDatabase } from './embedded.ts';

const PATH = process.env.PATH;

let outer: string;
/** DATA_DIR, and the folder of the database in it. */
let dataDir: string;
let database: string;
let lines: string[];

beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), 'tunedesk-owner-'));
  dataDir = join(outer, 'data');
  database = join(dataDir, 'database');
  lines = [];
  mkdirSync(database, { recursive: true, mode: 0o700 });
});
afterEach(() => {
  process.env.PATH = PATH;
  rmSync(outer, { recursive: true, force: true });
});

const start = () => startEmbeddedDatabase({ dataDir: database, durable: false, log: (line) => lines.push(line) });

async function query(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let rows: unknown[] = [];
  for (const statement of statements) ({ rows } = await client.query(statement));
  await client.end();
  return rows;
}

async function startWithNote(): Promise<void> {
  const started = await start();
  await query(started.url, 'create table note (words text)', `insert into note values ('still here')`);
  await started.stop();
}

async function expectNote(): Promise<void> {
  const started = await start();
  expect(await query(started.url, 'select words from note')).toEqual([{ words: 'still here' }]);
  await started.stop();
}

/** Simulates most containers: the command is there, but the system refuses. */
function refuseUserNamespaces(): void {
  const folder = join(outer, 'bin');
  mkdirSync(folder);
  chmodSync(outer, 0o755);
  writeFileSync(join(folder, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  process.env.PATH = `${folder}:${PATH}`;
}

describe.runIf(process.getuid?.() === 0)('root without user namespaces', () => {
  test('stores its database in the data folder and finds it again either way', async () => {
    refuseUserNamespaces();
    await startWithNote();
    const { uid, gid } = statSync(join(database, 'postgresql/cluster'));
    expect(uid).toBeGreaterThan(0);
    // PostgreSQL's user may pass through our folders, and others may not.
    for (const folder of [dataDir, database]) {
      expect(statSync(folder)).toMatchObject({ uid: 0, gid });
      expect(statSync(folder).mode & 0o777).toBe(0o710);
    }
    await expectNote();
    process.env.PATH = PATH;
    await expectNote();
  });

  test('is refused with the folder that blocks it, and nothing is created', async () => {
    refuseUserNamespaces();
    chmodSync(outer, 0o700);
    await expect(start()).rejects.toThrow(`may not enter ${outer}. Either let it through with: chmod o+x ${outer} ;`);
    expect(existsSync(join(database, 'postgresql'))).toBe(false);
    expect(statSync(outer).mode & 0o777).toBe(0o700);
    chmodSync(outer, 0o711);
    await startWithNote();
  });
});
