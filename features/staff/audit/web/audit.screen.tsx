import { FilteredLog } from '../../../../web/lists/filtered-log.tsx';
import { t } from '../../../../web/languages/text.ts';
import { NextStep } from '../../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { AuditFilter, useAuditFilter } from './audit-filter.tsx';
import { useChanges } from './audit.api.ts';
import { changeColumns } from './change-columns.tsx';

/**
 * The audit list: who changed what and when, with the old and the new value. An addition of ours to the specification.
 */
export default function AuditScreen() {
  const { shown, filter, narrow, clear } = useAuditFilter();
  const { first, ...log } = useChanges(filter);
  const people = first?.people ?? [];
  return (
    <>
      <PageHeader title={t('common.auditList')} subline={t('staff.audit.introduction')} />
      <FilteredLog
        filter={<AuditFilter shown={shown} people={people} onNarrow={narrow} />}
        isNarrowed={Object.keys(filter).length > 0}
        onClear={clear}
        log={log}
        caption={t('common.auditList')}
        columns={changeColumns()}
        rowKey={(change) => change.id}
        empty={{
          text: t('staff.audit.empty'),
          art: 'ledger',
          action: <NextStep to="/admin/application-configuration">{t('common.configuration')}</NextStep>,
        }}
      />
    </>
  );
}
