import { ArrowRight } from 'lucide-react';
import { t } from '../../../../web/languages/text.ts';
import { NextStep } from '../../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { type ReadParameter, dayOf, periodOf, useLogFilter } from '../../../../web/lists/filter-in-address.ts';
import { PeriodFields } from '../../../../web/lists/period-fields.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import { KIND_WORDS, SUBJECT_WORDS, pathOfSubject } from '../audit-words.rules.ts';
import { CHANGE_KINDS, type Change, type ChangeKind } from '../audit.calls.ts';
import { call } from '../../../../web/client/call.ts';
import { FilteredLog, useLog } from '../../../../web/lists/filtered-log.tsx';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import * as contract from '../audit.calls.ts';
import { RecordInRow, pathOfUser } from '../../../../web/frame/record-link.tsx';
import { formatAmount } from '../../../../web/languages/numbers.ts';
import { statusText } from '../../../../web/ui/badge.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';
import { TimeStamp } from '../../../../web/ui/time.tsx';

/**
 * The audit list: who changed what and when, with the old and the new value. An addition of ours to the specification.
 */
export default function AuditScreen() {
  const { shown, filter, narrow, clear } = useAuditFilter();
  const { first, ...log } = useChanges(filter);
  const people = first?.people ?? [];
  return (
    <>
      <PageHeader title={t('common.auditList')} hint={t('staff.audit.introduction')} />
      <FilteredLog
        filter={<AuditFilter shown={shown} people={people} onNarrow={narrow} />}
        narrowedBy={Object.keys(filter).length}
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

type Filter = Omit<InputOf<typeof contract.listChanges>, 'cursor'>;

const rowsOf = ({ changes }: ReplyOf<typeof contract.listChanges>) => changes;

/** The audit list, loaded as far as the user has scrolled. */
const useChanges = (filter: Filter) =>
  useLog({
    queryKey: ['changes', filter],
    read: (cursor, signal) => call(contract.listChanges, { ...filter, ...(cursor && { cursor }) }, { signal }),
    rowsOf,
  });

/** Keeps a name that is one long word from pushing the values out of sight. */
const SUBJECT = 'sm:max-w-72 sm:whitespace-normal!';
const VALUES = 'sm:min-w-28! lg:min-w-40!';

const changeColumns = (): Column<Change>[] => [
  { key: 'when', header: t('common.when'), cell: (change) => <TimeStamp value={change.created_at} />, priority: 2 },
  { key: 'who', header: t('common.who'), cell: (change) => <Changer change={change} />, priority: 2 },
  {
    key: 'subject',
    header: t('staff.audit.record'),
    cell: (change) => <Subject change={change} />,
    cellClass: SUBJECT,
    priority: 1,
  },
  {
    key: 'kind',
    header: t('staff.audit.change'),
    cell: whatOf,
    cellClass: 'sm:max-lg:whitespace-normal!',
    priority: 2,
  },
  {
    key: 'values',
    header: t('staff.audit.beforeAfter'),
    cell: (change) => <Values change={change} />,
    cellClass: VALUES,
    priority: 2,
  },
];

function Changer({ change: { username, open_user_id, origin } }: { change: Change }) {
  if (username === null) return <>{origin === 'COMMAND_LINE' ? t('common.commandLine') : t('staff.audit.byPortal')}</>;
  return <RecordInRow to={pathOfUser(open_user_id)}>{username}</RecordInRow>;
}

const whatOf = ({ kind, field }: Change) =>
  field === null ? t(KIND_WORDS[kind]) : `${t(KIND_WORDS[kind])}: ${field.replaceAll('_', ' ')}`;

function Subject({ change }: { change: Change }) {
  const path = pathOfSubject(change);
  const name = <span className="whitespace-normal wrap-anywhere">{change.subject_name}</span>;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <span className="text-small text-text3">{t(SUBJECT_WORDS[change.subject])}</span>
      <RecordInRow to={path}>{name}</RecordInRow>
    </span>
  );
}

/** Longer texts are shortened; the tooltip has the full text. */
const MAX_LENGTH = 60;

function Values({ change: { kind, ...change } }: { change: Change }) {
  const [old_value, new_value] = [formatValue(kind, change.old_value), formatValue(kind, change.new_value)];
  if (kind === 'SECOND_FACTOR') return <>{t('accounts.security.event.secondFactorRemoved')}</>;
  if (kind === 'PASSWORD') return <>{t('staff.audit.passwordChanged')}</>;
  if (kind === 'CREATED') return <Value text={new_value} />;
  if (kind === 'DELETED') return <Value text={old_value} />;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 whitespace-normal">
      <Value text={old_value} />
      <ArrowRight size={14} aria-label={t('staff.audit.to')} role="img" className="shrink-0 text-text3" />
      <strong className="font-strong">
        <Value text={new_value} />
      </strong>
    </span>
  );
}

const WORDS: readonly ChangeKind[] = ['ROLE', 'STATUS', 'FEASIBILITY', 'FILE_STATUS'];

const AMOUNTS: readonly ChangeKind[] = ['BALANCE', 'AI_BALANCE', 'PRICE'];

/** Shows a status with the same text as its badge, and an amount as everywhere else. */
function formatValue(kind: ChangeKind, value: string | null): string | null {
  if (value === null) return value;
  if (AMOUNTS.includes(kind)) return formatAmount(value);
  return WORDS.includes(kind) ? statusText(value) : value;
}

function Value({ text }: { text: string | null }) {
  if (text === null || text === '') return <>–</>;
  const isLong = text.length > MAX_LENGTH;
  return (
    <span title={isLong ? text : undefined} className="whitespace-normal wrap-anywhere">
      {isLong ? `${text.slice(0, MAX_LENGTH)}…` : text}
    </span>
  );
}
