import { Bell, CircleX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useColumnChoice } from '../../../web/lists/column-choice.tsx';
import { CsvButton, type CsvColumns } from '../../../web/lists/csv-button.tsx';
import { SavedFilters } from '../../../web/lists/saved-filters.tsx';
import { BulkBar, useSelection } from '../../../web/lists/selection.tsx';
import { t } from '../../../web/text.ts';
import { statusText } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { useListAddress } from '../../../web/ui/list-toolbar.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { csvTime } from '../../csv.ts';
import { useNotifyUsers } from '../../messaging/web/notifications.api.ts';
import { BulkNotify } from '../../files/web/bulk-notify.tsx';
import type { TicketSummary } from '../tickets.contract.ts';
import { useAllTickets } from './all-tickets.api.ts';
import { BulkCloseTickets } from './bulk-close-tickets.tsx';
import { TicketsTable, columnsFor } from './tickets-table.tsx';

const nameOf = ({ ticket_id, subject }: TicketSummary) => `${subject} (${ticket_id})`;

export default function AllTicketsScreen() {
  const address = useListAddress();
  const { search, sort } = address;
  const tickets = useAllTickets({ search, filters: { status: address.filter('status') }, sort });
  const all = useMemo(() => columnsFor('administrator'), []);
  const { columns, menu } = useColumnChoice('all-tickets', all);
  const selection = useSelection(nameOf);
  const shown = useMemo(() => [selection.column, ...columns], [selection.column, columns]);
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
        columns={shown}
        caption={t('All tickets')}
        address={address}
        bulk={<BulkWork selection={selection} tickets={tickets} />}
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

type BulkWorkProps = {
  selection: ReturnType<typeof useSelection<TicketSummary>>;
  tickets: ReturnType<typeof useAllTickets>;
};

/** A ticket cannot be deleted: it goes with its file. */
function BulkWork({ selection, tickets }: BulkWorkProps) {
  const [dialog, setDialog] = useState<'close' | 'notify' | null>(null);
  const end = () => setDialog(null);
  const owners = [...new Set(selection.rows.flatMap(({ user_id }) => user_id ?? []))];
  const { mutateAsync: notify } = useNotifyUsers();
  const isAnyOpen = selection.rows.some(({ status }) => status === 'OPEN');
  return (
    <>
      <BulkBar
        count={selection.rows.length}
        matching={tickets.matching}
        mayAll={selection.rows.length < tickets.matching || selection.misses(tickets.rows)}
        onAll={() => tickets.takeAll().then(selection.add)}
        onClear={selection.clear}
      >
        <Button small icon={<Bell />} onClick={() => setDialog('notify')}>
          {t('Notify')}
        </Button>
        {isAnyOpen && (
          <Button small icon={<CircleX />} onClick={() => setDialog('close')}>
            {t('Close selected')}
          </Button>
        )}
      </BulkBar>
      {dialog === 'close' && (
        <BulkCloseTickets
          tickets={selection.rows}
          onCancel={end}
          onDone={(left) => {
            selection.choose(left);
            end();
          }}
        />
      )}
      {dialog === 'notify' && (
        <BulkNotify
          owners={owners.length}
          notify={(text) => notify({ user_ids: owners, ...text })}
          onCancel={end}
          onDone={end}
        />
      )}
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
