import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { download } from '../../../web/download.ts';
import { listInput, type ListQuery } from '../../../web/lists/list-query.ts';
import type { SelectionInput } from '../../../web/lists/list-selection.tsx';
import { useListPages, type ListSource } from '../../../web/lists/use-list-pages.ts';
import {
  closeSelectedTickets,
  describeSelectedTickets,
  downloadTicketsCsv,
  listTickets,
  notifyTicketOwners,
  type TicketSummary,
} from '../tickets.contract.ts';
import { TICKET_SORTS, TICKET_STATUSES } from '../tickets.list.ts';

export const ALL_TICKETS: ListSource = {
  endpoint: listTickets,
  queryKey: ['tickets', 'all'],
  sorts: TICKET_SORTS,
  filters: { status: TICKET_STATUSES },
};

/** Every ticket there is. */
export const useAllTickets = (query: ListQuery) => useListPages<TicketSummary>(ALL_TICKETS, query);

export const downloadAllTickets = (query: ListQuery) =>
  download(downloadTicketsCsv, listInput(query, ALL_TICKETS) as never);

/** What a selection is at this moment. */
export const useSelectedTickets = (selection: SelectionInput, { isEnabled = true, keepsLast = false } = {}) =>
  useQuery({
    queryKey: ['selected-tickets', selection],
    queryFn: ({ signal }) => call(describeSelectedTickets, selection as never, { signal }),
    enabled: isEnabled,
    // In the bar, which would jump with each tick; a question that is confirmed shows nothing old.
    ...(keepsLast && { placeholderData: keepPreviousData }),
    staleTime: 0,
    gcTime: 0,
  });

export function useCloseTickets() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: SelectionInput & { count: number }) => call(closeSelectedTickets, input as never),
    onSettled: () => Promise.all(['tickets', 'ticket'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}

type Notification = SelectionInput & { count: number; message: string; leave_out_deleted?: true };

export const useNotifyTicketOwners = () =>
  useMutation({ mutationFn: (input: Notification) => call(notifyTicketOwners, input as never) });
