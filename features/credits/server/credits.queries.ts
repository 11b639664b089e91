import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { CreditAccountsTable } from '../../../server/database/schema.ts';
import type { Unit } from '../credits.calls.ts';
import { type Viewer, can } from '../../../contract/capabilities.ts';

export const selectAccounts = (db: Database, userId: number) =>
  db
    .selectFrom('credit_accounts')
    .select(['id', 'unit', 'balance_cents', 'version'])
    .where('user_id', '=', userId)
    .orderBy('id');

/** Selects the account's owner if the actor may see the account: the owner, or any administrator. */
export const selectVisibleAccount = (db: Database, actor: Viewer, userId: number) =>
  db
    .selectFrom('credit_accounts')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('unit', '=', 'MAIN')
    .$if(!can(actor, 'ledger.read-all'), (query) => query.where('user_id', '=', actor.id));

/** Locks the user's accounts and selects one with its balance; no row when its version is no longer `version`. */
export const lockAccountAt = (db: Database, userId: number, unit: Unit, version: number) =>
  lockAccounts(db, userId).where('held.unit', '=', unit).where('held.version', '=', version);

/** Locks both accounts until the transaction ends; by a database function, as the server itself may not lock them. */
export const lockAccounts = (db: Database, userId: number) =>
  db
    .selectFrom(sql<Selectable<CreditAccountsTable>>`credit_hold(${userId})`.as('held'))
    .select(['held.id', 'held.unit', 'held.balance_cents', 'held.version'])
    .orderBy('held.id');

/** Selects the balance right after the account's entry number `sequence`; no row for 0, when it was empty. */
export const selectBalanceAt = (db: Database, userId: number, unit: Unit, sequence: number) =>
  db
    .selectFrom('credit_entries')
    .innerJoin('credit_accounts', 'credit_accounts.id', 'credit_entries.account_id')
    .select('balance_after_cents')
    .where('user_id', '=', userId)
    .where('unit', '=', unit)
    .where('sequence', '=', sequence);

/** One customer's accounts by number, so that PostgreSQL knows how many entries to expect; null for everybody's. */
export type Accounts = readonly number[] | null;

/** Totals that the database updates with every entry. */
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
