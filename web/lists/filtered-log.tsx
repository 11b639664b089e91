import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { LogTotals } from '../../contract/pages.ts';
import { t } from '../languages/text.ts';
import { Card } from '../ui/card.tsx';
import { FoldedFilter } from '../ui/folded-filter.tsx';
import { COMPACT } from '../ui/list-toolbar.tsx';
import { Table, type TableProps } from '../ui/table.tsx';

interface LogPage {
  next_cursor: string | null;
  /** Only on the first page. */
  totals: LogTotals | null;
}

interface LogOptions<Page extends LogPage, Row> {
  /** Includes the filter, because each filter has its own list. */
  queryKey: readonly unknown[];
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>;
  /** Always the same function. */
  rowsOf: (page: Page) => readonly Row[];
}

/** The next page is requested this many entries before the end of the loaded ones. */
const MARGIN_ROWS = 50;

/** Loads a log, newest first, page by page as it is scrolled through. It only grows, so no page is read twice. */
export function useLog<Page extends LogPage, Row>({ queryKey, read, rowsOf }: LogOptions<Page, Row>) {
  const { data, isError, isFetching, isPlaceholderData, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey,
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam, signal }) => read(pageParam, signal),
      getNextPageParam: (page: Page) => page.next_cursor ?? undefined,
      placeholderData: keepPreviousData,
      staleTime: 0,
      // A returning reader starts with the newest entries, instead of waiting for every page loaded before.
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

type Log<Row> = Omit<ReturnType<typeof useLog<LogPage, Row>>, 'first'>;

interface FilteredLogProps<Row> extends Pick<TableProps<Row>, 'caption' | 'columns' | 'rowKey' | 'rail' | 'empty'> {
  filter: ReactNode;
  /** Number of fields that narrow the log. */
  narrowedBy: number;
  onClear: () => void;
  log: Log<Row>;
}

/** A filter and the log entries that match it; more entries load as they are scrolled to. */
export function FilteredLog<Row>({ filter, narrowedBy, onClear, log, ...table }: FilteredLogProps<Row>) {
  const { rows, rowCount, isOfOtherFilter, hasFailed, retry, onRange } = log;
  return (
    <Card flush className={COMPACT}>
      <FoldedFilter count={narrowedBy}>{filter}</FoldedFilter>
      <div aria-busy={isOfOtherFilter} className={isOfOtherFilter ? 'opacity-55' : undefined}>
        <Table
          {...table}
          dense
          isSorted
          rows={rows}
          rowCount={rowCount}
          onRange={onRange}
          error={hasFailed}
          onRetry={retry}
          search={narrowedBy > 0 ? t('common.filters.yourFilter') : ''}
          isFiltered
          onClearSearch={onClear}
        />
      </div>
    </Card>
  );
}
