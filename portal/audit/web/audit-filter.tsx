import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '../../../web/text.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { KIND_WORDS } from '../audit-words.rules.ts';
import { ChangeKind } from '../audit.contract.ts';
import type { Filter } from './audit.api.ts';

const NAMES = ['person', 'kind', 'about', 'from', 'until'] as const;
type Shown = Record<(typeof NAMES)[number], string>;

/** In the address, so that a link shows the same entries; what means nothing is left out. */
export function useAuditFilter() {
  const [parameters, setParameters] = useSearchParams();
  const text = parameters.toString();
  const shown = useMemo(() => readShown(new URLSearchParams(text)), [text]);
  const filter = useMemo(() => filterOf(shown), [shown]);
  /** Another filter has other pages. */
  const narrow = (change: Partial<Shown>) => {
    const next = new URLSearchParams(parameters);
    next.delete('page');
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParameters(next, { replace: true });
  };
  const clear = () => narrow({ person: '', kind: '', about: '', from: '', until: '' });
  return { shown, filter, narrow, clear };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function readShown(parameters: URLSearchParams): Shown {
  const read = (name: string) => parameters.get(name) ?? '';
  const day = (name: string) => (DAY.test(read(name)) ? read(name) : '');
  return {
    person: /^\d{1,15}$/.test(read('person')) ? read('person') : '',
    kind: ChangeKind.options.find((kind) => kind === read('kind')) ?? '',
    about: read('about').slice(0, 120),
    from: day('from'),
    until: day('until'),
  };
}

/** Days are those of the reader's clock, and both are part of it. */
function filterOf({ person, kind, about, from, until }: Shown): Filter {
  return {
    ...(person !== '' && { person: Number(person) }),
    ...(kind !== '' && { kind: kind as ChangeKind }),
    ...(about.trim() !== '' && { about: about.trim() }),
    ...(from !== '' && { from: startOf(from, 0) }),
    ...(until !== '' && { until: startOf(until, 1) }),
  };
}

function startOf(day: string, daysLater: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + daysLater).toISOString();
}

type AuditFilterProps = {
  shown: Shown;
  people: readonly { id: number; username: string }[];
  onNarrow: (change: Partial<Shown>) => void;
};

export function AuditFilter({ shown, people, onNarrow }: AuditFilterProps) {
  return (
    <div className="grid gap-3 p-4 min-[400px]:grid-cols-2 min-[400px]:max-sm:[&>:nth-child(3)]:col-span-2 lg:grid-cols-5">
      <Field label={t('Who')}>
        <Select
          options={people.map(({ id, username }) => ({ value: String(id), label: username }))}
          placeholder={t('Anybody')}
          value={shown.person}
          onChange={({ target }) => onNarrow({ person: target.value })}
        />
      </Field>
      <Field label={t('Change')}>
        <Select
          options={ChangeKind.options.map((kind) => ({ value: kind, label: t(KIND_WORDS[kind]) }))}
          placeholder={t('Anything')}
          value={shown.kind}
          onChange={({ target }) => onNarrow({ kind: target.value })}
        />
      </Field>
      <Field label={t('Record')}>
        <TextInput
          value={shown.about}
          maxLength={120}
          placeholder={t('Part of a name')}
          onChange={({ target }) => onNarrow({ about: target.value })}
        />
      </Field>
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
