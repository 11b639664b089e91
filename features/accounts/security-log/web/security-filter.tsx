import { dayOf, periodOf, useLogFilter, type ReadParameter } from '../../../../web/lists/filter-in-address.ts';
import { PeriodFields } from '../../../../web/lists/period-fields.tsx';
import { t } from '../../../../web/languages/text.ts';
import { Field } from '../../../../web/ui/field.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import { EVENT_WORDS } from '../security-words.rules.ts';
import { type SecurityEventKind, SECURITY_EVENT_KINDS } from '../security.calls.ts';
import type { Filter } from './security.api.ts';

const MAX_LENGTH = 100;

const read = (text: ReadParameter) => ({
  event: SECURITY_EVENT_KINDS.find((event) => event === text('event')) ?? '',
  who: text('who').slice(0, MAX_LENGTH),
  address: text('address').slice(0, MAX_LENGTH),
  from: dayOf(text('from')),
  until: dayOf(text('until')),
});
type SecurityFilterFields = Record<keyof ReturnType<typeof read>, string>;

export const useSecurityFilter = () => useLogFilter<SecurityFilterFields, Filter>(read, filterOf);

const filterOf = ({ event, who, address, ...period }: SecurityFilterFields): Filter => ({
  ...(event !== '' && { event: event as SecurityEventKind }),
  ...(who.trim() !== '' && { who: who.trim() }),
  ...(address.trim() !== '' && { address: address.trim() }),
  ...periodOf(period),
});

type SecurityFilterProps = { shown: SecurityFilterFields; onNarrow: (change: Partial<SecurityFilterFields>) => void };

export function SecurityFilter({ shown, onNarrow }: SecurityFilterProps) {
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
