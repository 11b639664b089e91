import { call } from '../../../web/client/call.ts';
import { download } from '../../../web/client/download.ts';
import { listInput, type ListQuery, type ListSource } from '../../../web/lists/list-query.ts';
import type { SelectionInput } from '../../../web/lists/list-selection.tsx';
import { useNotifyOwners, useSelected, type SelectedOptions } from '../../../web/lists/selection-calls.ts';
import { useListPages } from '../../../web/lists/use-list-pages.ts';
import { useChange } from '../../../web/client/use-change.ts';
import {
  closeSelectedTickets,
  describeSelectedTickets,
  downloadTicketsCsv,
  listTickets,
  notifyTicketOwners,
} from '../tickets.calls.ts';
import { type TicketSummary, TICKET_SORTS, TICKET_STATUSES } from '../ticket.ts';
import { WORK_FILTERS } from '../../staff/work/work-filter.ts';
import { assignSelectedTickets } from '../queue.calls.ts';
import type { BulkAssignment } from '../../files/web/assignment.api.ts';

export const ALL_TICKETS: ListSource = {
  endpoint: listTickets,
  queryKey: ['tickets', 'all'],
  sorts: TICKET_SORTS,
  filters: { status: TICKET_STATUSES, work: WORK_FILTERS, user_id: 'id', tag_id: 'id' },
};

/** All tickets, page by page. */
export const useAllTickets = (query: ListQuery) => useListPages<TicketSummary>(ALL_TICKETS, query);

export const downloadAllTickets = (query: ListQuery) =>
  download(downloadTicketsCsv, listInput(query, ALL_TICKETS) as never);

export const useSelectedTickets = (selection: SelectionInput, options?: SelectedOptions) =>
  useSelected(describeSelectedTickets, selection, options);

export const useCloseTickets = () =>
  useChange(
    (input: SelectionInput & { count: number }) => call(closeSelectedTickets, input as never),
    [['tickets'], ['ticket']],
    { evenAfterFailure: true },
  );

export const useAssignTickets = () =>
  useChange(
    (input: BulkAssignment) => call(assignSelectedTickets, input as never),
    [['files'], ['tickets'], ['waiting']],
    { evenAfterFailure: true },
  );

export const useNotifyTicketOwners = () => useNotifyOwners(notifyTicketOwners);
