import { useMemo } from 'react';
import { dayOf, periodOf, useFilterInAddress, type ReadParameter } from '../../../web/lists/filter-in-address.ts';
import { t } from '../../../web/text.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { EVENT_WORDS } from '../security-words.rules.ts';
import { SecurityEventKind } from '../security.schemas.ts';
import type { Filter } from './security.api.ts';

const LONGEST = 100;

const read = (text: ReadParameter) => ({
  event: SecurityEventKind.options.find((event) => event === text('event')) ?? '',
  who: text('who').slice(0, LONGEST),
  address: text('address').slice(0, LONGEST),
  from: dayOf(text('from')),
  until: dayOf(text('until')),
});
type Shown = Record<keyof ReturnType<typeof read>, string>;

export function useSecurityFilter() {
  const { shown, narrow, clear } = useFilterInAddress<Shown>(read);
  const filter = useMemo(() => filterOf(shown), [shown]);
  return { shown, filter, narrow, clear };
}

const filterOf = ({ event, who, address, ...period }: Shown): Filter => ({
  ...(event !== '' && { event: event as SecurityEventKind }),
  ...(who.trim() !== '' && { who: who.trim() }),
  ...(address.trim() !== '' && { address: address.trim() }),
  ...periodOf(period),
});

type SecurityFilterProps = { shown: Shown; onNarrow: (change: Partial<Shown>) => void };

export function SecurityFilter({ shown, onNarrow }: SecurityFilterProps) {
  const text = (name: 'who' | 'address', placeholder: string) => (
    <TextInput
      value={shown[name]}
      maxLength={LONGEST}
      placeholder={placeholder}
      onChange={({ target }) => onNarrow({ [name]: target.value })}
    />
  );
  return (
    <div className="grid gap-3 p-4 min-[400px]:grid-cols-2 min-[400px]:max-lg:[&>:first-child]:col-span-2 lg:grid-cols-5">
      <Field label={t('Event')}>
        <Select
          options={SecurityEventKind.options.map((event) => ({ value: event, label: t(EVENT_WORDS[event]) }))}
          placeholder={t('Anything')}
          value={shown.event}
          onChange={({ target }) => onNarrow({ event: target.value })}
        />
      </Field>
      <Field label={t('Who')}>{text('who', t('Name or e-mail'))}</Field>
      <Field label={t('IP address')}>{text('address', t('How it begins'))}</Field>
      <Field label={t('From')}>
        <TextInput
          type="date"
          value={shown.from}
          max={shown.until || undefined}
          onChange={({ target }) => onNarrow({ from: target.value })}
        />
      </Field>
      <Field label={t('Until')}>
        <TextInput
          type="date"
          value={shown.until}
          min={shown.from || undefined}
          onChange={({ target }) => onNarrow({ until: target.value })}
        />
      </Field>
    </div>
  );
}
