import {
  type InfiniteData,
  type QueryFunctionContext,
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Page, Totals } from '../../contract/pages.ts';
import { call } from '../client/call.ts';
import { PAGE_ROWS, queryAt } from '../client/first-page.ts';
import { PREPARED_MS, queryClient } from '../client/query-client.ts';
import type { RowCount } from '../ui/table-column.ts';
import { type ListQuery, type ListSource, listInput, toFilterInput } from './list-query.ts';

/** Most rows of a page that is read again, since rows may have been added to it. */
const MAX_ROWS = 500;
/** The next page is requested this many rows before the end of the loaded ones. */
const MARGIN_ROWS = 50;
/** Number of empty rows after the loaded ones, so that scrolling does not stop at the end of each page. */
const ROWS_AHEAD = 20;

interface PlacedPage<Row> extends Page<Row> {
  /** Where the page begins; null for the first page. */
  cursor: string | null;
  readAt: number;
}

type Pages<Row> = InfiniteData<PlacedPage<Row>, string | null>;

export interface ListPages<Row> {
  /** The loaded rows, followed by some empty ones if there are more; undefined while the first page is loading. */
  rows: readonly Row[] | undefined;
  /** Undefined until the first page has loaded. */
  totals: Totals | undefined;
  /** Counts all matching rows; undefined unless there are more than have been counted. */
  countAll: (() => void) | undefined;
  hasFailed: boolean;
  retry: () => void;
  /** Requests the rows of another search or order before the screen is drawn with it, to save that time. */
  ask: (change: Partial<ListQuery>) => void;
  /** Reports which rows are on the screen. */
  onRange: (first: number, last: number) => void;
}

/**
 * Loads a list of any length page by page as it is scrolled through. After a change, the pages on the screen are read
 * again, each from its first to its last row: rows appear and disappear in place, and no other row moves.
 */
