import { useMemo, useState } from 'react';
import { t } from '../languages/text.ts';
import { Button } from './button.tsx';
import { useMediaQuery } from './media-query.ts';
import { TableCards } from './table-cards.tsx';
import type { RowCount, RowDrawing, Sort } from './table-column.ts';
import { TableRows } from './table-rows.tsx';
import { sortRows } from './table-sort.ts';
import { EmptyState, LoadError, LoadingRows, NoMatch, NotAllLoaded } from './table-states.tsx';
import type { EmptyStateProps } from './table-states.tsx';

export type TableProps<Row> = RowDrawing<Row> & {
  /** The accessible name, such as "Your files". */
  caption: string;
  /** Already filtered; undefined while loading. */
  rows: readonly Row[] | undefined;
  error?: boolean;
  onRetry?: () => void;
  empty: EmptyStateProps;
  /** The text the rows were filtered by, to distinguish "nothing there" from "nothing found". */
  search?: string;
  onClearSearch?: () => void;
  /** Whether the rows were filtered by more than a search text. */
  isFiltered?: boolean;
  /** If omitted, the table manages its own order; `null` means unsorted. */
  sort?: Sort | null;
  defaultSort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Whether the rows are already in the order of `sort`; rows that have not loaded yet are empty. */
  isSorted?: boolean;
};

/** What the screen of a long list passes to its table: pages of rows, with order and filters from the address. */
export type ListedRows<Row> = Pick<
  TableProps<Row>,
  'rows' | 'rowCount' | 'onRange' | 'error' | 'onRetry' | 'search' | 'onClearSearch' | 'isFiltered' | 'sort' | 'onSort'
>;

/** A table with five states: rows from 640 px up, cards below that. Only the visible part of a long list is drawn. */
export function Table<Row>(props: TableProps<Row>) {
  const { rows, error, onRetry, empty, search, onClearSearch, isSorted = false } = props;
  const [ownSort, setOwnSort] = useState<Sort | null>(props.defaultSort ?? null);
  const sort = props.sort === undefined ? ownSort : props.sort;
  const narrow = useMediaQuery('(width < 640px)');
  const { columns } = props;
  const sorted = useMemo(
    () => (rows ? (isSorted ? rows : sortRows(rows, columns, sort)) : []),
    [rows, columns, sort, isSorted],
  );

  if (!rows)
    return error ? (
      <LoadError onRetry={onRetry} />
    ) : (
      <LoadingRows caption={props.caption} columns={columns.length} dense={props.dense} />
    );
  if (rows.length === 0) {
    return search ? (
      <NoMatch search={search} isFiltered={props.isFiltered} onClearSearch={onClearSearch} />
    ) : (
      <EmptyState {...empty} />
    );
  }
  const drawing = {
    ...props,
    rows: sorted,
    sort,
    onSort(next: Sort) {
      setOwnSort(next);
      props.onSort?.(next);
    },
  };
  return (
    <>
      <RowCountText count={props.rowCount ?? rows.length} isSearch={Boolean(search)} />
      {error && <NotAllLoaded onRetry={onRetry} />}
      {narrow ? <TableCards {...drawing} /> : <TableRows {...drawing} />}
    </>
  );
}

/** Rows are only counted beyond this number on request. */
const MANY = 10_000;

/** Visible only where there are very many rows; otherwise, the rows themselves can be seen. */
function RowCountText({ count, isSearch }: { count: RowCount; isSearch: boolean }) {
  const { moreThan, countAll } = typeof count === 'object' ? count : { moreThan: null };
  const isShown = typeof count === 'number' ? isSearch && count > MANY : countAll !== undefined;
  return (
    <p role="status" className={isShown ? 'px-4 text-small text-text2' : 'sr-only'}>
      {moreThan !== null
        ? t('common.rowCountOver', { count: moreThan })
        : t('common.rowCount', { count: count as number })}{' '}
      {countAll && (
        <Button small variant="quiet" onClick={countAll}>
          {t('common.countAll')}
        </Button>
      )}
    </p>
  );
}
