import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  type InfiniteData,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Page, Totals } from '../../portal/pages.schemas.ts';
import { call } from '../call.ts';
import { PAGE_ROWS, queryAt } from '../first-page.ts';
import { queryClient } from '../query-client.ts';
import type { RowCount } from '../ui/table-column.ts';
import { useCount } from './use-count.ts';
import { listInput, type ListQuery, type ListSource } from './list-query.ts';

/** Of a page that is read again: rows may have come into it. */
const MOST_ROWS = 500;
/** So near the end of what is here the next rows are asked for. */
const MARGIN_ROWS = 50;
/** Empty places behind the rows that are here, so that scrolling does not end at each page. */
const ROWS_AHEAD = 20;
const FRESH_MS = 2000;

interface PlacedPage<Row> extends Page<Row> {
  /** Where it begins; null: at the beginning. */
  cursor: string | null;
  readAt: number;
}

type Pages<Row> = InfiniteData<PlacedPage<Row>, string | null>;

export interface ListPages<Row> {
  /** The rows that are here, with some empty places where more follow; undefined: still loading. */
  rows: readonly Row[] | undefined;
  /** Undefined until the first page is here. */
  totals: Totals | undefined;
  /** Counts all that match, where there are more than are counted. */
  countAll: (() => void) | undefined;
  hasFailed: boolean;
  retry: () => void;
  /** Asks for another search or order before the screen is drawn with it: the request goes out that much earlier. */
  ask: (change: Partial<ListQuery>) => void;
  /** The rows that are on the screen. */
  onRange: (first: number, last: number) => void;
}

/**
 * A list of any length, a page at a time as it is scrolled through. When something changes, the pages on the screen are
 * read again, each from its beginning to its end: rows come and go at their places, and no other row moves.
 */
export function useListPages<Row extends { id: number }>(source: ListSource, query: ListQuery): ListPages<Row> {
  const range = useRef({ first: 0, last: 0 });
  const found = useInfiniteQuery({
    ...pagesOf<Row>(source, query),
    queryFn: (asked) => readFor<Row>(source, query, range.current, asked),
    placeholderData: keepPreviousData,
  });
  const pages = found.data?.pages;
  const rows = useMemo(() => pages && placeRows(pages), [pages]);
  const firstPage = pages?.[0];
  const isCounted = found.isPlaceholderData || firstPage?.totals?.is_exact !== false;
  const counted = useCount(source, query, isCounted ? null : firstPage.version);
  const { isFetching, isPlaceholderData, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = found;

  /** Reads what the screen needs and has not, one thing at a time. */
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
    totals: totalsOf(firstPage, counted.totals),
    countAll: counted.countAll,
    hasFailed: found.isError && !isFetching,
    ask: (change) => void queryClient.prefetchInfiniteQuery(pagesOf<Row>(source, { ...query, ...change })),
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    onRange: (first, last) => {
      range.current = { first, last };
      latest.current();
    },
  };
}

/** Reads the first page of the list at this address, so that its screen begins with rows. */
export async function prepareList(source: ListSource, place: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  const query = queryAt(place);
  if (query !== null) await queryClient.prefetchInfiniteQuery(pagesOf(source, query));
}

interface Range {
  first: number;
  last: number;
}

const FIRST_ROWS: Range = { first: 0, last: 0 };

const pagesOf = <Row>(source: ListSource, query: ListQuery) =>
  infiniteQueryOptions({
    queryKey: keyOf(source, query),
    initialPageParam: null as string | null,
    queryFn: (asked) => readFor<Row>(source, query, FIRST_ROWS, asked),
    getNextPageParam: ({ next_cursor }: PlacedPage<Row>) => next_cursor,
    staleTime: FRESH_MS,
  });

const keyOf = (source: ListSource, query: ListQuery): readonly unknown[] => [
  ...source.queryKey,
  listInput(query, source),
];

type Asked = QueryFunctionContext<readonly unknown[], string | null>;

/** `range`: the rows on the screen. */
function readFor<Row>(source: ListSource, query: ListQuery, range: Range, { pageParam, client, signal }: Asked) {
  const known = client.getQueryData<Pages<Row>>(keyOf(source, query))?.pages ?? [];
  return readPage<Row>({ source, input: listInput(query, source), cursor: pageParam, known, range, signal });
}

interface Reading<Row> {
  source: ListSource;
  input: Record<string, string>;
  cursor: string | null;
  /** The pages that are here already. */
  known: readonly PlacedPage<Row>[];
  range: Range;
  signal: AbortSignal;
}

/** Of a page that is here and not on the screen nothing is read; the first one has the number of rows. */
async function readPage<Row>({ source, input, cursor, known, range, signal }: Reading<Row>): Promise<PlacedPage<Row>> {
  const before = known.find((page) => page.cursor === cursor);
  const isShown =
    before === undefined || before === known[0] || pagesIn(known, range.first, range.last).includes(before);
  if (!isShown) return before;
  const until = before?.next_cursor ?? null;
  const place = { ...(cursor !== null && { cursor }), ...(until !== null && { until }) };
  const limit = until === null ? PAGE_ROWS : MOST_ROWS;
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

/** A row that has moved to another page may still be in an older one: the page that was read last is right. */
function placeRows<Row extends { id: number }>(pages: readonly PlacedPage<Row>[]): Row[] {
  const newest = new Map<number, PlacedPage<Row>>();
  for (const page of pages) {
    for (const { id } of page.rows) if (page.readAt >= (newest.get(id)?.readAt ?? 0)) newest.set(id, page);
  }
  const rows = pages.flatMap((page) => page.rows.filter(({ id }) => newest.get(id) === page));
  if (pages.at(-1)?.next_cursor !== null) rows.length += ROWS_AHEAD;
  return rows;
}

function totalsOf(first: Page<unknown> | undefined, counted: Totals | undefined): Totals | undefined {
  const totals = first?.totals ?? undefined;
  return totals && counted ? { ...totals, matching: counted.matching, is_exact: counted.is_exact } : totals;
}

/** For the table: how long the list is, of which only some rows are here. */
export const rowCountOf = ({ totals, countAll }: Pick<ListPages<unknown>, 'totals' | 'countAll'>): RowCount =>
  totals?.is_exact === true ? totals.matching : { moreThan: totals?.matching ?? 0, countAll };
