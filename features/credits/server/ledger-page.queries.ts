import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { LedgerSource } from '../credits.calls.ts';
import { selectTotals, type Accounts } from './credits.queries.ts';

const inCredits = (cents: string) => sql<number>`${sql.ref(cents)} / 100.0::float8`;

const selectLedgerRows = (db: Database) =>
  db
    .selectFrom('credit_ledger_rows')
    .select(['id', 'username', 'source', 'unit', 'file_id', 'open_file_id', 'is_test', 'created_at', 'ordered_by'])
    .select(sql<string | null>`case when source <> 'Admin' then note end`.as('note'))
    .select(inCredits('amount_cents').as('credit_balance'))
    .select(inCredits('balance_after_cents').as('balance_after'))
    .orderBy('id', 'desc');

/** What a reader filters for; both days are inclusive. */
export interface DayFilter {
  source?: LedgerSource | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The same, with the time zone of its days. */
export type LedgerFilter = DayFilter & { zone: string };

export const beginOfDay = (day: string, zone: string) => sql<string>`${day}::timestamp at time zone ${zone}`;
const beginOfNextDay = (day: string, zone: string) =>
  sql<string>`(${day}::timestamp + interval '1 day') at time zone ${zone}`;

/** Selects the entries that pass the filter, from the table that is indexed for it. */
const selectNarrowed = (db: Database, accounts: Accounts, { source, from, to, zone }: LedgerFilter) =>
  db
    .selectFrom('credit_entry_facets as f')
    .$if(accounts !== null, (query) => query.where('f.account_id', 'in', accounts as number[]))
    .$if(source !== undefined, (query) => query.where('f.source', '=', source as LedgerSource))
    .$if(from !== undefined, (query) => query.where('f.created_at', '>=', beginOfDay(from as string, zone)))
    .$if(to !== undefined, (query) => query.where('f.created_at', '<', beginOfNextDay(to as string, zone)));

/** Selects all rows of one customer, newest first; for a single page, use `selectLedgerPage`. */
export const selectNarrowedRows = (db: Database, accounts: readonly number[], filter: LedgerFilter) =>
  selectLedgerRows(db).where('id', 'in', () => selectNarrowed(db, accounts, filter).select('f.entry_id'));

/** Columns only administrators see: what they can open, and the reason one of them gave when changing a balance. */
export const OPEN_TO_STAFF = [
  'open_user_id',
  'payment_reference',
  sql<string | null>`case when source = 'Admin' then note end`.as('reason'),
] as const;

interface Place {
  /** Only the rows behind the one with this id; null starts at the newest. */
  before?: number | null;
  offset?: number;
  limit: number;
}

type Request = LedgerFilter & { accounts: Accounts };

/**
 * Selects one page. Details are looked up for its rows only, and not for all rows before them. The ids are passed as an
 * array, because PostgreSQL expects an array to hold few, whatever it expects of the filter.
 */
export const selectLedgerPage = (db: Database, request: Request, place: Place) =>
  selectLedgerRows(db).where('id', '=', sql<number>`any(array(${selectIds(db, request, place)}))`);

const isNarrowed = (filter: DayFilter) => [filter.source, filter.from, filter.to].some((part) => part !== undefined);

const isByDay = ({ from, to }: DayFilter) => from !== undefined || to !== undefined;

function selectIds(db: Database, { accounts, ...filter }: Request, place: Place): RawBuilder<number> {
  if (isNarrowed(filter)) return selectNarrowedIds(db, { accounts, ...filter }, place);
  const isFirst = typeof place.before !== 'number';
  return accounts !== null && isFirst ? selectIdsOfAccounts(accounts, place) : selectIdsOfAll(accounts, place);
}

function selectNarrowedIds(db: Database, { accounts, ...filter }: Request, { before, offset, limit }: Place) {
  const found = selectNarrowed(db, accounts, filter)
    .select('f.entry_id')
    .$if(typeof before === 'number', (query) => query.where('f.entry_id', '<', before as number))
    // Keeps PostgreSQL from searching for a few rows one by one from the newest on, possibly through all of them. A
    // reader who pages on goes through all of them anyway.
    .$if(offset !== undefined && (isByDay(filter) || accounts !== null), (query) => query.offset(0));
  return sql<number>`
    select entry_id from (${found}) found order by entry_id desc limit ${limit} offset ${offset ?? 0}`;
}

/** The house's half of the ledger has no sequence, which excludes it here. */
function selectIdsOfAll(accounts: Accounts, { before, offset = 0, limit }: Place) {
  const isBefore = typeof before === 'number' ? sql<boolean>`id < ${before}` : sql<boolean>`true`;
  const isTheirs = accounts === null ? sql<boolean>`true` : sql<boolean>`account_id = any(${[...accounts]}::bigint[])`;
  return sql<number>`
    select id from credit_entries where sequence is not null and ${isBefore} and ${isTheirs}
     order by id desc limit ${limit} offset ${offset}`;
}

/**
 * The entries of an account are numbered without gaps, so those before the page are skipped by number: of each account
 * as many as must lie before it, however the other accounts' entries are distributed. At most as many as the smaller
 * accounts have are then left to skip.
 */
const selectIdsOfAccounts = (accounts: readonly number[], { offset = 0, limit }: Place) => sql<number>`
  with heads as (
    select a.id, a.version, least(a.version, greatest(0, ${offset}::bigint - (
             select coalesce(sum(o.version), 0)::bigint from credit_accounts o
              where o.id = any(${[...accounts]}::bigint[]) and o.id <> a.id))) as skipped
      from credit_accounts a where a.id = any(${[...accounts]}::bigint[])
  ), rest as (select ${offset}::bigint - coalesce(sum(skipped), 0)::bigint as to_skip from heads)
  select e.id
    from heads cross join lateral (
      select id from credit_entries
       where account_id = heads.id and sequence <= heads.version - heads.skipped
       order by sequence desc limit (select to_skip from rest) + ${limit}::bigint) e
   order by e.id desc limit ${limit} offset (select to_skip from rest)`;

/** Counts the rows of a filter; those of a single source are in the totals already. */
export const countNarrowedRows = (db: Database, accounts: Accounts, filter: LedgerFilter) =>
  isByDay(filter)
    ? selectNarrowed(db, accounts, filter).select(sql<number>`count(*)`.as('total_rows'))
    : selectTotals(db, accounts)
        .select(sql<number>`coalesce(sum(t.entries), 0)::bigint`.as('total_rows'))
        .where('t.source', '=', filter.source as LedgerSource);
