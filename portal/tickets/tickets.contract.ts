import { endpoint } from '../endpoint.ts';
import type * as schemas from './tickets.schemas.ts';
import { NOTIFYING_ERRORS } from '../messaging/notifications.list.ts';
import { UPLOAD_LIMIT_ERRORS } from '../upload-limit/upload-limit.list.ts';
import { SELECTION_ERRORS } from './tickets.list.ts';

export type * from './tickets.schemas.ts';

export const listUserTickets = endpoint<typeof schemas.listUserTickets>()({
  method: 'GET',
  path: '/users/:id/tickets',
  summary: 'List tickets of a customer',
  description: 'Newest first. Customers see their own.',
  who: 'signed-in',
});

export const listTickets = endpoint<typeof schemas.listTickets>()({
  method: 'GET',
  path: '/tickets',
  summary: 'List tickets',
  description: 'Without parameters the whole list; with any of them one page of it.',
  who: 'tickets.read-all',
  polled: true,
  fromReplica: true,
});

export const downloadTicketsCsv = endpoint<typeof schemas.downloadTicketsCsv>()({
  method: 'GET',
  path: '/tickets/csv',
  summary: 'Download tickets as CSV',
  description: 'The tickets that match, in their order, as a table for a spreadsheet.',
  who: 'tickets.read-all',
  fromReplica: true,
});

export const describeSelectedTickets = endpoint<typeof schemas.describeSelectedTickets>()({
  method: 'POST',
  path: '/tickets/selected',
  summary: 'Count selected tickets',
  description: 'How many tickets a selection is, before something is done with them.',
  who: 'tickets.read-all',
});

export const closeSelectedTickets = endpoint<typeof schemas.closeSelectedTickets>()({
  method: 'POST',
  path: '/tickets/selected/close',
  summary: 'Close selected tickets',
  description: 'As many as were confirmed: a selection that has grown since closes nothing.',
  who: 'tickets.close',
  errors: SELECTION_ERRORS,
});

export const notifyTicketOwners = endpoint<typeof schemas.notifyTicketOwners>()({
  method: 'POST',
  path: '/tickets/selected/notify',
  summary: 'Notify the owners of selected tickets',
  description: 'One notification for each customer of the selection.',
  who: 'tickets.notify-owners',
  errors: [...SELECTION_ERRORS, ...NOTIFYING_ERRORS],
});

/** Messages per page, unless the call requests another number up to `LONGEST_PAGE`. */
export const PAGE_LENGTH = 100;
export const getTicket = endpoint<typeof schemas.getTicket>()({
  method: 'GET',
  path: '/tickets/:id',
  summary: 'Get a ticket',
  description:
    'Without parameters with its newest messages. `after` is the id of a message: what came behind it, for polls. `before`: the messages ahead of that one.',
  who: 'signed-in',
  polled: true,
});

export const openTicket = endpoint<typeof schemas.openTicket>()({
  method: 'POST',
  path: '/tickets',
  summary: 'Open a ticket',
  description:
    'With its first message. The subject names the file, whatever is sent. A repeat with the same `Idempotency-Key` returns the first ticket.',
  who: 'signed-in',
  status: 201,
  file: 'optional',
  needsActivation: true,
  idempotent: true,
  errors: [
    ...UPLOAD_LIMIT_ERRORS,
    'files.just_changed',
    'not_found',
    'tickets.file_has_ticket',
    'tickets.file_is_done',
    'tickets.message_limit',
  ],
});

export const sendMessage = endpoint<typeof schemas.sendMessage>()({
  method: 'POST',
  path: '/tickets/:id/send-message',
  summary: 'Send a message',
  description:
    'Sender and time are set by the server. A repeat with the same `Idempotency-Key` returns the first message.',
  who: 'signed-in',
  status: 201,
  file: 'optional',
  needsActivation: true,
  idempotent: true,
  errors: [...UPLOAD_LIMIT_ERRORS, 'tickets.closed', 'tickets.message_limit'],
});

export const downloadAttachment = endpoint<typeof schemas.downloadAttachment>()({
  method: 'GET',
  path: '/tickets/:id/messages/:messageId/attachment',
  summary: 'Download an attachment',
  description: 'The file that came with a message.',
  who: 'signed-in',
  errors: ['files.bytes_removed'],
});

export const closeTicket = endpoint<typeof schemas.closeTicket>()({
  method: 'PUT',
  path: '/tickets/:id/close',
  summary: 'Close a ticket',
  description: 'No messages can be sent to it until it is opened again.',
  who: 'tickets.close',
  errors: ['tickets.already_closed'],
});

export const reopenOwnTicket = endpoint<typeof schemas.reopenOwnTicket>()({
  method: 'POST',
  path: '/tickets/:id/reopen-own',
  summary: 'Open an own closed ticket again',
  description: 'With a message: by its customer, who has something to add.',
  who: 'tickets.reopen-own',
  needsActivation: true,
  errors: ['tickets.already_open', 'tickets.message_limit'],
});

export const reopenTicket = endpoint<typeof schemas.reopenTicket>()({
  method: 'PUT',
  path: '/tickets/:id/reopen',
  summary: 'Open a closed ticket again',
  description: 'Messages can be sent to it again.',
  who: 'tickets.close',
  errors: ['tickets.already_open'],
});
