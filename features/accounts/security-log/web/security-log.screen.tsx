import { t } from '../../../../web/languages/text.ts';
import { NextStep } from '../../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { EVENT_WORDS, REASON_WORDS, isRefused } from '../security-words.rules.ts';
import { SECURITY_EVENT_KINDS, type SecurityEvent, type SecurityEventKind } from '../security.calls.ts';
import { type ReadParameter, dayOf, periodOf, useLogFilter } from '../../../../web/lists/filter-in-address.ts';
import { PeriodFields } from '../../../../web/lists/period-fields.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import { call } from '../../../../web/client/call.ts';
import { FilteredLog, useLog } from '../../../../web/lists/filtered-log.tsx';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import * as contract from '../security.calls.ts';
import { RecordInRow, pathOfUser } from '../../../../web/frame/record-link.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import { EmailText } from '../../../../web/ui/email-text.tsx';

const railOf = (event: SecurityEvent) => (isRefused(event) ? 'yellow' : null);

/** Sign-ins, refused calls and changes of access. An addition of ours to the specification. */
export default function SecurityLogScreen() {
  const { shown, filter, narrow, clear } = useSecurityFilter();
  const { first, ...log } = useSecurityEvents(filter);
  return (
    <>
      <PageHeader title={t('common.securityLog')} hint={<Subline storedDays={first?.stored_days} />} />
      <FilteredLog
        filter={<SecurityFilter shown={shown} onNarrow={narrow} />}
        narrowedBy={Object.keys(filter).length}
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

type Filter = Omit<InputOf<typeof contract.listSecurityEvents>, 'cursor'>;

const rowsOf = ({ events }: ReplyOf<typeof contract.listSecurityEvents>) => events;

/** The security log, loaded as far as the user has scrolled. */
const useSecurityEvents = (filter: Filter) =>
  useLog({
    queryKey: ['security-events', filter],
    read: (cursor, signal) => call(contract.listSecurityEvents, { ...filter, ...(cursor && { cursor }) }, { signal }),
    rowsOf,
  });

const WRAPPED = 'sm:whitespace-normal!';

const securityColumns = (): Column<SecurityEvent>[] => [
  {
    key: 'when',
    header: t('common.when'),
    cell: (event) => <When event={event} />,
    cellClass: 'sm:max-xl:whitespace-normal!',
    phone: 'end line',
    phoneCell: (event) => <ShortWhen {...event} />,
    priority: 2,
  },
  {
    key: 'event',
    header: t('accounts.security.event'),
    cell: (event) => <What event={event} />,
    phone: 'long title',
    phoneCell: ({ event, reason }) => (
      <>
        {t(EVENT_WORDS[event])} <span className="font-normal text-text2">· {t(REASON_WORDS[reason])}</span>
      </>
    ),
    cellClass: WRAPPED,
    priority: 1,
  },
  {
    key: 'account',
    header: t('common.account'),
    cell: (event) => <Account event={event} />,
    phone: 'line',
    phoneCell: nameOfAccount,
    cellClass: WRAPPED,
    priority: 2,
  },
  {
    key: 'actor',
    header: t('accounts.security.signedInAs'),
    cell: (event) => <Actor event={event} />,
    phone: 'line',
    phoneCell: (event) => (
      <>
        {t('accounts.security.signedInAs')} <Actor event={event} />
      </>
    ),
    cellClass: WRAPPED,
    priority: 2,
  },
  ...placeColumns(),
];

/** From where, and what else is known. */
const placeColumns = (): Column<SecurityEvent>[] => [
  {
    key: 'address',
    header: t('accounts.security.ipAddress'),
    cell: addressOf,
    phone: 'line',
    cellClass: WRAPPED,
    priority: 2,
  },
  {
    key: 'details',
    header: t('accounts.security.details'),
    cell: (event) => <Details event={event} />,
    phone: 'line',
    cellClass: WRAPPED,
    priority: 3,
  },
];

const ShortWhen = ({ times, last_at }: SecurityEvent) => (
  <>
    {times > 1 && `${times} × `}
    <TimeStamp value={last_at} />
  </>
);

/** Several occurrences within an hour are one entry. */
function When({ event: { times, first_at, last_at } }: { event: SecurityEvent }) {
  return (
    <span className="grid">
      <TimeStamp value={last_at} />
      {times > 1 && (
        <span className="text-small text-text2">
          {t('accounts.security.timesSince', { count: times })} <TimeStamp value={first_at} />
        </span>
      )}
    </span>
  );
}

function What({ event: { event, reason } }: { event: SecurityEvent }) {
  return (
    <span className="grid">
      <span className="font-strong">{t(EVENT_WORDS[event])}</span>
      <span className="text-small font-normal text-text2">{t(REASON_WORDS[reason])}</span>
    </span>
  );
}

function Account({ event: { account, entered, scope } }: { event: SecurityEvent }) {
  if (scope !== 'ONE') return <>{t('accounts.security.severalAccounts')}</>;
  if (account === null) return <span className="wrap-anywhere">{entered || '–'}</span>;
  return (
    <span className="grid justify-items-start">
      <RecordInRow to={pathOfUser(account.id)}>{account.username}</RecordInRow>
      <span className="text-small wrap-anywhere text-text2">
        <EmailText email={entered || account.email} />
      </span>
    </span>
  );
}

const nameOfAccount = ({ account, entered, scope }: SecurityEvent) =>
  scope === 'ONE' ? (account?.username ?? (entered || '–')) : t('accounts.security.severalAccounts');

function Actor({ event: { actor, reason } }: { event: SecurityEvent }) {
  if (actor === null) return <>{reason === 'BY_COMMAND' ? t('common.commandLine') : '–'}</>;
  return <RecordInRow to={pathOfUser(actor.id)}>{actor.username}</RecordInRow>;
}

const addressOf = ({ address, scope, reason }: SecurityEvent) => {
  if (scope === 'ALL') return t('accounts.security.severalAddresses');
  return address || (reason === 'BY_COMMAND' ? t('common.commandLine') : '–');
};

function Details({ event: { event, call: path, detail, scope } }: { event: SecurityEvent }) {
  if (scope !== 'ONE') return <>{t('accounts.security.furtherAttempts')}</>;
  if (event === 'SESSIONS_ENDED') return <>{t('accounts.security.sessionCount', { count: Number(detail) })}</>;
  return <span className="wrap-anywhere">{detail || path || '–'}</span>;
}
