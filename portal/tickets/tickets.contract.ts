import { endpoint } from '../endpoint.ts';
import type * as schemas from './tickets.schemas.ts';

export type * from './tickets.schemas.ts';

export const TICKET_STATUSES = ['OPEN', 'CLOSED'] as const;

export const MESSAGE_LENGTH = 4000;

export const listUserTickets = endpoint<typeof schemas.listUserTickets>()({
  method: 'GET',
  path: '/users/:id/tickets',
  who: 'signed-in',
});

/** The columns of /admin/all-tickets that it can be sorted by. */
export const TICKET_SORTS = ['ticket_id', 'subject', 'username', 'status', 'opening_date', 'closing_date'] as const;

export const listTickets = endpoint<typeof schemas.listTickets>()({
  method: 'GET',
  path: '/tickets',
  who: 'admin',
  polled: true,
});

/** The tickets that match, in their order, as a table for a spreadsheet. */
export const downloadTicketsCsv = endpoint<typeof schemas.downloadTicketsCsv>()({
  method: 'GET',
  path: '/tickets/csv',
  who: 'admin',
});

/** How many tickets a selection is, before something is done with them. */
export const describeSelectedTickets = endpoint<typeof schemas.describeSelectedTickets>()({
  method: 'POST',
  path: '/tickets/selected',
  who: 'admin',
});

export const closeSelectedTickets = endpoint<typeof schemas.closeSelectedTickets>()({
  method: 'POST',
  path: '/tickets/selected/close',
  who: 'admin',
});

export const notifyTicketOwners = endpoint<typeof schemas.notifyTicketOwners>()({
  method: 'POST',
  path: '/tickets/selected/notify',
  who: 'admin',
});

/** Messages of a page, unless the call names another number up to `LONGEST_PAGE`. */
export const PAGE_LENGTH = 100;
export const LONGEST_PAGE = 200;

/**
 * Without parameters the newest page. `after` is the id of a message: what came behind it, for polls. `before`: the
 * messages ahead of that one.
 */
export const getTicket = endpoint<typeof schemas.getTicket>()({
  method: 'GET',
  path: '/tickets/:id',
  who: 'signed-in',
  polled: true,
});

/** The subject names the file, whatever is sent. */
export const openTicket = endpoint<typeof schemas.openTicket>()({
  method: 'POST',
  path: '/tickets',
  who: 'signed-in',
  status: 201,
  file: 'optional',
  needsActivation: true,
});

/** Who writes and when is the server's to say. A repeat with the same `Idempotency-Key` answers the first message. */
export const sendMessage = endpoint<typeof schemas.sendMessage>()({
  method: 'POST',
  path: '/tickets/:id/send-message',
  who: 'signed-in',
  status: 201,
  file: 'optional',
  needsActivation: true,
});

export const downloadAttachment = endpoint<typeof schemas.downloadAttachment>()({
  method: 'GET',
  path: '/tickets/:id/messages/:messageId/attachment',
  who: 'signed-in',
});

export const closeTicket = endpoint<typeof schemas.closeTicket>()({
  method: 'PUT',
  path: '/tickets/:id/close',
  who: 'admin',
});

export const reopenTicket = endpoint<typeof schemas.reopenTicket>()({
  method: 'PUT',
  path: '/tickets/:id/reopen',
  who: 'admin',
});
