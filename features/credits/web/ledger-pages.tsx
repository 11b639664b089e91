import { useEffect, type ComponentProps } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { usePageInAddress } from '../../../web/ui/page-in-address.ts';
import { Pagination } from '../../../web/ui/pagination.tsx';
import { Table } from '../../../web/ui/table.tsx';
import type { Ledger, LedgerRow } from '../credits.calls.ts';
import { LedgerFilter, narrowedText, type useLedgerFilter } from './ledger-filter.tsx';

type LedgerQuery = {
  data: Ledger | undefined;
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

type OwnTable = Pick<ComponentProps<typeof Table<LedgerRow>>, 'caption' | 'columns' | 'dense'> & {
  /** Link to where entries come from, shown in an empty table. */
  origin: NonNullable<ComponentProps<typeof Table<LedgerRow>>['empty']['action']>;
};

type LedgerPagesProps = OwnTable & {
  query: LedgerQuery;
  rowsPerPage: number;
  filter: ReturnType<typeof useLedgerFilter>;
  /** False before the first entry, when there is nothing to filter. */
  hasFilter?: boolean;
};

/** The entries one page at a time, with the page in the address; a page beyond the last one redirects to the last. */
export function LedgerPages({ query, rowsPerPage, filter, hasFilter = true, origin, ...table }: LedgerPagesProps) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = query;
  const { page, goTo } = usePageInAddress();
  const pageCount = Math.max(1, Math.ceil((data?.total_rows ?? 0) / rowsPerPage));
  const isBeyond = data !== undefined && !isPlaceholderData && !filter.isChanging && page > pageCount;
  useEffect(() => {
    if (isBeyond) goTo(pageCount, { replace: true });
  }, [isBeyond, pageCount, goTo]);
  return (
    <>
      <Card flush>
        {hasFilter && <LedgerFilter filter={filter.filter} onNarrow={filter.narrow} />}
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-55' : undefined}>
          <Table
            {...table}
            rows={isBeyond ? undefined : data?.credits_ledger}
            error={isError && !isFetching}
            onRetry={() => void refetch()}
            search={narrowedText(filter.filter)}
            isFiltered
            onClearSearch={filter.clear}
            rowKey={(row) => row.id}
            empty={{ text: t('credits.entriesEmpty'), art: 'ledger', action: origin }}
          />
        </div>
      </Card>
      <Pagination page={Math.min(page, pageCount)} pageCount={pageCount} onPage={goTo} />
    </>
  );
}
