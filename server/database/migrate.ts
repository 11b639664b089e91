import { readFile, readdir } from 'node:fs/promises';
import pg from 'pg';
import { installJobs } from '../jobs.ts';
import { newerTables, readProgramVersion } from './newer-tables.ts';
import { prepareSearchIndexes } from './search-indexes.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);

/** The ledger's `unique nulls not distinct` needs it. */
const OLDEST_SERVER = 150_000;

/** Advisory lock by which servers that start at once on one database take turns; an arbitrary number of our own. */
const LOCK = 7_316_009_112;

/**
 * Migrates the database at `url` to this version: applies each migration file once, in the order of their names, all
 * in one transaction. Throws when the database is newer than this program.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${LOCK})`);
    await requireServer(client);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    await applyMissing(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
  await prepareSearchIndexes(url);
  await installJobs(url);
}

/** Lists the names of the migrations this version of the program knows, in order. */
export async function listMigrations(): Promise<string[]> {
  const names = await readdir(MIGRATIONS);
  return names.filter((name) => name.endsWith('.sql')).sort();
}

async function requireServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  if ((rows[0]?.version ?? 0) < OLDEST_SERVER) {
    throw new Error('Tunedesk needs PostgreSQL 15 or newer.');
  }
}

async function applyMissing(client: pg.Client): Promise<void> {
  const known = await listMigrations();
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  const applied = new Set(rows.map((row) => row.name));
  const unknown = [...applied].filter((name) => !known.includes(name));
  if (unknown.length > 0) throw newerTables('This database', { unknown, madeBy: await readProgramVersion(client) });
  for (const name of known.filter((candidate) => !applied.has(candidate))) {
    await client.query(await readFile(new URL(name, MIGRATIONS), 'utf8'));
    await client.query('insert into migrations (name) values ($1)', [name]);
  }
}
