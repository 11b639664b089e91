import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { removeCluster } from './cluster-owner.ts';
import { startEmbeddedDatabase } from './embedded.ts';
import { findPostmaster } from './postmaster-file.ts';

const lines: string[] = [];
const log = (line: string) => void lines.push(line);
let dataDir: string;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tunedesk-embedded-'));
});

beforeEach(() => {
  lines.length = 0;
});

afterAll(() => {
  removeCluster(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

async function ask(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  // A deliberate crash reaches open sessions as an unexpected error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows as Record<string, unknown>[];
    return rows;
  } finally {
    await client.end();
  }
}

async function isReachable(url: string): Promise<boolean> {
  return ask(url, 'SELECT 1').then(
    () => true,
    () => false,
  );
}

test('a started database uses checksums and UTF-8, and is unreachable when stopped', async () => {
  const database = await startEmbeddedDatabase({ dataDir, durable: false, log });
  const settings =
    "SELECT current_database() AS name, current_setting('data_checksums') AS checksums, current_setting('server_encoding') AS encoding";
  expect(await ask(database.url, settings)).toEqual([{ name: 'tunedesk', checksums: 'on', encoding: 'UTF8' }]);
  await database.stop();
  expect(await isReachable(database.url)).toBe(false);
  expect(lines).toEqual([]);
});

test('a committed row survives a crash, and the next start needs no manual step', async () => {
  const crashing = await startEmbeddedDatabase({ dataDir, log });
  await ask(crashing.url, 'CREATE TABLE crash_note (text text)', "INSERT INTO crash_note VALUES ('kept')");
  crashing.crash();
  const restarted = await startEmbeddedDatabase({ dataDir, log });
  expect(await ask(restarted.url, 'SELECT text FROM crash_note')).toEqual([{ text: 'kept' }]);
  await restarted.stop();
});

test('PostgreSQL stops by itself when its server is killed, and the next start succeeds', async () => {
  const script = `
    import { startEmbeddedDatabase } from ${JSON.stringify(new URL('embedded.ts', import.meta.url).href)};
    const { url } = await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    console.log(url);`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string];
  expect(await isReachable(url.trim())).toBe(true);
  server.kill('SIGKILL');
  await expect.poll(() => isReachable(url.trim()), { interval: 20 }).toBe(false);
  const next = await startEmbeddedDatabase({ dataDir, log });
  expect(await isReachable(next.url)).toBe(true);
  await next.stop();
});

test('a killed PostgreSQL is restarted at the same address, even in the middle of a long statement', async () => {
  const ends: string[] = [];
  const onUnexpectedEnd = () => void ends.push('lost');
  const database = await startEmbeddedDatabase({ dataDir, log, onUnexpectedEnd });
  await ask(database.url, 'CREATE TABLE revived (note text)', "INSERT INTO revived VALUES ('kept')");
  const long = ask(database.url, 'SELECT count(*) FROM generate_series(1, 1e11)').catch(
    (error: Error) => error.message,
  );
  const running = `SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT count(*) FROM generate_series%'`;
  await expect.poll(() => ask(database.url, running)).toHaveLength(1);
  const { id } = findPostmaster(join(dataDir, 'postgresql/cluster')) ?? { id: 0 };
  process.kill(id, 'SIGKILL');
  await expect.poll(() => isReachable(database.url)).toBe(true);
  expect(await ask(database.url, 'SELECT note FROM revived')).toEqual([{ note: 'kept' }]);
  expect(await long).toMatch(/terminat/i);
  await database.stop();
  expect(await isReachable(database.url)).toBe(false);
  expect(ends).toEqual([]);
});

test('a PostgreSQL that is killed six times in a row is given up, and the next start succeeds', async () => {
  const ends: string[] = [];
  const database = await startEmbeddedDatabase({ dataDir, log, onUnexpectedEnd: () => void ends.push('lost') });
  for (let kill = 1; kill <= 6; kill += 1) {
    await expect.poll(() => isReachable(database.url)).toBe(true);
    process.kill(findPostmaster(join(dataDir, 'postgresql/cluster'))?.id ?? 0, 'SIGKILL');
    await expect.poll(() => isReachable(database.url), { interval: 5 }).toBe(false);
  }
  await expect.poll(() => ends).toEqual(['lost']);
  const next = await startEmbeddedDatabase({ dataDir, log });
  expect(await isReachable(next.url)).toBe(true);
  await next.stop();
});
