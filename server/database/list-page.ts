import { sql, type Expression, type SelectQueryBuilder } from 'kysely';
import type { Count, Totals } from '../../contract/pages.ts';
import { PLANNED_EACH_TIME, type Database } from './connect.ts';
import { countRows, MAX_COUNTED, type CountedList, type ListCounts } from './list-counts.ts';
import type { PageOrder, PageRequest } from './list-order.ts';

interface PageOptions {
  order: PageOrder;
  request: PageRequest & { q?: string | undefined; work?: string | undefined; count?: Count | undefined };
  list: CountedList;
  /** By the columns of the facets. */
  filters: Readonly<Record<string, string | undefined>>;
  /** Narrowed by something other than its filters: the matching rows are counted, as for a search. */
  isCounted?: boolean;
  /** Every matching row, unordered; counted when there is a search or a part of the work is requested. */
  matching: Expression<unknown>;
}

interface FoundPage<Row> {
  rows: Omit<Row, keyof Place>[];
  next_cursor: string | null;
  totals: Totals | null;
}

/** The time of the database, in the form its rows have. */
const MOMENT = sql<string>`to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** What a row of a page has beside its columns: its place in the order, and when it was read. */
interface Place {
  place: string;
  as_of?: string;
}

/** Selects the rows of a page and one more, if there are more. */
export const selectRowsOfPage = <Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  order: PageOrder,
) =>
  query
    .modifyFront(sql.raw(PLANNED_EACH_TIME))
    .select([order.place.as('place'), MOMENT.as('as_of')])
    .where(order.within)
    .orderBy(order.by)
    .limit(order.limit + 1);

/**
 * Cuts the page out of the rows found; one row more than fits shows that there are more. Only the first page has
 * totals.
 */
export async function finishPage<Row extends { id: number } & Place>(
  db: Database,
  found: readonly Row[],
  { order, request, list, filters, isCounted = false, matching }: PageOptions,
): Promise<FoundPage<Row>> {
  const { rows, next_cursor } = cutPage(found, order, request);
  if (request.cursor !== undefined) return { rows, next_cursor, totals: null };
  const max = request.count === 'exact' ? null : MAX_COUNTED;
  const listCounts = await countRows(db, list, max);
  const isFound = request.q !== undefined || request.work !== undefined || isCounted;
  const counted = isFound ? null : findCount(listCounts, filters);
  const page = { rows, next_cursor };
  const count =
    counted ?? (await countFound(db, page, { max: isFound && request.count === undefined ? 0 : max, matching }));
  // What changes while the rest is counted is not on the page.
  const as_of = found[0]?.as_of ?? (await readMoment(db));
  return { rows, next_cursor, totals: { ...listCounts, ...count, as_of } };
}

/** The number of rows that pass these filters, if it has been counted; null for filters by several columns. */
function findCount({ all, counts, capped }: ListCounts, filters: PageOptions['filters']): Counted | null {
  const [filter, ...others] = Object.entries(filters).filter(([, value]) => value !== undefined);
  if (filter === undefined) return { matching: all, is_exact: !capped.includes('all') };
  const [column, value = ''] = filter;
  if (others.length > 0) return null;
  return { matching: counts[column]?.[value] ?? 0, is_exact: !capped.includes(`${column}.${value}`) };
}

/** With a `max` of 0, the number is that of the page: counting what a search finds takes longer than finding it. */
async function countFound(
  db: Database,
  { rows, next_cursor }: { rows: readonly unknown[]; next_cursor: string | null },
  { max, matching }: { max: number | null; matching: Expression<unknown> },
): Promise<Counted> {
  if (next_cursor === null) return { matching: rows.length, is_exact: true };
  if (max === 0) return { matching: rows.length, is_exact: false };
  return countUpTo(db, matching, max);
}

function cutPage<Row extends { id: number } & Place>(found: readonly Row[], order: PageOrder, { until }: PageRequest) {
  const rows = found.slice(0, order.limit);
  const last = rows.at(-1);
  const hasMore = found.length > order.limit && last !== undefined;
  return {
    rows: rows.map(({ place: _place, as_of: _moment, ...row }) => row),
    // A page that is read again ends where it ended before.
    next_cursor: hasMore ? order.toCursor(last) : (until ?? null),
  };
}

/** Entries of one page of a log. */
export const LOG_PAGE_ROWS = 100;

interface FoundEntries {
  order: PageOrder;
  request: PageRequest;
  /** Every matching entry, unordered. */
  matching: Expression<unknown>;
}

/** Like `finishPage`, for a log, which has no facets. */
export async function finishLogPage<Row extends { id: number } & Place>(
  db: Database,
  found: readonly Row[],
  { order, request, matching }: FoundEntries,
) {
  const { rows, next_cursor } = cutPage(found, order, request);
  if (request.cursor !== undefined) return { rows, next_cursor, totals: null };
  const isAll = next_cursor === null;
  const totals = isAll ? { matching: rows.length, is_exact: true } : await countUpTo(db, matching, MAX_COUNTED);
  return { rows, next_cursor, totals };
}

interface Counted {
  matching: number;
  /** False: there are more than `matching`. */
  is_exact: boolean;
}

async function readMoment(db: Database): Promise<string> {
  const { as_of } = await db.selectNoFrom(MOMENT.as('as_of')).executeTakeFirstOrThrow();
  return as_of;
}

/** Counts at most `max` matching rows; null counts all of them. */
export async function countUpTo(db: Database, matching: Expression<unknown>, max: number | null): Promise<Counted> {
  const query = sql<{ matching: number }>`
    select ${sql.raw(PLANNED_EACH_TIME)} count(*) as matching
      from (select 1 from (${matching}) rows limit ${max === null ? null : max + 1}::bigint) found`;
  const { rows } = await query.execute(db);
  const count = rows[0]?.matching ?? 0;
  const is_exact = max === null || count <= max;
  return { matching: is_exact ? count : max, is_exact };
}
