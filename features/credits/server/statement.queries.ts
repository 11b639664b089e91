import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Unit } from '../credits.calls.ts';
import { beginOfDay, selectNarrowedRows } from './ledger-page.queries.ts';

/** Selects the rows oldest first, the order in which they are added up. */
export const selectPeriodRows = (
  db: Database,
  accounts: readonly number[],
  period: { from: string; to: string; zone: string },
) => selectNarrowedRows(db, accounts, period).clearOrderBy().orderBy('id');

/** Selects the sum of all entries before the period: the balance without the entries since, which are usually fewer. */
export const selectOpening = (
  db: Database,
  userId: number,
  { from, unit, zone }: { from: string; unit: Unit; zone: string },
) =>
  db
    .selectFrom('credit_accounts as a')
    .select(
      sql<number>`(a.balance_cents - (
        select coalesce(sum(e.amount_cents), 0)
          from credit_entry_facets f join credit_entries e on e.id = f.entry_id
         where f.account_id = a.id and f.created_at >= ${beginOfDay(from, zone)}))::bigint`.as('opening'),
    )
    .where('a.user_id', '=', userId)
    .where('a.unit', '=', unit);

/**
 * Entries made at the same time may have times in a different order than their numbers: the last entry of a day is
 * among this many that are the last by their time.
 */
const MADE_AT_ONCE = 50;

/** Selects the MAIN balance at the end of each of the last days, the newest of which is `last`. */
export async function selectBalancesByDay(
  db: Database,
  userId: number,
  { last, days, zone }: { last: string; days: number; zone: string },
): Promise<{ day: string; balance: number }[]> {
  const { rows } = await sql<{ day: string; balance: number }>`
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(e.balance_after_cents, 0) / 100.0::float8 as balance
      from generate_series(${last}::timestamp - make_interval(days => ${days - 1}::int), ${last}::timestamp, interval '1 day') d (day)
      left join lateral (
        select max(latest.entry_id) as id
          from (select f.entry_id from credit_entry_facets f
                 where f.account_id = (select id from credit_accounts where user_id = ${userId} and unit = 'MAIN')
                   and f.created_at < (d.day + interval '1 day') at time zone ${zone}
                 order by f.created_at desc limit ${MADE_AT_ONCE}) latest) newest on true
      left join credit_entries e on e.id = newest.id
     order by d.day`.execute(db);
  return rows;
}
