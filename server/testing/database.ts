import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { inject } from 'vitest';

import { withRole } from '../database/access.ts';
import { onDatabase, TEMPLATE, TEST_ROLE } from './database-url.ts';

/** An arbitrary number, the same for all that copy the template. */
const COPYING_LOCK = 7_205_759;
const OBJECT_IN_USE = '55006';

/** `url` uses the restricted role with which the server works, `ownerUrl` the superuser. */
export type TestDatabase = { url: string; ownerUrl: string; drop(): Promise<void> };

/** Creates a separate database with every table and no rows: one per test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('databaseServerUrl');
  const client = await connectOnce(serverUrl);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await client.query('SELECT pg_advisory_lock($1)', [COPYING_LOCK]);
  try {
    await copyTemplate(client, name);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [COPYING_LOCK]);
  }
  const drop = async () => {
    await waitUntilUnused(client, name);
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  const ownerUrl = onDatabase(serverUrl, name);
  return { url: withRole(ownerUrl, TEST_ROLE, inject('databaseRolePassword')), ownerUrl, drop };
}

let connection: Promise<pg.Client> | undefined;

/** A session takes as long as a copy of the database, so the test files of a process share one. */
function connectOnce(url: string): Promise<pg.Client> {
  connection ??= (async () => {
    const client = new pg.Client({ connectionString: url });
    // PostgreSQL ends before the process that ran the tests.
    client.on('error', () => undefined);
    client.on('end', () => (connection = undefined));
    await client.connect();
    return client;
  })();
  return connection;
}

/** PostgreSQL reports every session that it has to end, and those of a closed connection last a few milliseconds longer. */
async function waitUntilUnused(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [name]);
    if (rowCount === 0) return;
    await sleep(5);
  }
}

async function copyTemplate(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Through the shared buffers it takes two to eight times as long: they hold nine databases, and write out the others.
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
      return;
    } catch (error) {
      // PostgreSQL's own housekeeping connects to the template now and then.
      if ((error as { code?: string }).code !== OBJECT_IN_USE || attempt === 50) throw error;
      await sleep(20);
    }
  }
}
