import { RecordInRow, pathOfUser } from '../../../../web/frame/record-link.tsx';
import { t } from '../../../../web/languages/text.ts';
import { StatusBadge, toneOf } from '../../../../web/ui/badge.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { NextStep } from '../../../../web/ui/next-step.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';
import { Table } from '../../../../web/ui/table.tsx';
import type { TicketSummary } from '../../../tickets/ticket.ts';
import { withDot } from '../../../files/web/file-columns.tsx';
import type { UnreadByFile } from '../../../accounts/web/unread.api.ts';
import { TicketSubject, useUnreadTickets } from '../../../tickets/web/tickets-table.tsx';
import { HEADERS_MAY_WRAP, pathOfFile, type Viewer } from './last-files.tsx';
import { waitsColumn } from '../../work/web/work-columns.tsx';
import { useWork, type SharedWork } from '../../work/web/work.api.ts';
import { viewColumn } from '../../../../web/ui/view-column.tsx';

interface LastTicketsProps {
  viewer: Viewer;
  tickets: readonly TicketSummary[] | undefined;
  isError: boolean;
  onRetry: () => void;
}

/** Tickets link to the page of their file, where they are read. */
export function LastTickets({ viewer, tickets, isError, onRetry }: LastTicketsProps) {
  const unread = useUnreadTickets();
  const work = useWork();
  return (
    <Card flush title={t('staff.dashboard.lastTickets')} className={HEADERS_MAY_WRAP}>
      <Table
        caption={t('staff.dashboard.lastTickets')}
        rows={tickets}
        error={isError}
        onRetry={onRetry}
        columns={listColumns(viewer, unread, work)}
        rowKey={(ticket) => ticket.id}
        rail={(ticket) => toneOf(ticket.status)}
        to={(ticket) => pathOfFile(viewer, ticket.file_id)}
        dense={viewer === 'administrator'}
        empty={{
          text: t('staff.dashboard.lastTicketsEmpty'),
          art: 'plug',
          action:
            viewer === 'administrator' ? (
              <NextStep to="/admin/all-tickets">{t('common.allTickets')}</NextStep>
            ) : (
              <NextStep to="/my-ticket">{t('common.myTickets')}</NextStep>
            ),
        }}
      />
    </Card>
  );
}

function listColumns(viewer: Viewer, unread: UnreadByFile, work: SharedWork): Column<TicketSummary>[] {
  const username: Column<TicketSummary> = {
    key: 'username',
    header: t('common.usernameLabel'),
    cell: (ticket) => <RecordInRow to={pathOfUser(ticket.user_id)}>{ticket.username}</RecordInRow>,
    phoneCell: (ticket) => ticket.username,
    phone: 'line',
    cellClass: 'sm:max-w-28 sm:truncate md:max-w-48',
    cellTitle: (ticket) => ticket.username,
  };
  return [
    {
      key: 'ticket_id',
      header: t('common.ticketId'),
      cell: (ticket) => withDot(unread, { id: ticket.file_id }, ticket.ticket_id),
      phone: 'line',
    },
    ...(viewer === 'administrator' ? [username] : []),
    {
      key: 'subject',
      header: t('common.subject'),
      cell: (ticket) => <TicketSubject ticket={ticket} />,
      priority: 1,
      phone: 'title',
    },
    {
      key: 'status',
      header: t('common.status'),
      phone: 'end',
      cell: (ticket) => <StatusBadge status={ticket.status} />,
    },
    ...(viewer === 'administrator'
      ? [waitsColumn<TicketSummary>({ work, fileIdOf: ({ file_id }) => file_id, kindOf: () => 'TICKET' })]
      : []),
    viewColumn(
      (ticket) => pathOfFile(viewer, ticket.file_id),
      (ticket) => t('common.viewTicketLabel', { ticket_id: ticket.ticket_id }),
    ),
  ];
}
