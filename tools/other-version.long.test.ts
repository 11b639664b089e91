import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../server/installation/database-side.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';

const NEWER = '9999-of-a-newer-program.sql';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'tunedesk-other-version-'));
  await withClient(database.ownerUrl, (client) => client.query('insert into migrations (name) values ($1)', [NEWER]));
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Keys are needed for an address of S3 to be read; nothing is called there. */
const S3 = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };

test.each([
  ['files-sweep', '--all'],
  ['files-verify'],
  ['ledger-verify'],
  ['move-to', 's3://bucket?endpoint=http://127.0.0.1:9&region=none'],
])('%s refuses the tables of a newer program, which may reference files that it does not know', (script, ...words) => {
  const env = { ...process.env, ...S3, DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl, LOG_LEVEL: 'error' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [`tools/admin/${script}.ts`, ...words], {
    env,
    encoding: 'utf8',
  });
  expect([status, stdout + stderr]).toEqual([1, expect.stringContaining(`was made by a newer Tunedesk (${NEWER})`)]);
});
