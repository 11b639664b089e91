import { useEffect } from 'react';
import { t } from '../../../web/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { COMPACT } from '../../../web/ui/list-toolbar.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { usePageInAddress } from '../../../web/ui/page-in-address.ts';
import { Pagination } from '../../../web/ui/pagination.tsx';
import { Table } from '../../../web/ui/table.tsx';
import { CHANGES_PAGE_SIZE } from '../audit.contract.ts';
import { AuditFilter, useAuditFilter } from './audit-filter.tsx';
import { useChanges } from './audit.api.ts';
import { changeColumns } from './change-columns.tsx';

/** Who changed what, when, from what to what; ours, beyond the two documents. */
export default function AuditScreen() {
  const { shown, filter, narrow, clear } = useAuditFilter();
  const { page, goTo } = usePageInAddress();
  const { data, isError, isFetching, isPlaceholderData, refetch } = useChanges(filter, page);
  const pageCount = Math.max(1, Math.ceil((data?.total_rows ?? 0) / CHANGES_PAGE_SIZE));
  const isBeyond = data !== undefined && !isPlaceholderData && page > pageCount;
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  useEffect(() => {
    if (isBeyond) goTo(pageCount, { replace: true });
  }, [isBeyond, pageCount, goTo]);
  return (
    <>
      <PageHeader
        title={t('Audit list')}
        subline={t('Who changed what, and when. Entries can be neither changed nor removed.')}
      />
      <div className="grid gap-6">
        <Card flush className={COMPACT}>
          <AuditFilter shown={shown} people={data?.people ?? []} onNarrow={narrow} />
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-55' : undefined}>
            <Table
              dense
              caption={t('Audit list')}
              rows={isBeyond ? undefined : data?.changes}
              error={isError && !isFetching}
              onRetry={() => void refetch()}
              search={isNarrowed ? t('your filter') : ''}
              onClearSearch={clear}
              columns={changeColumns()}
              rowKey={(change) => change.id}
              empty={{ text: t('Nothing has been changed yet.'), art: 'ledger' }}
            />
          </div>
        </Card>
        <Pagination page={Math.min(page, pageCount)} pageCount={pageCount} onPage={goTo} />
      </div>
    </>
  );
}
