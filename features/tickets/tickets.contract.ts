import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './tickets.schemas.ts';
import { NOTIFYING_ERRORS } from '../messaging/notifications.list.ts';
import { UPLOAD_LIMIT_ERRORS } from '../files/upload-limit/upload-limit.list.ts';
import { SELECTION_ERRORS } from './tickets.list.ts';

export type * from './tickets.schemas.ts';

export const listUserTickets = endpoint<typeof schemas.listUserTickets>()({
  method: 'GET',
  path: '/users/:id/tickets',
  summary: 'List tickets of a customer',
  description: 'Newest first. Customers can only read their own.',
  who: 'signed-in',
});

export const listTickets = endpoint<typeof schemas.listTickets>()({
  method: 'GET',
  path: '/tickets',
  summary: 'List tickets',
  description: 'Returns the whole list without parameters, and one page of it when any parameter is set.',
  who: 'tickets.read-all',
  polled: true,
  fromReplica: true,
});

export const downloadTicketsCsv = endpoint<typeof schemas.downloadTicketsCsv>()({
  method: 'GET',
  path: '/tickets/csv',
  summary: 'Download tickets as CSV',
  description: 'The matching tickets, in the order of the list, as a table for a spreadsheet.',
  who: 'tickets.read-all',
  fromReplica: true,
});

export const describeSelectedTickets = endpoint<typeof schemas.describeSelectedTickets>()({
  method: 'POST',
  path: '/tickets/selected',
  summary: 'Count selected tickets',
  description: 'The number of tickets in a selection, before an action is applied to them.',
  who: 'tickets.read-all',
});

export const closeSelectedTickets = endpoint<typeof schemas.closeSelectedTickets>()({
  method: 'POST',
  path: '/tickets/selected/close',
  summary: 'Close selected tickets',
  description: 'Closes the confirmed number of tickets. Nothing is closed if the selection has grown since.',
  who: 'tickets.close',
  errors: SELECTION_ERRORS,
});

export const notifyTicketOwners = endpoint<typeof schemas.notifyTicketOwners>()({
  method: 'POST',
  path: '/tickets/selected/notify',
  summary: 'Notify the owners of selected tickets',
  description: 'Sends one notification to each customer in the selection.',
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
    'Returns the newest messages without parameters. `after` takes the id of a message and returns those that followed it, for polling; `before` returns those that preceded it.',
  who: 'signed-in',
  polled: true,
});

export const openTicket = endpoint<typeof schemas.openTicket>()({
  method: 'POST',
  path: '/tickets',
  summary: 'Open a ticket',
  description:
    'Opens a ticket with its first message. The subject always names the file, whatever is sent. Repeating the call with the same `Idempotency-Key` returns the first ticket.',
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
    'The server sets sender and time. Repeating the call with the same `Idempotency-Key` returns the first message.',
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
  description: 'No messages can be sent to it until it is reopened.',
  who: 'tickets.close',
  errors: ['tickets.already_closed'],
});

export const reopenOwnTicket = endpoint<typeof schemas.reopenOwnTicket>()({
  method: 'POST',
  path: '/tickets/:id/reopen-own',
  summary: 'Reopen an own ticket',
  description: 'For the customer of a closed ticket, with a message to add.',
  who: 'tickets.reopen-own',
  needsActivation: true,
  errors: ['tickets.already_open', 'tickets.message_limit'],
});

export const reopenTicket = endpoint<typeof schemas.reopenTicket>()({
  method: 'PUT',
  path: '/tickets/:id/reopen',
  summary: 'Reopen a ticket',
  description: 'Messages can be sent to it again.',
  who: 'tickets.close',
  errors: ['tickets.already_open'],
});
