import { LogOut } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import EditUser from '../../../accounts/web/edit-user.screen.tsx';
import { t } from '../../../../web/languages/text.ts';
import { formatAmount } from '../../../../web/languages/numbers.ts';
import { Badge, StatusBadge } from '../../../../web/ui/badge.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import { pathOfFile } from '../../../../web/frame/record-link.tsx';
import { isColleague } from '../../../accounts/balances.rules.ts';
import type { EditableUser } from '../../../accounts/user.ts';
import { type CustomerOverview as Overview, getCustomerOverview } from '../customer-page.calls.ts';
import { vehicleText } from '../../../files/files.rules.ts';
import { PersonalDataCard } from '../../../accounts/personal-data/web/personal-data-card.tsx';
import { InternalNotes } from '../../notes/web/internal-notes.tsx';
import { nameOf as nameOfPayment, paymentOutcome } from '../../../payments/web/payment-outcome.tsx';
import { fileText } from '../../../credits/web/ledger-cause.tsx';
import { EVENT_WORDS, REASON_WORDS } from '../../../accounts/security-log/security-words.rules.ts';
import { ShortList, type ShortRow, allOf } from './short-list.tsx';
import { messageFor } from '../../../../web/client/api-error.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { type UserSession, endUserSession } from '../../../accounts/user-sessions.calls.ts';
import { call } from '../../../../web/client/call.ts';
import { useCan } from '../../../../web/client/session.ts';
import { useChange } from '../../../../web/client/use-change.ts';

/** Accounts know nothing of files, tickets and money, so they are combined here. */
export default function CustomerScreen() {
  return <EditUser Overview={CustomerOverview} />;
}

