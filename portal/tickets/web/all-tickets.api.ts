import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import type { ListQuery } from '../../../web/lists/list-shape.ts';
import { workThrough } from '../../../web/lists/work-through.ts';
import { useLongRows } from '../../../web/lists/use-long-rows.ts';
import { closeTicket, listTickets, type TicketSummary } from '../tickets.contract.ts';
import { TICKETS_PLACE } from './all-tickets.list.ts';

const SOURCE = { endpoint: listTickets, shape: TICKETS_PLACE.shape, queryKey: ['tickets', 'all'] };

/** Every ticket there is. */
export const useAllTickets = (query: ListQuery) => useLongRows<TicketSummary>(SOURCE, query);

/** Closes them as one press on each would; answers which could not be closed. */
export function useCloseTickets(onProgress: (done: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tickets: readonly TicketSummary[]) =>
      workThrough(tickets, ({ id }) => call(closeTicket, { id }), onProgress),
    onSettled: () => Promise.all(['tickets', 'ticket'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}
