import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { types } from '../database/connect.ts';
import { listMigrations } from '../database/migrate.ts';
import { newerTables } from '../program-version.ts';
import { PRESENCE_LOCK } from '../database/presence.ts';
import type { Schema } from '../database/schema.ts';

/** Returns one line per fault of the ledger. It is passed the transaction that is about to be committed. */
export type CheckLedger = (db: Kysely<Schema>) => Promise<string[]>;

/** The same rows must become the same text on every server, and no time limit may cut a long copy short. */
const SETTINGS = `
  set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

/** Lends one connection for the copying of tables. */
export async function withSession<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A connection that is lost fails the query in progress, with that error.
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    throw new Error(`The database ${client.host}/${client.database} cannot be reached: ${error.message}`);
  });
  try {
    await client.query(SETTINGS);
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs all of the work or nothing of it; when killed in the middle, nothing. */
export async function inTransaction<Result>(
  client: pg.Client,
  kind: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query(`begin ${kind}`);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Refuses a database on which a portal runs, which holds this lock for as long as it does. */
export async function refuseWhilePortalRuns(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock(${PRESENCE_LOCK}) as "isOurs"`);
  if (!rows[0]?.isOurs) throw new Error('A Tunedesk is running on this database. Stop it first.');
}

/** Throws a sentence when this program is too old for the migrations that `what` was made with. */
export async function refuseNewer(
  migrations: readonly string[],
  { what, madeBy }: { what: string; madeBy: string | null },
): Promise<void> {
  const known = await listMigrations();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw newerTables(what, { unknown, madeBy });
}

/** Checks the ledger on the rows as they are inside the open transaction. */
export async function refuseBrokenLedger(client: pg.Client, checkLedger: CheckLedger): Promise<void> {
  const query = (text: string, values: unknown[]) => client.query({ text, values, types });
  const lent = { query, release: () => undefined } as unknown as pg.PoolClient;
  const pool = { connect: async () => lent, end: async () => undefined, options: {} };
  const faults = await checkLedger(new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }));
  if (faults.length > 0) throw new Error(`The ledger does not add up, so nothing was changed: ${faults.join('; ')}.`);
}
