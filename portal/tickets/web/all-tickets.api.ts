import type { ListQuery } from '../../../web/lists/list-shape.ts';
import { useLongRows } from '../../../web/lists/use-long-rows.ts';
import { listTickets, type TicketSummary } from '../tickets.contract.ts';
import { TICKETS_PLACE } from './all-tickets.list.ts';

const SOURCE = { endpoint: listTickets, shape: TICKETS_PLACE.shape, queryKey: ['tickets', 'all'] };

/** Every ticket there is. */
export const useAllTickets = (query: ListQuery) => useLongRows<TicketSummary>(SOURCE, query);
