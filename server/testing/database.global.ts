import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { generatePassword, setRole } from '../database/access.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { grantPrivileges } from '../database/server-role.ts';
import { requirePrograms } from '../threads/thread-programs.ts';
import { onDatabase, TEMPLATE, TEST_ROLE } from './database-url.ts';
import { makeThrowawayFolder, removeThrowawayFolder } from './throwaway-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the maintenance database of the PostgreSQL that all test files share. */
    databaseServerUrl: string;
    /** Password of the role that the tested program uses. */
    databaseRolePassword: string;
    /** For folders that a test needs: it is removed at the end of the run, with everything left in it. */
    throwawayFolder: string;
  }
}

/** Starts one PostgreSQL for the whole run, with one migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Built once for all test files, instead of by several of them at the same time.
  requirePrograms();
  const dataDir = makeThrowawayFolder('tunedesk-test-');
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const database = await startEmbeddedDatabase({ dataDir, durable: false, log });
  const teardown = async () => {
    await database.stop();
    removeThrowawayFolder(dataDir);
  };
  try {
    const serverUrl = onDatabase(database.url, 'postgres');
    await onServer(serverUrl, `CREATE DATABASE ${TEMPLATE}`);
    await migrate(onDatabase(database.url, TEMPLATE));
    project.provide('databaseRolePassword', await makeServerRole(onDatabase(database.url, TEMPLATE)));
    // Refuses further connections: a database in use cannot be copied.
    await onServer(serverUrl, `ALTER DATABASE ${TEMPLATE} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
    project.provide('databaseServerUrl', serverUrl);
    project.provide('throwawayFolder', dataDir);
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}

/** Copies of the template include its grants; the role itself belongs to all databases of the server. */
async function makeServerRole(url: string): Promise<string> {
  const password = generatePassword();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await setRole(client, TEST_ROLE, password);
    await grantPrivileges(client, TEST_ROLE);
  } finally {
    await client.end();
  }
  return password;
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
