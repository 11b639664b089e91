import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Unit } from '../credits.contract.ts';
import { narrowedRows } from './credits.queries.ts';

/** Oldest first, as one adds up. */
export const selectPeriodRows = (db: Database, userId: number, period: { from: string; to: string }) =>
  narrowedRows(db, userId, period).clearOrderBy().orderBy('id');

/** What all entries before the period add up to: the balance without those since, which mostly are fewer. */
export const selectOpening = (db: Database, userId: number, { from, unit }: { from: string; unit: Unit }) =>
  db
    .selectFrom('credit_accounts as a')
    .select(
      sql<number>`(a.balance_cents - (
        select coalesce(sum(e.amount_cents), 0)
          from credit_entries e join credit_journals j on j.id = e.journal_id
         where e.account_id = a.id and j.created_at >= ${`${from}T00:00:00Z`}::timestamptz))::bigint`.as('opening'),
    )
    .where('a.user_id', '=', userId)
    .where('a.unit', '=', unit);

/** What the MAIN balance was when each of the last days ended. */
export async function selectBalancesByDay(
  db: Database,
  userId: number,
  { until, days }: { until: Date; days: number },
): Promise<{ day: string; balance: number }[]> {
  const last = until.toISOString().slice(0, 10);
  const { rows } = await sql<{ day: string; balance: number }>`
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(e.balance_after_cents, 0) / 100.0::float8 as balance
      from generate_series(${last}::timestamp - make_interval(days => ${days - 1}::int), ${last}::timestamp, interval '1 day') d (day)
      left join lateral (
        select r.balance_after_cents from credit_ledger_rows r
         where r.user_id = ${userId} and r.unit = 'MAIN'
           and r.created_at < (d.day + interval '1 day') at time zone 'UTC'
         order by r.id desc limit 1) e on true
     order by d.day`.execute(db);
  return rows;
}
