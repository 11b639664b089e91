import { sql, type Selectable } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { CreditAccountsTable } from '../../../server/database/schema.ts';
import type { Unit } from '../credits.calls.ts';
import { can, type Viewer } from '../../../contract/capabilities.ts';

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
