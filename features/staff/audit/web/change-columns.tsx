import { ArrowRight } from 'lucide-react';
import { RecordInRow, pathOfUser } from '../../../../web/frame/record-link.tsx';
import { t } from '../../../../web/languages/text.ts';
import { formatAmount } from '../../../../web/languages/numbers.ts';
import { statusText } from '../../../../web/ui/badge.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import { KIND_WORDS, SUBJECT_WORDS, pathOfSubject } from '../audit-words.rules.ts';
import type { Change, ChangeKind } from '../audit.calls.ts';

/** Keeps a name that is one long word from pushing the values out of sight. */
const SUBJECT = 'sm:max-w-72 sm:whitespace-normal!';
const VALUES = 'sm:min-w-28! lg:min-w-40!';

export const changeColumns = (): Column<Change>[] => [
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
