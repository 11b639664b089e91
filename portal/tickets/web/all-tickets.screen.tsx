import { useMemo } from 'react';
import { useColumnChoice } from '../../../web/lists/column-choice.tsx';
import { CsvButton, type CsvColumns } from '../../../web/lists/csv-button.tsx';
import { SavedFilters } from '../../../web/lists/saved-filters.tsx';
import { t } from '../../../web/text.ts';
import { statusText } from '../../../web/ui/badge.tsx';
import { useListAddress } from '../../../web/ui/list-toolbar.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { csvTime } from '../../csv.ts';
import type { TicketSummary } from '../tickets.contract.ts';
import { useAllTickets } from './all-tickets.api.ts';
import { TicketsTable, columnsFor } from './tickets-table.tsx';

export default function AllTicketsScreen() {
  const address = useListAddress();
  const { search, sort } = address;
  const tickets = useAllTickets({ search, filters: { status: address.filter('status') }, sort });
  const { columns, menu } = useColumnChoice(
    'all-tickets',
    useMemo(() => columnsFor('administrator'), []),
  );
  return (
    <>
      {/* Until they are counted the headline says nothing about how many there are. */}
      <PageHeader
        title={t('Total Tickets {n}', { n: tickets.total ?? '' }).trim()}
        actions={
          <>
            <SavedFilters list="all-tickets" />
            {menu}
            <CsvButton name="tickets" columns={CSV} takeAll={tickets.takeAll} />
          </>
        }
      />
      <TicketsTable
        viewer="administrator"
        columns={columns}
        caption={t('All tickets')}
        address={address}
        rows={tickets.rows}
        isSorted
        onRange={tickets.onRange}
        isEmpty={tickets.total === 0}
        error={tickets.hasFailed}
        onRetry={tickets.retry}
      />
    </>
  );
}

const CSV: CsvColumns<TicketSummary> = [
  ['Ticket ID', (ticket) => ticket.ticket_id],
  ['Subject', (ticket) => ticket.subject],
  ['Username', (ticket) => ticket.username],
  ['Status', (ticket) => statusText(ticket.status)],
  ['Opened (UTC)', (ticket) => csvTime(ticket.opening_date)],
  ['Closed (UTC)', (ticket) => ticket.closing_date && csvTime(ticket.closing_date)],
];
