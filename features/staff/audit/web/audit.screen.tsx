import { FilteredLog } from '../../../../web/lists/filtered-log.tsx';
import { t } from '../../../../web/languages/text.ts';
import { NextStep } from '../../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { type Filter, useChanges } from './audit.api.ts';
import { changeColumns } from './change-columns.tsx';
import { type ReadParameter, dayOf, periodOf, useLogFilter } from '../../../../web/lists/filter-in-address.ts';
import { PeriodFields } from '../../../../web/lists/period-fields.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import { KIND_WORDS } from '../audit-words.rules.ts';
import { CHANGE_KINDS, type ChangeKind } from '../audit.calls.ts';

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

const read = (text: ReadParameter) => ({
  person: /^\d{1,15}$/.test(text('person')) ? text('person') : '',
  kind: CHANGE_KINDS.find((kind) => kind === text('kind')) ?? '',
  about: text('about').slice(0, 120),
  from: dayOf(text('from')),
  until: dayOf(text('until')),
});
type AuditFilterFields = Record<keyof ReturnType<typeof read>, string>;

const useAuditFilter = () => useLogFilter<AuditFilterFields, Filter>(read, filterOf);

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

function AuditFilter({ shown, people, onNarrow }: AuditFilterProps) {
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
