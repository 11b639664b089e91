import { RecordInRow, pathOfUser } from '../../../../web/frame/record-link.tsx';
import { t } from '../../../../web/languages/text.ts';
import type { Column } from '../../../../web/ui/table-column.ts';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import { EmailText } from '../../../../web/ui/email-text.tsx';
import { EVENT_WORDS, REASON_WORDS } from '../security-words.rules.ts';
import type { SecurityEvent } from '../security.calls.ts';

const WRAPPED = 'sm:whitespace-normal!';

export const securityColumns = (): Column<SecurityEvent>[] => [
  {
    key: 'when',
    header: t('common.when'),
    cell: (event) => <When event={event} />,
    cellClass: 'sm:max-xl:whitespace-normal!',
    priority: 2,
  },
  {
    key: 'event',
    header: t('accounts.security.event'),
    cell: (event) => <What event={event} />,
    cellClass: WRAPPED,
    priority: 1,
  },
  {
    key: 'account',
    header: t('common.account'),
    cell: (event) => <Account event={event} />,
    cellClass: WRAPPED,
    priority: 2,
  },
  {
    key: 'actor',
    header: t('accounts.security.signedInAs'),
    cell: (event) => <Actor event={event} />,
    cellClass: WRAPPED,
    priority: 2,
  },
  { key: 'address', header: t('accounts.security.ipAddress'), cell: addressOf, cellClass: WRAPPED, priority: 2 },
  {
    key: 'details',
    header: t('accounts.security.details'),
    cell: (event) => <Details event={event} />,
    cellClass: WRAPPED,
    priority: 3,
  },
];

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

function Actor({ event: { actor, reason } }: { event: SecurityEvent }) {
  if (actor === null) return <>{reason === 'BY_COMMAND' ? t('common.commandLine') : '–'}</>;
  return <RecordInRow to={pathOfUser(actor.id)}>{actor.username}</RecordInRow>;
}

const addressOf = ({ address, scope, reason }: SecurityEvent) => {
  if (scope === 'ALL') return t('accounts.security.severalAddresses');
  return address || (reason === 'BY_COMMAND' ? t('common.commandLine') : '–');
};

function Details({ event: { event, call, detail, scope } }: { event: SecurityEvent }) {
  if (scope !== 'ONE') return <>{t('accounts.security.furtherAttempts')}</>;
  if (event === 'SESSIONS_ENDED') return <>{t('accounts.security.sessionCount', { count: Number(detail) })}</>;
  return <span className="wrap-anywhere">{detail || call || '–'}</span>;
}
