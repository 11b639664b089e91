import type { Actor, Deps, Download } from '../../../server/http/call.ts';
import { listAsCsv, type CsvColumns } from '../../../server/http/list-csv.ts';
import { textKey } from '../../../contract/texts.ts';
import { formatTimeIn } from '../../../contract/zone-time.ts';
import type { TicketSummary } from '../ticket.ts';
import { listTicketPage, type TicketRequest } from './ticket-list.ts';

const COLUMNS: CsvColumns<TicketSummary> = [
  [textKey('common.ticketId'), (ticket) => ticket.ticket_id],
  [textKey('common.subject'), (ticket) => ticket.subject],
  [textKey('common.usernameLabel'), (ticket) => ticket.username],
  [textKey('common.status'), (ticket) => ticket.status],
  [textKey('csv.opened'), (ticket, zone) => formatTimeIn(zone, new Date(ticket.opening_date))],
  [textKey('csv.closed'), (ticket, zone) => ticket.closing_date && formatTimeIn(zone, new Date(ticket.closing_date))],
];

/** Downloads the tickets that match. */
export const downloadTicketsCsv = async (deps: Deps, reader: Actor, request: TicketRequest): Promise<Download> =>
  listAsCsv(deps, {
    name: 'tickets',
    columns: COLUMNS,
    reader,
    readPage: (place) => listTicketPage(deps, reader, { ...request, ...place }),
  });
