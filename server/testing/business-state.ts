import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { TestApp } from './app.ts';

/** Tables that may change whether or not a call succeeds, and why that is right. */
const BESIDE_THE_CALL: Readonly<Record<string, string>> = {
  allowances: 'What was attempted counts, so that a limit holds for calls that fail too.',
  ecu_work: 'Ends with the analysis.',
  event_slots: 'Of connections, not of calls.',
  change_feed: 'Has what is read again: once too often does no harm.',
  login_failures: 'A password counts as wrong until it was right, so that many at once are bounded.',
  migrations: 'Of the program.',
  process_leases: 'Of processes, not of calls.',
  rate_limits: 'What was attempted counts.',
  upload_slots: 'Ends with the upload, or by its time.',
};

type Portal = Pick<TestApp, 'ownerDb' | 'settled'>;

/** For each table, how often each of its rows occurs: equal states are equal down to the last column. */
export type BusinessState = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Waits until everything that earlier calls started is written. Uses one statement, so that the state is that of one
 * moment.
 */
export async function readBusinessState({ ownerDb: db, settled }: Portal): Promise<BusinessState> {
  await settled();
  const tables = await listTables(db);
  const parts = tables.map(
    (name) => sql`select ${sql.lit(name)} as name, md5(t::text) as hash from ${sql.table(name)} t`,
  );
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  const state = new Map<string, Map<string, number>>(tables.map((name) => [name, new Map()]));
  for (const { name, hash } of rows) {
    const counts = state.get(name) as Map<string, number>;
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  return state;
}

const known = new WeakMap<object, string[]>();

async function listTables(db: Database): Promise<string[]> {
  const found = known.get(db);
  if (found !== undefined) return found;
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(db);
  const names = rows.map(({ name }) => name).filter((name) => !Object.hasOwn(BESIDE_THE_CALL, name));
  known.set(db, names);
  return names;
}

/** Counts the rows added to and removed from each changed table, except those that may change: `files +1 -1`. */
export function changesBetween(before: BusinessState, after: BusinessState, except: readonly string[] = []): string[] {
  return [...after].flatMap(([name, rows]) => {
    if (except.includes(name)) return [];
    const earlier = before.get(name) ?? new Map<string, number>();
    const came = surplus(rows, earlier);
    const went = surplus(earlier, rows);
    return came + went === 0 ? [] : [`${name} +${came} -${went}`];
  });
}

function surplus(rows: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [hash, count] of rows) sum += Math.max(0, count - (others.get(hash) ?? 0));
  return sum;
}
