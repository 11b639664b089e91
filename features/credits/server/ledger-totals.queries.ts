import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';

/** One customer's accounts by number, so that PostgreSQL knows how many entries to expect; null for everybody's. */
export type Accounts = readonly number[] | null;

/** Totals that the database updates with every entry (0015-ledger-totals.sql). */
export const selectTotals = (db: Database, accounts: Accounts) =>
  db
    .selectFrom('credit_totals as t')
    .innerJoin('credit_accounts as a', 'a.id', 't.account_id')
    .$if(accounts !== null, (query) => query.where('t.account_id', 'in', accounts as number[]));

const sumSources = (...sources: string[]) =>
  sql<number>`coalesce(sum(t.amount_cents) filter (where a.unit = 'MAIN' and t.source in (${sql.join(
    sources.map((source) => sql.lit(source)),
  )})), 0)::bigint / 100.0::float8`;

export const selectLedgerTotals = (db: Database, accounts: Accounts) =>
  selectTotals(db, accounts)
    .select(sql<number>`coalesce(sum(t.entries), 0)::bigint`.as('total_rows'))
    .select(sumSources('Admin').as('admin'))
    .select(sumSources('Refund').as('refund'))
    .select(sumSources('Payment').as('paypal'))
    .select(sumSources('Upload', 'DTC OFF').as('upload'))
    .select(sumSources('DTC OFF').as('dtc_off'));
