import { FilteredLog } from '../../../../web/lists/filtered-log.tsx';
import { t } from '../../../../web/languages/text.ts';
import { NextStep } from '../../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { EVENT_WORDS, isRefused } from '../security-words.rules.ts';
import { SECURITY_EVENT_KINDS, type SecurityEvent, type SecurityEventKind } from '../security.calls.ts';
import { securityColumns } from './security-columns.tsx';
import { type Filter, useSecurityEvents } from './security.api.ts';
import { type ReadParameter, dayOf, periodOf, useLogFilter } from '../../../../web/lists/filter-in-address.ts';
import { PeriodFields } from '../../../../web/lists/period-fields.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { TextInput } from '../../../../web/ui/text-input.tsx';

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

const MAX_LENGTH = 100;

const read = (text: ReadParameter) => ({
  event: SECURITY_EVENT_KINDS.find((event) => event === text('event')) ?? '',
  who: text('who').slice(0, MAX_LENGTH),
  address: text('address').slice(0, MAX_LENGTH),
  from: dayOf(text('from')),
  until: dayOf(text('until')),
});
type SecurityFilterFields = Record<keyof ReturnType<typeof read>, string>;

const useSecurityFilter = () => useLogFilter<SecurityFilterFields, Filter>(read, filterOf);

const filterOf = ({ event, who, address, ...period }: SecurityFilterFields): Filter => ({
  ...(event !== '' && { event: event as SecurityEventKind }),
  ...(who.trim() !== '' && { who: who.trim() }),
  ...(address.trim() !== '' && { address: address.trim() }),
  ...periodOf(period),
});

type SecurityFilterProps = { shown: SecurityFilterFields; onNarrow: (change: Partial<SecurityFilterFields>) => void };

function SecurityFilter({ shown, onNarrow }: SecurityFilterProps) {
  const text = (name: 'who' | 'address', placeholder: string) => (
    <TextInput
      value={shown[name]}
      maxLength={MAX_LENGTH}
      placeholder={placeholder}
      onChange={({ target }) => onNarrow({ [name]: target.value })}
    />
  );
  return (
    <div className="grid gap-3 p-4 min-[400px]:grid-cols-2 min-[400px]:max-lg:[&>:first-child]:col-span-2 lg:grid-cols-5">
      <Field label={t('accounts.security.event')}>
        <Select
          options={SECURITY_EVENT_KINDS.map((event) => ({ value: event, label: t(EVENT_WORDS[event]) }))}
          placeholder={t('common.anything')}
          value={shown.event}
          onChange={({ target }) => onNarrow({ event: target.value })}
        />
      </Field>
      <Field label={t('common.who')}>{text('who', t('accounts.security.whoPlaceholder'))}</Field>
      <Field label={t('accounts.security.ipAddress')}>
        {text('address', t('accounts.security.addressPlaceholder'))}
      </Field>
      <PeriodFields period={shown} onNarrow={onNarrow} />
    </div>
  );
}
