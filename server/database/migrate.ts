import { readFile, readdir } from 'node:fs/promises';
import pg from 'pg';
import { installJobs } from '../jobs.ts';
import { newerTables, readProgramVersion } from '../program-version.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);

/** Holds the tables as they were after all migrations before it, the last of which was `LAST_BEFORE_BASELINE`. */
const BASELINE = '0200-baseline.sql';
const LAST_BEFORE_BASELINE = '0182-reports-on-read.sql';

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

/** Returns the migrations applied to this database, in order; empty when it never was a portal's. */
export async function readMigrations(client: pg.Client, what = 'This database'): Promise<string[]> {
  const found = await client.query<{ isThere: boolean }>(`select to_regclass('migrations') is not null as "isThere"`);
  if (!found.rows[0]?.isThere) return [];
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name collate "C"');
  return countBaseline(
    rows.map(({ name }) => name),
    what,
  );
}

/**
 * Names the migrations that `what` was made with as this program knows them: all before the baseline count as the
 * baseline. Throws a sentence if the last of them is missing, because no file here leads on from such tables.
 */
export function countBaseline(names: readonly string[], what: string): string[] {
  const earlier = names.filter((name) => name < BASELINE);
  if (earlier.length === 0) return [...names];
  if (earlier.includes(LAST_BEFORE_BASELINE)) return [BASELINE, ...names.filter((name) => name > BASELINE)];
  throw new Error(
    `${what} was made by a Tunedesk that is too old for this one: its newest tables are of ${earlier.at(-1)}, and this ` +
      `program needs those of ${LAST_BEFORE_BASELINE}. Nothing was changed. Start the last version with that file on it, ` +
      'then this one; restore an old backup with that version, and make a new backup ("Very old versions" in ' +
      'docs/operating.md).',
  );
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
  const applied = new Set(await readMigrations(client));
  const unknown = [...applied].filter((name) => !known.includes(name));
  if (unknown.length > 0) throw newerTables('This database', { unknown, madeBy: await readProgramVersion(client) });
  const { rowCount } = await client.query('delete from migrations where name < $1 collate "C"', [BASELINE]);
  if (rowCount !== 0) await client.query('insert into migrations (name) values ($1)', [BASELINE]);
  for (const name of known.filter((candidate) => !applied.has(candidate))) {
    await client.query(await readFile(new URL(name, MIGRATIONS), 'utf8'));
    await client.query('insert into migrations (name) values ($1)', [name]);
  }
}

/** Columns that are searched for any part of a word (`ilike`), in lists that may be long. */
const SEARCHED = [
  { table: 'files', column: 'file_name' },
  { table: 'files', column: 'file_id' },
  { table: 'file_fingerprints', column: 'numbers' },
  { table: 'users', column: 'username' },
  { table: 'users', column: 'email' },
  { table: 'tickets', column: 'ticket_id' },
  { table: 'tickets', column: 'subject' },
  { table: 'changes', column: 'subject_name' },
  { table: 'security_events', column: 'account' },
  { table: 'security_events', column: 'address' },
] as const;

/** PostgreSQL's error codes when the extension may not be created, or is not installed on that server. */
const UNAVAILABLE = ['42501', '0A000', '58P01', '22023'];

/**
 * Makes the indexes that searches use, at every start, because an operator may add the extension `pg_trgm` later. If
 * the server does not offer it or the role may not create it, searches stay correct but are slow on long lists; the
 * reason is returned then. Any role that may create objects in the database can create the extension.
 */
export async function prepareSearchIndexes(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const reason = await createExtension(client);
    if (reason !== null) return reason;
    const { rows } = await client.query<{ schema: string }>(
      `select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
        where e.extname = 'pg_trgm'`,
    );
    for (const { table, column } of SEARCHED) {
      await client.query(
        `create index if not exists ${table}_${column}_parts on ${table}
          using gin (${column} ${rows[0]?.schema}.gin_trgm_ops)`,
      );
    }
    return null;
  } finally {
    await client.end();
  }
}

async function createExtension(client: pg.Client): Promise<string | null> {
  try {
    await client.query('create extension if not exists pg_trgm');
    return null;
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (!UNAVAILABLE.includes(code)) throw error;
    return message;
  }
}

/** Throws a sentence unless the database at `url` has the tables of a portal, of whatever version. */
export const requireTables = (url: string): Promise<void> => withTables(url, async () => undefined);

/** Throws a sentence unless the tables of the database at `url` match this version of the program. */
export const requireCurrentTables = (url: string): Promise<void> =>
  withTables(url, async (client) => {
    const applied = new Set(await readMigrations(client));
    const known = await listMigrations();
    if (applied.size === known.length && known.every((name) => applied.has(name))) return;
    const unknown = [...applied].filter((name) => !known.includes(name));
    if (unknown.length > 0) throw newerTables('This database', { unknown, madeBy: await readProgramVersion(client) });
    throw new Error(
      'This database was made by an earlier version of Tunedesk. Start this version once, then try again.',
    );
  });

async function withTables(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query<{ name: string | null }>("select to_regclass('migrations')::text as name");
    if (found.rows[0]?.name === null) throw new Error('There is no portal in this database yet. Start Tunedesk once.');
    await work(client);
  } finally {
    await client.end();
  }
}
