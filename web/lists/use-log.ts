import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LogTotals } from '../../portal/pages.schemas.ts';

interface LogPage {
  next_cursor: string | null;
  /** With the first page. */
  totals: LogTotals | null;
}

interface LogOptions<Page extends LogPage, Row> {
  /** With the filter: another one is another list. */
  queryKey: readonly unknown[];
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>;
  /** The same function each time. */
  rowsOf: (page: Page) => readonly Row[];
}

/** So near the end of what is here the next entries are asked for. */
const MARGIN_ROWS = 50;

/** A log, newest first, a page at a time as it is scrolled through: it is only added to, so no page is read twice. */
export function useLog<Page extends LogPage, Row>({ queryKey, read, rowsOf }: LogOptions<Page, Row>) {
  const { data, isError, isFetching, isPlaceholderData, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey,
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam, signal }) => read(pageParam, signal),
      getNextPageParam: (page: Page) => page.next_cursor ?? undefined,
      placeholderData: keepPreviousData,
      staleTime: 0,
      // A returning reader begins with the newest entries, and does not wait for all that was scrolled through.
      gcTime: 0,
    });
  const rows = useMemo(() => data?.pages.flatMap(rowsOf), [data, rowsOf]);
  const totals = data?.pages[0]?.totals;
  return {
    first: data?.pages[0],
    rows,
    rowCount: totals ? (totals.is_exact ? totals.matching : { moreThan: totals.matching }) : undefined,
    isOfOtherFilter: isPlaceholderData,
    hasFailed: isError && !isFetching,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    onRange: (_first: number, last: number) => {
      const isNear = rows !== undefined && last >= rows.length - MARGIN_ROWS;
      if (isNear && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
    },
  };
}

export type Log<Row> = Omit<ReturnType<typeof useLog<LogPage, Row>>, 'first'>;
