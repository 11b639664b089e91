import { FilteredPages } from '../../../web/lists/filtered-pages.tsx';
import { t } from '../../../web/text.ts';
import { NextStep } from '../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { usePageInAddress } from '../../../web/ui/page-in-address.ts';
import { CHANGES_PAGE_SIZE } from '../audit.contract.ts';
import { AuditFilter, useAuditFilter } from './audit-filter.tsx';
import { useChanges } from './audit.api.ts';
import { changeColumns } from './change-columns.tsx';

/** Who changed what, when, from what to what; ours, beyond the two documents. */
export default function AuditScreen() {
  const { shown, filter, narrow, clear } = useAuditFilter();
  const { page } = usePageInAddress();
  const query = useChanges(filter, page);
  return (
    <>
      <PageHeader
        title={t('Audit list')}
        subline={t('Who changed what, and when. Entries can be neither changed nor removed.')}
      />
      <FilteredPages
        filter={<AuditFilter shown={shown} people={query.data?.people ?? []} onNarrow={narrow} />}
        isNarrowed={Object.keys(filter).length > 0}
        onClear={clear}
        query={query}
        page={query.data && { rows: query.data.changes, totalRows: query.data.total_rows }}
        pageSize={CHANGES_PAGE_SIZE}
        caption={t('Audit list')}
        columns={changeColumns()}
        rowKey={(change) => change.id}
        empty={{
          text: t('Nothing has been changed yet.'),
          art: 'ledger',
          action: <NextStep to="/admin/application-configuration">{t('Configuration')}</NextStep>,
        }}
      />
    </>
  );
}
