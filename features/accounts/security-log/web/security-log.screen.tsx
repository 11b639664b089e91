import { FilteredLog } from '../../../../web/lists/filtered-log.tsx';
import { t } from '../../../../web/languages/text.ts';
import { NextStep } from '../../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { isRefused } from '../security-words.rules.ts';
import type { SecurityEvent } from '../security.calls.ts';
import { securityColumns } from './security-columns.tsx';
import { SecurityFilter, useSecurityFilter } from './security-filter.tsx';
import { useSecurityEvents } from './security.api.ts';

const railOf = (event: SecurityEvent) => (isRefused(event) ? 'yellow' : null);

/** Sign-ins, refused calls and changes of access. An addition of ours to the specification. */
export default function SecurityLogScreen() {
  const { shown, filter, narrow, clear } = useSecurityFilter();
  const { first, ...log } = useSecurityEvents(filter);
  return (
    <>
      <PageHeader title={t('common.securityLog')} subline={<Subline storedDays={first?.stored_days} />} />
      <FilteredLog
        filter={<SecurityFilter shown={shown} onNarrow={narrow} />}
        isNarrowed={Object.keys(filter).length > 0}
        onClear={clear}
        log={log}
        caption={t('common.securityLog')}
        columns={securityColumns()}
        rowKey={(event) => event.id}
        rail={railOf}
        empty={{
          text: t('accounts.security.empty'),
          art: 'ledger',
          action: <NextStep to="/admin/all-users">{t('common.allUsers')}</NextStep>,
        }}
      />
    </>
  );
}

function Subline({ storedDays }: { storedDays: number | undefined }) {
  const what = t('accounts.security.introduction');
  if (storedDays === undefined || storedDays === 0) return <>{what}</>;
  return <>{`${what} ${t('accounts.security.keptForHint', { count: storedDays })}`}</>;
}
