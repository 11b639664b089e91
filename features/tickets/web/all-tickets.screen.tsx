import { useMemo } from 'react';
import { CircleX } from 'lucide-react';
import type { Totals } from '../../../contract/pages.ts';
import type { TicketSummary } from '../ticket.ts';
import { countText } from '../../../web/languages/numbers.ts';
import { requestRowsFirst } from '../../../web/lists/request-rows-first.ts';
import { useColumnChoice } from '../../../web/lists/column-choice.tsx';
import { ListCsvButton } from '../../../web/lists/csv-download.tsx';
import { useListSelection } from '../../../web/lists/list-selection.tsx';
import { SavedFilters } from '../../../web/lists/saved-filters.tsx';
import { prepareList, toRowCount } from '../../../web/lists/use-list-pages.ts';
import { useCan } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { useListAddress } from '../../../web/ui/list-toolbar.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { OfCustomer, useNarrowing } from '../../staff/notes/web/narrowing.tsx';
import {
  ALL_TICKETS,
  downloadAllTickets,
  useAllTickets,
  useAssignTickets,
  useNotifyTicketOwners,
  useSelectedTickets,
} from './all-tickets.api.ts';
import { useWork } from '../../staff/work/web/work.api.ts';
import { TicketsTable, listColumns, useUnreadTickets } from './tickets-table.tsx';
import type { SelectedDialogProps } from '../../../web/lists/confirm-selected.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { BulkActions, type BulkProps, useBulkDialog } from '../../files/web/bulk-actions.tsx';

const nameOf = ({ ticket_id, subject }: TicketSummary) => `${subject} (${ticket_id})`;
const changedAt = ({ opening_date, updated_at = opening_date }: TicketSummary) => updated_at;

export const prepare = (place: Pick<Location, 'pathname' | 'search'>) => prepareList(ALL_TICKETS, place);

export default function AllTicketsScreen() {
  const address = useListAddress();
  const { search, sort } = address;
  const narrowing = useNarrowing(address, 'tickets');
  const [status, part] = [address.filter('status'), address.filter('work')];
  const query = { search, filters: { status, work: part, ...narrowing.filters }, sort };
  const tickets = useAllTickets(query);
  const unread = useUnreadTickets();
  const work = useWork();
  const all = useMemo(() => listColumns('administrator', unread, work), [unread, work]);
  const { columns, menu } = useColumnChoice('all-tickets', all);
  const selection = useListSelection({ terms: ALL_TICKETS, query, list: tickets, nameOf, changedAt });
  const shown = useMemo(() => [selection.column, ...columns], [selection.column, columns]);
  return (
    <>
      {/* The headline shows no number until the tickets are counted. */}
      <PageHeader
        title={t('tickets.total', { n: numberOfAll(tickets.totals) }).trim()}
        actions={
          <>
            <SavedFilters list="all-tickets" />
            {menu}
            <ListCsvButton download={() => downloadAllTickets(query)} />
          </>
        }
      />
      <TicketsTable
        viewer="administrator"
        columns={shown}
        caption={t('common.allTickets')}
        address={requestRowsFirst(address, tickets)}
        narrowing={{ ...narrowing, strip: <OfCustomer narrowing={narrowing} rows={tickets.rows} /> }}
        bulk={<BulkTickets selection={selection} totals={tickets.totals} />}
        rows={tickets.rows}
        rowCount={toRowCount(tickets)}
        isSorted
        onRange={tickets.onRange}
        isEmpty={tickets.totals?.all === 0}
        error={tickets.hasFailed}
        onRetry={tickets.retry}
      />
    </>
  );
}

const numberOfAll = (totals: Totals | undefined) =>
  totals ? countText(totals.all, totals.capped.includes('all')) : '';

const BulkCloseTickets = lazyDialog<SelectedDialogProps & { open: boolean }>(
  async () => (await import('./bulk-close-tickets.tsx')).BulkCloseTickets,
);

/** What can be done with the chosen tickets. A ticket cannot be deleted on its own: it is deleted with its file. */
function BulkTickets({ selection, totals }: BulkProps) {
  const mayClose = useCan('tickets.close');
  const bulk = useBulkDialog<'close'>(selection);
  const { dialog, open, close, finish } = bulk;
  const isEnabled = selection.isAll || selection.ticked > 0;
  const { data } = useSelectedTickets(selection.input, { isEnabled, keepsLast: dialog === null });
  const changes = { assignment: useAssignTickets(), notification: useNotifyTicketOwners() };
  return (
    <>
      <BulkActions kind="tickets" selection={selection} totals={totals} bulk={bulk} described={data} {...changes}>
        {mayClose && data !== undefined && data.open > 0 && (
          <Button small icon={<CircleX />} onClick={() => open('close')}>
            {t('tickets.bulkClose.button')}
          </Button>
        )}
      </BulkActions>
      {dialog === 'close' && <BulkCloseTickets open selection={selection.input} onClose={close} onDone={finish} />}
    </>
  );
}
