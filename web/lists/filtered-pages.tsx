import { useEffect, type ReactNode } from 'react';
import { t } from '../text.ts';
import { Card } from '../ui/card.tsx';
import { COMPACT } from '../ui/list-toolbar.tsx';
import { usePageInAddress } from '../ui/page-in-address.ts';
import { Pagination } from '../ui/pagination.tsx';
import { Table, type TableProps } from '../ui/table.tsx';

interface FilteredPagesProps<Row> extends Pick<TableProps<Row>, 'caption' | 'columns' | 'rowKey' | 'rail' | 'empty'> {
  filter: ReactNode;
  isNarrowed: boolean;
  onClear: () => void;
  query: { isError: boolean; isFetching: boolean; isPlaceholderData: boolean; refetch: () => Promise<unknown> };
  /** Undefined while the first page is being loaded. */
  page: { rows: readonly Row[]; totalRows: number } | undefined;
  pageSize: number;
}

/** A filter, a page of what it lets through, and the buttons of the other pages. */
export function FilteredPages<Row>({
  filter,
  isNarrowed,
  onClear,
  query: { isError, isFetching, isPlaceholderData, refetch },
  page: found,
  pageSize,
  ...table
}: FilteredPagesProps<Row>) {
  const { page, goTo } = usePageInAddress();
  const pageCount = Math.max(1, Math.ceil((found?.totalRows ?? 0) / pageSize));
  const isBeyond = found !== undefined && !isPlaceholderData && page > pageCount;
  useEffect(() => {
    if (isBeyond) goTo(pageCount, { replace: true });
  }, [isBeyond, pageCount, goTo]);
  return (
    <div className="grid gap-6">
      <Card flush className={COMPACT}>
        {filter}
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-55' : undefined}>
          <Table
            {...table}
            dense
            rows={isBeyond ? undefined : found?.rows}
            error={isError && !isFetching}
            onRetry={() => void refetch()}
            search={isNarrowed ? t('your filter') : ''}
            isFiltered
            onClearSearch={onClear}
          />
        </div>
      </Card>
      <Pagination page={Math.min(page, pageCount)} pageCount={pageCount} onPage={goTo} />
    </div>
  );
}
