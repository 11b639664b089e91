import { dayOf, periodOf, useLogFilter, type ReadParameter } from '../../../../web/lists/filter-in-address.ts';
import { PeriodFields } from '../../../../web/lists/period-fields.tsx';
import { t } from '../../../../web/languages/text.ts';
import { Field } from '../../../../web/ui/field.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import { KIND_WORDS } from '../audit-words.rules.ts';
import { type ChangeKind, CHANGE_KINDS } from '../audit.calls.ts';
import type { Filter } from './audit.api.ts';

const read = (text: ReadParameter) => ({
  person: /^\d{1,15}$/.test(text('person')) ? text('person') : '',
  kind: CHANGE_KINDS.find((kind) => kind === text('kind')) ?? '',
  about: text('about').slice(0, 120),
  from: dayOf(text('from')),
  until: dayOf(text('until')),
});
type AuditFilterFields = Record<keyof ReturnType<typeof read>, string>;

export const useAuditFilter = () => useLogFilter<AuditFilterFields, Filter>(read, filterOf);

const filterOf = ({ person, kind, about, ...period }: AuditFilterFields): Filter => ({
  ...(person !== '' && { person: Number(person) }),
  ...(kind !== '' && { kind: kind as ChangeKind }),
  ...(about.trim() !== '' && { about: about.trim() }),
  ...periodOf(period),
});

type AuditFilterProps = {
  shown: AuditFilterFields;
  people: readonly { id: number; username: string }[];
  onNarrow: (change: Partial<AuditFilterFields>) => void;
};

export function AuditFilter({ shown, people, onNarrow }: AuditFilterProps) {
  return (
    <div className="grid gap-3 p-4 min-[400px]:grid-cols-2 min-[400px]:max-sm:[&>:nth-child(3)]:col-span-2 lg:grid-cols-5">
      <Field label={t('common.who')}>
        <Select
          options={people.map(({ id, username }) => ({ value: String(id), label: username }))}
          placeholder={t('staff.audit.anybody')}
          value={shown.person}
          onChange={({ target }) => onNarrow({ person: target.value })}
        />
      </Field>
      <Field label={t('staff.audit.change')}>
        <Select
          options={CHANGE_KINDS.map((kind) => ({ value: kind, label: t(KIND_WORDS[kind]) }))}
          placeholder={t('common.anything')}
          value={shown.kind}
          onChange={({ target }) => onNarrow({ kind: target.value })}
        />
      </Field>
      <Field label={t('staff.audit.record')}>
        <TextInput
          value={shown.about}
          maxLength={120}
          placeholder={t('staff.audit.recordPlaceholder')}
          onChange={({ target }) => onNarrow({ about: target.value })}
        />
      </Field>
      <PeriodFields period={shown} onNarrow={onNarrow} />
    </div>
  );
}
