import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { CountFault } from '../../../server/database/list-counts.ts';

/** One customer's, by number, so that PostgreSQL knows how many entries to expect of them; everybody's for null. */
export type Accounts = readonly number[] | null;

/** The database keeps them with every entry (0015-ledger-totals.sql). */
export const totalsOf = (db: Database, accounts: Accounts) =>
  db
    .selectFrom('credit_totals as t')
    .innerJoin('credit_accounts as a', 'a.id', 't.account_id')
    .$if(accounts !== null, (query) => query.where('t.account_id', 'in', accounts as number[]));

const totalOf = (...sources: string[]) =>
  sql<number>`coalesce(sum(t.amount_cents) filter (where a.unit = 'MAIN' and t.source in (${sql.join(
    sources.map((source) => sql.lit(source)),
  )})), 0)::bigint / 100.0::float8`;

export const selectLedgerTotals = (db: Database, accounts: Accounts) =>
  totalsOf(db, accounts)
    .select(sql<number>`coalesce(sum(t.entries), 0)::bigint`.as('total_rows'))
    .select(totalOf('Admin').as('admin'))
    .select(totalOf('Refund').as('refund'))
    .select(totalOf('Payment').as('paypal'))
    .select(totalOf('Upload', 'DTC OFF').as('upload'));

/** Whether every counted entry can be found by its source and time (0056-ledger-pages.sql). */
export async function findFacetFaults(db: Database): Promise<CountFault[]> {
  const { rows } = await sql<CountFault>`
    select 'entries of account ' || account_id || ' from ' || source as name, sum(n)::bigint as missing
      from (select account_id, source, entries as n from credit_totals
            union all
            select account_id, source, -count(*) from credit_entry_facets group by 1, 2) both_sides
     group by account_id, source having sum(n) <> 0`.execute(db);
  return rows;
}
