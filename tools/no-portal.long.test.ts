import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../server/installation/database-side.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';

let place: string;
let database: TestDatabase;
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'tunedesk-no-portal-'));
  database = await createTestDatabase();
  // What is left is a database without any table of a portal.
  await withClient(database.ownerUrl, (client) => client.query('drop schema public cascade; create schema public'));
});
afterAll(async () => {
  await database.drop();
  rmSync(place, { recursive: true, force: true });
});

/** Commands for a portal that exists; seed, restore and `installation join` make one. */
const COMMANDS = [
  ['accounts', 'create', 'support@example.com'],
  ['accounts', 'reset-password', 'support@example.com'],
  ['backup', join(tmpdir(), 'tunedesk-no-portal.backup')],
  ['backup'],
  ['dtc-texts', 'remove', 'all'],
  ['files-sweep'],
  ['files-verify'],
  ['installation'],
  ['installation', 'undo-move', '--really'],
  ['ledger-rotate-key'],
  ['ledger-verify'],
  ['move-to', 's3://bucket?endpoint=http://127.0.0.1:9&region=none'],
  ['upgrade'],
  ['upgrade', '--check'],
];

/** Keys are needed for an address of S3 to be read; nothing is called there. */
const S3 = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };

function run([script, ...words]: string[], settings: Record<string, string | undefined>) {
  const target = join(place, 'backups');
  const env = { ...process.env, ...S3, BACKUP_TARGET: target, LOG_LEVEL: 'error', ...settings };
  const outcome = spawnSync(process.execPath, [`tools/admin/${script}.ts`, ...words], { env, encoding: 'utf8' });
  return { ...outcome, text: outcome.stdout + outcome.stderr };
}

describe('a command that finds no portal creates nothing, and names where it looked', () => {
  test.each(COMMANDS)('without a setting for the database: %s %s', (...command) => {
    const dataDir = join(place, 'missing');
    const { text } = run(command, { DATA_DIR: dataDir, DATABASE_URL: undefined });
    expect(text).toContain(dataDir);
    expect(text).toMatch(/There is no (portal|embedded database)/);
    expect([existsSync(dataDir), readdirSync(place)]).toEqual([false, []]);
  });

  test.each(COMMANDS.filter(([name]) => name !== 'installation'))('in an external database: %s %s', (...command) => {
    const dataDir = join(place, 'missing');
    const { status, text } = run(command, { DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl });
    expect([status, text]).toEqual([1, expect.stringContaining('There is no portal in this database yet')]);
    expect([existsSync(dataDir), readdirSync(place)]).toEqual([false, []]);
  });
});

test.each([
  ['backup', '--list'],
  ['restore', 'newest'],
  ['restore', join(tmpdir(), 'missing.backup')],
])('a command that finds no backup creates neither a portal nor a place for backups: %s %s', (...command) => {
  const { status, text } = run(command, { DATA_DIR: join(place, 'missing'), DATABASE_URL: undefined });
  expect([status, text]).toEqual([1, expect.stringMatching(/There is no (file|folder) /)]);
  expect(readdirSync(place)).toEqual([]);
});
