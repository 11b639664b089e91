import { sql, type Expression, type SelectQueryBuilder } from 'kysely';
import type { Count, Totals } from '../../contract/pages.schemas.ts';
import { PLANNED_EACH_TIME, type Database } from './connect.ts';
import { readListCounts, type CountedList } from './list-counts.ts';
import type { PageOrder, PageRequest } from './list-order.ts';

interface Found {
  order: PageOrder;
  asked: PageRequest & { q?: string | undefined; work?: string | undefined; count?: Count | undefined };
  list: CountedList;
  filters: Readonly<Record<string, string | undefined>>;
  /** Narrowed by something other than its filters: the matching rows are counted, as for a search. */
  isCounted?: boolean;
  /** Every matching row, unordered; counted when there is a search or a part of the work is requested. */
  matching: Expression<unknown>;
}

interface FoundPage<Row> {
  rows: Omit<Row, 'place'>[];
  next_cursor: string | null;
  totals: Totals | null;
}

/** Selects the rows of a page and one more, if there are more. */
export const rowsOfPage = <Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  order: PageOrder,
) =>
  query
    .modifyFront(sql.raw(PLANNED_EACH_TIME))
    .select(order.place.as('place'))
    .where(order.within)
    .orderBy(order.by)
    .limit(order.limit + 1);

/**
 * Cuts the page out of the rows found; one row more than fits shows that there are more. Only the first page has
 * totals.
 */
export async function finishPage<Row extends { id: number; place: string }>(
  db: Database,
  found: readonly Row[],
  { order, asked, list, filters, isCounted = false, matching }: Found,
): Promise<FoundPage<Row>> {
  const { rows, next_cursor } = cutPage(found, order, asked);
  if (asked.cursor !== undefined) return { rows, next_cursor, totals: null };
  const isFound = asked.q !== undefined || asked.work !== undefined || isCounted;
  const count = !isFound ? null : await countFound(db, { rows, next_cursor }, { asked, matching });
  return { rows, next_cursor, totals: await readTotals(db, { list, filters, count }) };
}

/** Without `count`, the number is that of the page: counting takes longer than finding. */
async function countFound(
  db: Database,
  { rows, next_cursor }: { rows: readonly unknown[]; next_cursor: string | null },
  { asked: { count }, matching }: Pick<Found, 'asked' | 'matching'>,
): Promise<Counted> {
  if (next_cursor === null) return { matching: rows.length, is_exact: true };
  if (count === undefined) return { matching: rows.length, is_exact: false };
  return countUpTo(db, matching, count === 'exact' ? null : Number(count));
}

function cutPage<Row extends { id: number; place: string }>(
  found: readonly Row[],
  order: PageOrder,
  { until }: PageRequest,
) {
  const rows = found.slice(0, order.limit);
  const last = rows.at(-1);
  const hasMore = found.length > order.limit && last !== undefined;
  return {
    rows: rows.map(({ place: _place, ...row }) => row),
    // A page that is read again ends where it ended before.
    next_cursor: hasMore ? order.cursorOf(last) : (until ?? null),
  };
}

/** Entries of one page of a log. */
export const LOG_PAGE_ROWS = 100;

/** Entries of a log are counted up to this many; a larger total is shown as "more than 10000". */
const COUNTED_AT_MOST = 10_000;

interface FoundEntries {
  order: PageOrder;
  asked: PageRequest;
  /** Every matching entry, unordered. */
  matching: Expression<unknown>;
}

/** Like `finishPage`, for a log, whose entries are not counted in advance. */
export async function finishLogPage<Row extends { id: number; place: string }>(
  db: Database,
  found: readonly Row[],
  { order, asked, matching }: FoundEntries,
) {
  const { rows, next_cursor } = cutPage(found, order, asked);
  if (asked.cursor !== undefined) return { rows, next_cursor, totals: null };
  const isAll = next_cursor === null;
  const totals = isAll ? { matching: rows.length, is_exact: true } : await countUpTo(db, matching, COUNTED_AT_MOST);
  return { rows, next_cursor, totals };
}

interface Counted {
  matching: number;
  /** False: there are more than `matching`. */
  is_exact: boolean;
}

interface CountedPage extends Pick<Found, 'list' | 'filters'> {
  /** Count of a search; null without one. */
  count: Counted | null;
}

/** `as_of` is the time of the database, in the form its rows have. */
async function readTotals(db: Database, { list, filters, count }: CountedPage): Promise<Totals> {
  const { as_of } = await db
    .selectNoFrom(sql<string>`to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('as_of'))
    .executeTakeFirstOrThrow();
  const { all, counts, passing } = await readListCounts(db, list);
  return { all, ...(count ?? { matching: passing(filters), is_exact: true }), counts, as_of };
}

/** Counts at most `most` matching rows; null counts all of them. */
async function countUpTo(db: Database, matching: Expression<unknown>, most: number | null): Promise<Counted> {
  const query = sql<{ matching: number }>`
    select ${sql.raw(PLANNED_EACH_TIME)} count(*) as matching
      from (select 1 from (${matching}) rows limit ${most === null ? null : most + 1}::bigint) found`;
  const { rows } = await query.execute(db);
  const count = rows[0]?.matching ?? 0;
  const is_exact = most === null || count <= most;
  return { matching: is_exact ? count : most, is_exact };
}
