import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { removeCluster } from '../database/cluster-owner.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { onDatabase, TEMPLATE } from './database-url.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the PostgreSQL that all test files share. */
    databaseServerUrl: string;
  }
}

/** One PostgreSQL for the whole run, with one migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tunedesk-test-'));
  const complain = (line: string) => process.stderr.write(`${line}\n`);
  const database = await startEmbeddedDatabase({ dataDir, durable: false, log: complain });
  const teardown = async () => {
    await database.stop();
    removeCluster(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const serverUrl = onDatabase(database.url, 'postgres');
    await onServer(serverUrl, `CREATE DATABASE ${TEMPLATE}`);
    await migrate(onDatabase(database.url, TEMPLATE));
    // Nobody may connect any more: a database in use cannot be copied.
    await onServer(serverUrl, `ALTER DATABASE ${TEMPLATE} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
    project.provide('databaseServerUrl', serverUrl);
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
