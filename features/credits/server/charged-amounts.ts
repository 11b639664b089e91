import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Within } from '../../../server/database/id-stretches.ts';

const CUSTOMERS_ENTRIES = sql`credit_journals j
  join credit_entries e on e.journal_id = j.id
  join credit_accounts a on a.id = e.account_id and a.user_id is not null`;

/** Subquery of `file_id` and `taken`: the cents that the ledger took for each file and has not refunded. */
export const sumTakenByFile = (within: Within) => sql`
  select j.file_id, -sum(e.amount_cents) as taken
    from ${CUSTOMERS_ENTRIES}
   where ${within('j.file_id')} and j.source in ('Upload', 'Refund') group by j.file_id`;

/** Scalar subquery: the cents that the ledger took under this key; null when there is none. */
export const sumTakenUnderKey = (key: RawBuilder<string>) => sql<number | null>`
  (select -sum(e.amount_cents) from ${CUSTOMERS_ENTRIES} where j.key = ${key})`;

/** Subquery of `key`, the `number` at its end, and `taken`, for the keys with this beginning. */
export const sumTakenByKey = (beginning: string, within: Within) => sql`
  select j.key, ${numberIn(beginning)} as number, -sum(e.amount_cents) as taken
    from ${CUSTOMERS_ENTRIES}
   where ${within('j.id')} and starts_with(j.key, ${sql.lit(beginning)}) group by j.key`;

const numberIn = (beginning: string) =>
  sql`case when j.key ~ ${sql.lit(`^${beginning}[0-9]{1,18}$`)} then substr(j.key, ${sql.lit(beginning.length + 1)})::bigint end`;

/** Returns the files that these journals are about. */
export async function listFilesOfJournals(db: Database, journals: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct j.file_id as id from credit_journals j
     where j.id = any(${journals}::bigint[]) and j.file_id is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the numbers at the end of those keys of these journals that start with `beginning`. */
export async function listNumbersInKeys(
  db: Database,
  journals: readonly number[],
  beginning: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number | null }>`
    select distinct ${numberIn(beginning)} as id from credit_journals j where j.id = any(${journals}::bigint[])`.execute(
    db,
  );
  return rows.flatMap(({ id }) => id ?? []);
}
