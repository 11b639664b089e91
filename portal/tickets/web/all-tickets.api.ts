import type { ListQuery, ListShape } from '../../../web/lists/list-shape.ts';
import { useLongRows } from '../../../web/lists/use-long-rows.ts';
import { listTickets, type TicketSummary } from '../tickets.contract.ts';

const SHAPE: ListShape = {
  search: ['ticket_id', 'subject'],
  sort: {
    ticket_id: 'id',
    subject: 'subject',
    username: 'username',
    status: 'status',
    opening_date: 'opening_date',
    closing_date: 'closing_date',
  },
  count: ['status'],
};

const SOURCE = { endpoint: listTickets, shape: SHAPE, queryKey: ['tickets', 'all'] };

/** Every ticket there is. */
export const useAllTickets = (query: ListQuery) => useLongRows<TicketSummary>(SOURCE, query);