/** Everything about a user, below the account: the newest few of each list, with links to the rest. */
function CustomerOverview({ user }: { user: EditableUser }) {
  const { data, isError, refetch } = useCustomerOverview(user.id);
  return (
    <div className="mt-6 grid gap-6">
      {isError && (
        <Card>
          <LoadError onRetry={() => void refetch()} />
        </Card>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Work user={user} data={data} />
        <Rest user={user} data={data} />
      </div>
    </div>
  );
}

type PartProps = { user: EditableUser; data: Overview | undefined };

const Work = ({ user, data }: PartProps) => (
  <div className="grid min-w-0 gap-6">
    {!isColleague(user) && <FilesAndLedger user={user} data={data} />}
    {useCan('notes.use') && <InternalNotes kind="users" id={user.id} />}
  </div>
);

function FilesAndLedger({ user, data }: PartProps) {
  return (
    <>
      <ShortList
        needs="files.read-all"
        title={formatTitle(t('staff.customer.files'), data?.open_files)}
        rows={data?.files.map(fileRow)}
        empty={t('staff.customer.filesEmpty')}
        all={{ to: `/admin/all-files?customer=${user.id}`, text: allOf(data?.all_files ?? 0) }}
      />
      <ShortList
        needs="ledger.read-all"
        title={t('staff.customer.ledger')}
        rows={data?.ledger.map(ledgerRow)}
        empty={t('staff.customer.ledgerEmpty')}
        all={{ to: `/admin/credits-statement/${user.id}`, text: t('common.creditsStatement') }}
      />
    </>
  );
}

function TicketsAndPayments({ user, data }: PartProps) {
  return (
    <>
      <ShortList
        needs="tickets.read-all"
        title={formatTitle(t('staff.customer.tickets'), data?.open_tickets)}
        rows={data?.tickets.map(ticketRow)}
        empty={t('staff.customer.ticketsEmpty')}
        all={{ to: `/admin/all-tickets?customer=${user.id}`, text: allOf(data?.all_tickets ?? 0) }}
      />
      <ShortList
        needs="payments.review"
        title={t('common.payments')}
        rows={data?.payments.map(paymentRow)}
        empty={t('staff.customer.paymentsEmpty')}
        all={{ to: `/admin/payments?show=all&customer=${user.id}`, text: t('staff.customer.allPayments') }}
      />
    </>
  );
}

function Rest({ user, data }: PartProps) {
  return (
    <div className="grid min-w-0 gap-6">
      {!isColleague(user) && <TicketsAndPayments user={user} data={data} />}
      <UserSessions userId={user.id} sessions={data?.sessions} />
      <ShortList
        needs="security.read"
        title={t('staff.customer.security')}
        rows={data?.security.map(securityRow)}
        empty={t('staff.customer.securityEmpty')}
        all={{
          to: `/admin/security-log?${new URLSearchParams({ who: user.email }).toString()}`,
          text: t('common.securityLog'),
        }}
      />
      <PersonalDataCard user={user} />
    </div>
  );
}

const formatTitle = (title: string, open: number | undefined): string =>
  open === undefined || open === 0 ? title : t('staff.customer.titleWithOpen', { title, count: open });

const fileRow = (file: Overview['files'][number]): ShortRow => ({
  key: file.id,
  to: pathOfFile('administrator', file.id),
  title: `${file.file_id} · ${file.file_name}`,
  line: vehicleText(file),
  end: <StatusBadge status={file.status} />,
  endLine: <StatusBadge status={file.price_status} />,
});

const ticketRow = (ticket: Overview['tickets'][number]): ShortRow => ({
  key: ticket.id,
  to: pathOfFile('administrator', ticket.file_id),
  title: ticket.subject,
  line: (
    <>
      {ticket.ticket_id} · <TimeStamp value={ticket.opening_date} />
    </>
  ),
  end: <StatusBadge status={ticket.status} />,
});

const ledgerRow = (row: Overview['ledger'][number]): ShortRow => ({
  key: row.id,
  to: row.open_file_id === null ? null : pathOfFile('administrator', row.open_file_id),
  title: row.file_id === null ? row.source : `${row.source} · ${fileText(row.file_id)}`,
  line: (
    <>
      <TimeStamp value={row.created_at} />
      {(row.reason ?? row.note) && <> · {row.reason ?? row.note}</>}
    </>
  ),
  end: (
    <strong className={row.credit_balance < 0 ? 'text-red-fg' : 'text-green-fg'}>
      {formatAmount(row.credit_balance)}
    </strong>
  ),
  endLine: `${formatAmount(row.balance_after)} ${row.unit === 'AI' ? t('common.aiCredits') : 'CRS'}`,
});

const paymentRow = (payment: Overview['payments'][number]): ShortRow => ({
  key: payment.id,
  to: `/admin/payments?${new URLSearchParams({ transaction: payment.transaction_id ?? '', show: 'all' }).toString()}`,
  title: nameOfPayment(payment),
  line: <TimeStamp value={payment.received_at} />,
  end: payment.amount === null ? '–' : `${formatAmount(payment.amount)} ${payment.currency ?? '?'}`,
  endLine: paymentOutcome(payment),
});

const securityRow = (event: Overview['security'][number]): ShortRow => ({
  key: event.id,
  title: t(EVENT_WORDS[event.event]),
  line: t(REASON_WORDS[event.reason]),
  end: <TimeStamp value={event.last_at} />,
  endLine: event.address,
});

/** Lists where a user is logged in; every session can be ended except the one showing this page. */
function UserSessions({ userId, sessions }: { userId: number; sessions: UserSession[] | undefined }) {
  const ending = useEndSession(userId);
  const rowOf = (session: UserSession): ShortRow => ({
    key: session.id,
    title: session.browser ?? t('staff.customer.unknownBrowser'),
    line: (
      <>
        {t('staff.customer.loggedIn')} <TimeStamp value={session.created_at} />
        {session.last_used_at !== null && (
          <>
            {' · '}
            {t('accounts.sessions.lastUsed')} <TimeStamp value={session.last_used_at} relative />
          </>
        )}
        {session.address !== null && <> · {session.address}</>}
        {session.is_continued && <> · {t('accounts.sessions.continued')}</>}
      </>
    ),
    end: session.is_current ? (
      <Badge>{t('staff.customer.thisDevice')}</Badge>
    ) : (
      <Button
        small
        icon={<LogOut />}
        busy={ending.isPending && ending.variables === session.id}
        onClick={() => ending.mutate(session.id)}
      >
        {t('staff.customer.logOut')}
      </Button>
    ),
  });
  return (
    <div className="grid gap-3">
      <ShortList
        needs="users.change"
        title={t('staff.customer.devices')}
        rows={sessions?.map(rowOf)}
        empty={t('staff.customer.devicesEmpty')}
      />
      {ending.isError && <Alert kind="danger">{messageFor(ending.error, t('common.somethingWentWrong'))}</Alert>}
    </div>
  );
}

const keyOf = (id: number) => ['users', id, 'overview'] as const;

const useCustomerOverview = (id: number) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(getCustomerOverview, { id }, { signal }),
    staleTime: 0,
  });

const useEndSession = (id: number) =>
  useChange((session: string) => call(endUserSession, { id, session }), [keyOf(id)]);
