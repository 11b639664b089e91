import { sql, type Selectable } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { CreditAccountsTable } from '../../../server/database/schema.ts';
import type { LedgerSource, Unit } from '../credits.contract.ts';
import { can, type HasRole } from '../../capabilities.ts';

export const selectAccounts = (db: Database, userId: number) =>
  db
    .selectFrom('credit_accounts')
    .select(['id', 'unit', 'balance_cents', 'version'])
    .where('user_id', '=', userId)
    .orderBy('id');

/** The account's owner, when the actor may see it: the owner, or any administrator. */
export const selectVisibleAccount = (db: Database, actor: HasRole & { id: number }, userId: number) =>
  db
    .selectFrom('credit_accounts')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('unit', '=', 'MAIN')
    .$if(!can(actor, 'ledger.read-all'), (query) => query.where('user_id', '=', actor.id));

const inCredits = (cents: string) => sql<number>`${sql.ref(cents)} / 100.0::float8`;

const ledgerRows = (db: Database) =>
  db
    .selectFrom('credit_ledger_rows')
    .select(['id', 'username', 'source', 'unit', 'file_id', 'open_file_id', 'note', 'is_test', 'created_at'])
    .select(inCredits('amount_cents').as('credit_balance'))
    .select(inCredits('balance_after_cents').as('balance_after'))
    .orderBy('id', 'desc');

/** What a reader looks for: both days are part of it, in UTC. */
export interface LedgerFilter {
  source?: LedgerSource | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const NEXT_DAY = (day: string) => sql<string>`(${day}::timestamp + interval '1 day') at time zone 'UTC'`;
const THAT_DAY = (day: string) => sql<string>`${day}::timestamp at time zone 'UTC'`;

/** Newest first; everybody's for null. All of them: for a page, `ledgerPage`. */
export const narrowedRows = (db: Database, userId: number | null, { source, from, to }: LedgerFilter) =>
  ledgerRows(db)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId as number))
    .$if(source !== undefined, (query) => query.where('source', '=', source as LedgerSource))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', THAT_DAY(from as string)))
    .$if(to !== undefined, (query) => query.where('created_at', '<', NEXT_DAY(to as string)));

/** One customer's, by number, so that PostgreSQL knows how many entries to expect of them; everybody's for null. */
export type Accounts = readonly number[] | null;

/** Only which rows: the house's half of the ledger has no sequence, and nothing but the filter needs the journals. */
const narrowedIds = (db: Database, accounts: Accounts, { source, from, to }: LedgerFilter) =>
  db
    .selectFrom('credit_entries as e')
    .where('e.sequence', 'is not', null)
    .$if(accounts !== null, (query) => query.where('e.account_id', 'in', accounts as number[]))
    .$if(
      [source, from, to].some((part) => part !== undefined),
      (query) =>
        query
          .innerJoin('credit_journals as j', 'j.id', 'e.journal_id')
          .$if(source !== undefined, (one) => one.where('j.source', '=', source as LedgerSource))
          .$if(from !== undefined, (one) => one.where('j.created_at', '>=', THAT_DAY(from as string)))
          .$if(to !== undefined, (one) => one.where('j.created_at', '<', NEXT_DAY(to as string))),
    );

/** What administrators can open besides. */
export const OPEN_TO_STAFF = ['open_user_id', 'payment_reference'] as const;

interface Place {
  /** The rows after the one with this id; from the newest for null. */
  before?: number | null;
  offset?: number;
  limit: number;
}

/** Some of them: a row's details are looked up for these few, and not for all that lie before them. */
export const ledgerPage = (
  db: Database,
  { accounts, ...narrowed }: LedgerFilter & { accounts: Accounts },
  { before = null, offset, limit }: Place,
) =>
  ledgerRows(db).where('id', 'in', () =>
    db
      .selectFrom(
        narrowedIds(db, accounts, narrowed)
          .select('e.id')
          .$if(before !== null, (query) => query.where('e.id', '<', before as number))
          // Keeps PostgreSQL from looking for few rows one by one from the newest on, which may be all of them. A
          // reader who pages on passes all of them anyway.
          .$if(offset !== undefined && isSelective(accounts, narrowed), (query) => query.offset(0))
          .as('narrowed'),
      )
      .select('narrowed.id')
      .orderBy('narrowed.id', 'desc')
      .limit(limit)
      .offset(offset ?? 0),
  );

const isSelective = (accounts: Accounts, narrowed: LedgerFilter) =>
  isByDay(narrowed) || (accounts !== null && narrowed.source !== undefined);

const isByDay = ({ from, to }: LedgerFilter) => from !== undefined || to !== undefined;

/** Of one source they are counted already. */
export const countNarrowedRows = (db: Database, accounts: Accounts, narrowed: LedgerFilter) =>
  !isByDay(narrowed)
    ? totalsOf(db, accounts)
        .select(sql<number>`coalesce(sum(t.entries), 0)::bigint`.as('total_rows'))
        .where('t.source', '=', narrowed.source as LedgerSource)
    : narrowedIds(db, accounts, narrowed).select(sql<number>`count(*)`.as('total_rows'));

/** The database keeps them with every entry (0015-ledger-totals.sql). */
const totalsOf = (db: Database, accounts: Accounts) =>
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

/** The account with the balance it had when its version was `version`; null when it has moved on. */
export const lockAccountAt = (db: Database, userId: number, unit: Unit, version: number) =>
  lockAccounts(db, userId).where('held.unit', '=', unit).where('held.version', '=', version);

/** Both accounts, which stay as they are until the transaction ends; the server may not lock them by itself. */
export const lockAccounts = (db: Database, userId: number) =>
  db
    .selectFrom(sql<Selectable<CreditAccountsTable>>`credit_hold(${userId})`.as('held'))
    .select(['held.id', 'held.unit', 'held.balance_cents', 'held.version'])
    .orderBy('held.id');

/** What the account held right after its entry number `sequence`; nothing for 0, when it was empty. */
export const selectBalanceAt = (db: Database, userId: number, unit: Unit, sequence: number) =>
  db
    .selectFrom('credit_entries')
    .innerJoin('credit_accounts', 'credit_accounts.id', 'credit_entries.account_id')
    .select('balance_after_cents')
    .where('user_id', '=', userId)
    .where('unit', '=', unit)
    .where('sequence', '=', sequence);
