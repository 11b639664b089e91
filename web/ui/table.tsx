import { useMemo, useState } from 'react';
import { t } from '../languages/text.ts';
import { Button } from './button.tsx';
import { useMediaQuery } from './media-query.ts';
import { TableCards } from './table-cards.tsx';
import type { RowDrawing, Sort } from './table-column.ts';
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
  const { rows, error, onRetry, isSorted = false } = props;
  const [ownSort, setOwnSort] = useState<Sort | null>(props.defaultSort ?? null);
  const sort = props.sort === undefined ? ownSort : props.sort;
  const narrow = useMediaQuery('(width < 640px)');
  const { columns } = props;
  const sorted = useMemo(
    () => (rows ? (isSorted ? rows : sortRows(rows, columns, sort)) : []),
    [rows, columns, sort, isSorted],
  );

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
      <Found {...props} />
      {!rows && error && <LoadError onRetry={onRetry} />}
      {!rows && !error && <LoadingRows caption={props.caption} columns={columns.length} dense={props.dense} />}
      {rows?.length === 0 && !props.search && <EmptyState {...props.empty} />}
      {sorted.length > 0 && (
        <>
          {error && <NotAllLoaded onRetry={onRetry} />}
          {narrow ? <TableCards {...drawing} /> : <TableRows {...drawing} />}
        </>
      )}
    </>
  );
}

/** Rows are only counted beyond this number on request. */
const MANY = 10_000;

type FoundProps = Pick<TableProps<unknown>, 'rows' | 'rowCount' | 'search' | 'isFiltered' | 'onClearSearch'>;

/**
 * Says how many rows there are, or that a search finds none. There in every state of the table, because a screen reader
 * does not read out what appears together with its region. The number is visible only where there are very many rows;
 * otherwise, the rows themselves can be seen.
 */
function Found({ rows, rowCount: count = rows?.length ?? 0, search, isFiltered, onClearSearch }: FoundProps) {
  if (rows?.length === 0 && search) {
    return (
      <div role="status">
        <NoMatch search={search} isFiltered={isFiltered} onClearSearch={onClearSearch} />
      </div>
    );
  }
  const { moreThan, countAll } = typeof count === 'object' ? count : { moreThan: null };
  const isShown = typeof count === 'number' ? search && count > MANY : countAll;
  return (
    <div role="status" className={isShown ? 'px-4 text-small text-text2' : 'sr-only'}>
      {rows && rows.length > 0 && (
        <>
          {moreThan !== null
            ? t('common.rowCountOver', { count: moreThan })
            : t('common.rowCount', { count: count as number })}{' '}
          {countAll && (
            <Button small variant="quiet" onClick={countAll}>
              {t('common.countAll')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
