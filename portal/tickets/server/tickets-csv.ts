import type { Deps, Download } from '../../../server/http/call.ts';
import { listAsCsv, type CsvColumns } from '../../../server/http/list-csv.ts';
import { csvTime } from '../../csv.ts';
import type { TicketSummary } from '../tickets.contract.ts';
import { listTicketPage, type TicketRequest } from './ticket-list.ts';

const COLUMNS: CsvColumns<TicketSummary> = [
  ['Ticket ID', (ticket) => ticket.ticket_id],
  ['Subject', (ticket) => ticket.subject],
  ['Username', (ticket) => ticket.username],
  ['Status', (ticket) => ticket.status],
  ['Opened (UTC)', (ticket) => csvTime(ticket.opening_date)],
  ['Closed (UTC)', (ticket) => ticket.closing_date && csvTime(ticket.closing_date)],
];

/** The tickets that match. */
export const downloadTicketsCsv = async (deps: Deps, request: TicketRequest): Promise<Download> =>
  listAsCsv(deps, {
    name: 'tickets',
    columns: COLUMNS,
    readPage: (place) => listTicketPage(deps.db, { ...request, ...place }),
  });