export function useListPages<Row extends { id: number }>(source: ListSource, query: ListQuery): ListPages<Row> {
  const range = useRef({ first: 0, last: 0 });
  const found = useInfiniteQuery({
    ...pagesQuery<Row>(source, query),
    queryFn: (context) => readFor<Row>(source, query, range.current, context),
    placeholderData: keepPreviousData,
  });
  const pages = found.data?.pages;
  const rows = useMemo(() => pages && placeRows(pages), [pages]);
  const firstPage = pages?.[0];
  const isCounted = found.isPlaceholderData || firstPage?.totals?.is_exact !== false;
  const counted = useCount(source, query, isCounted ? null : firstPage);
  const { isFetching, isPlaceholderData, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = found;

  /** Loads what the screen still needs, one request at a time. */
  const readMore = () => {
    if (isFetching || isPlaceholderData || pages === undefined) return;
    const { first, last } = range.current;
    const isOld = pagesIn(pages, first, last).some(({ version }) => version !== pages[0]?.version);
    if (isOld) void refetch();
    else if (hasNextPage && !isFetchNextPageError && last >= countRows(pages) - MARGIN_ROWS) void fetchNextPage();
  };
  const latest = useRef(readMore);
  useEffect(() => {
    latest.current = readMore;
  });
  useEffect(() => {
    if (!isFetching) latest.current();
  }, [isFetching]);
  return {
    rows,
    totals: mergeTotals(firstPage, counted.totals),
    countAll: counted.countAll,
    hasFailed: found.isError && !isFetching,
    ask: (change) => void queryClient.prefetchInfiniteQuery(pagesQuery<Row>(source, { ...query, ...change })),
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    onRange: (first, last) => {
      range.current = { first, last };
      latest.current();
    },
  };
}

/** Preloads the first page of the list at this address, so that its screen starts with rows. */
export async function prepareList(source: ListSource, place: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  const query = queryAt(place);
  if (query !== null) await queryClient.prefetchInfiniteQuery(pagesQuery(source, query));
}

interface Range {
  first: number;
  last: number;
}

const FIRST_ROWS: Range = { first: 0, last: 0 };

const pagesQuery = <Row>(source: ListSource, query: ListQuery) =>
  infiniteQueryOptions({
    queryKey: pagesKey(source, query),
    initialPageParam: null as string | null,
    queryFn: (context) => readFor<Row>(source, query, FIRST_ROWS, context),
    getNextPageParam: ({ next_cursor }: PlacedPage<Row>) => next_cursor,
    staleTime: PREPARED_MS,
  });

const pagesKey = (source: ListSource, query: ListQuery): readonly unknown[] => [
  ...source.queryKey,
  listInput(query, source),
];

type PageContext = QueryFunctionContext<readonly unknown[], string | null>;

/** `range` holds the first and the last row on the screen. */
function readFor<Row>(source: ListSource, query: ListQuery, range: Range, { pageParam, client, signal }: PageContext) {
  const known = client.getQueryData<Pages<Row>>(pagesKey(source, query))?.pages ?? [];
  return readPage<Row>({ source, input: listInput(query, source), cursor: pageParam, known, range, signal });
}

interface Reading<Row> {
  source: ListSource;
  input: Record<string, string>;
  cursor: string | null;
  /** The pages that are already loaded. */
  known: readonly PlacedPage<Row>[];
  range: Range;
  signal: AbortSignal;
}

/** Skips loaded pages that are off the screen, except the first one, which carries the number of rows. */
async function readPage<Row>({ source, input, cursor, known, range, signal }: Reading<Row>): Promise<PlacedPage<Row>> {
  const before = known.find((page) => page.cursor === cursor);
  const isShown =
    before === undefined || before === known[0] || pagesIn(known, range.first, range.last).includes(before);
  if (!isShown) return before;
  const until = before?.next_cursor ?? null;
  const place = { ...(cursor !== null && { cursor }), ...(until !== null && { until }) };
  const limit = until === null ? PAGE_ROWS : MAX_ROWS;
  const page = (await call(source.endpoint, { ...input, ...place, limit }, { signal })) as Page<Row>;
  return { ...page, cursor, readAt: performance.now() };
}

const countRows = (pages: readonly Page<unknown>[]) => pages.reduce((sum, { rows }) => sum + rows.length, 0);

function pagesIn<P extends Page<unknown>>(pages: readonly P[], first: number, last: number): P[] {
  let begins = 0;
  return pages.filter(({ rows }) => {
    const from = begins;
    begins += rows.length;
    return from <= last && begins > first;
  });
}

/** A row that moved to another page may still be in an older copy of its old page: the page read last wins. */
function placeRows<Row extends { id: number }>(pages: readonly PlacedPage<Row>[]): Row[] {
  const newest = new Map<number, PlacedPage<Row>>();
  for (const page of pages) {
    for (const { id } of page.rows) if (page.readAt >= (newest.get(id)?.readAt ?? 0)) newest.set(id, page);
  }
  const rows = pages.flatMap((page) => page.rows.filter(({ id }) => newest.get(id) === page));
  if (pages.at(-1)?.next_cursor !== null) rows.length += ROWS_AHEAD;
  return rows;
}

function mergeTotals(first: Page<unknown> | undefined, counted: Totals | undefined): Totals | undefined {
  const totals = first?.totals ?? undefined;
  return totals && counted ? { ...counted, as_of: totals.as_of } : totals;
}

/** Returns the length of the whole list for the table, which has only some of its rows. */
export const toRowCount = ({ totals, countAll }: Pick<ListPages<unknown>, 'totals' | 'countAll'>): RowCount =>
  totals?.is_exact === true ? totals.matching : { moreThan: totals?.matching ?? 0, countAll };

/**
 * Counts how many rows there are, after the first ones have loaded: up to 10000, or all of them on request. `first` is
 * the first page; null if all of its rows are counted.
 */
function useCount(source: ListSource, query: ListQuery, first: Page<unknown> | null) {
  const [countedWhole, setCountedWhole] = useState('');
  const input = toFilterInput(query, source);
  const search = JSON.stringify(input);
  const count = countedWhole === search ? 'exact' : '10000';
  // Without a search, the server has counted up to 10000 already.
  const isCounted = first?.totals != null && first.totals.matching > first.rows.length;
  const version = first?.version ?? null;
  const { data } = useQuery({
    queryKey: ['counts', ...source.queryKey, search, count, version],
    queryFn: ({ signal }) => call(source.endpoint, { ...input, count, limit: 1 }, { signal }) as Promise<Page<unknown>>,
    enabled: first !== null && !(isCounted && count === '10000'),
    // After a change, the old number stays until the new one is counted.
    placeholderData: (last, before) => (before?.queryKey.includes(search) ? last : undefined),
    staleTime: Infinity,
    gcTime: 0,
  });
  const totals = (first !== null && data?.totals) || (isCounted ? first.totals : null) || undefined;
  return { totals, countAll: totals?.is_exact === false ? () => setCountedWhole(search) : undefined };
}
