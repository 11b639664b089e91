import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Id, Moment, chosen, boundedList } from '../../contract/fields.ts';
import { ConfirmedCount, pagedList } from '../../contract/pages.ts';
import { UPLOAD_LIMIT_ERRORS } from '../files/upload-limit/upload-limit.calls.ts';
import { notifyOwnersSchemas, NOTIFYING_ERRORS } from '../messaging/notifications.calls.ts';
import { chosenWork } from '../staff/work/work-filter.ts';
import {
  MAX_PAGE_ROWS,
  SELECTION_ERRORS,
  TICKET_SORTS,
  Ticket,
  TicketMessage,
  TicketStatus,
  TicketSummary,
} from './ticket.ts';
import { Message, OpenTicket } from './ticket-forms.ts';
import { invalid } from '../../contract/texts.ts';

const Target = z.object({ id: Id });

/** Only tickets that have changed since: their state, assignee or messages. */
const ForPrograms = { updated_since: chosen(Moment) };

export const listUserTickets = endpoint({
  method: 'GET',
  path: '/users/:id/tickets',
  summary: 'List tickets of a customer',
  description: 'Newest first. Customers can only read their own.',
  who: 'signed-in',
  input: z.object({ ...Target.shape, ...ForPrograms }),
  reply: boundedList(TicketSummary),
});

const paged = pagedList(TicketSummary, TICKET_SORTS, {
  status: chosen(TicketStatus),
  work: chosenWork,
  /** Only tickets of this customer. */
  user_id: chosen(Id),
  /** Only tickets that administrators have given this tag. */
  tag_id: chosen(Id),
  ...ForPrograms,
});

/** Tickets for a bulk change: those that were ticked, or all that match a filter. */
export const ticketSelection = paged.selection;

export const listTickets = endpoint({
  method: 'GET',
  path: '/tickets',
  summary: 'List tickets',
  description: 'Returns the whole list without parameters, and one page of it when any parameter is set.',
  who: 'tickets.read-all',
  polled: true,
  fromReplica: true,
  input: paged.list.input,
  reply: paged.list.reply,
});

export const downloadTicketsCsv = endpoint({
  method: 'GET',
  path: '/tickets/csv',
  summary: 'Download tickets as CSV',
  description: 'The matching tickets, in the order of the list, as a table for a spreadsheet.',
  who: 'tickets.read-all',
  fromReplica: true,
  input: paged.csv.input,
  reply: paged.csv.reply,
});

export const describeSelectedTickets = endpoint({
  method: 'POST',
  path: '/tickets/selected',
  summary: 'Count selected tickets',
  description: 'The number of tickets in a selection, before an action is applied to them.',
  who: 'tickets.read-all',
  input: z.object(paged.selection),
  reply: z.object({
    count: z.int(),
    /** How many of them can be closed. */
    open: z.int(),
    /** How many customers they belong to. */
    owners: z.int(),
    /** A few of the open ones, the newest first. */
    named: boundedList(z.object({ ticket_id: z.string(), username: z.string() }), 5),
  }),
});

export const closeSelectedTickets = endpoint({
  method: 'POST',
  path: '/tickets/selected/close',
  summary: 'Close selected tickets',
  description: 'Closes the confirmed number of tickets. Nothing is closed if the selection has grown since.',
  who: 'tickets.close',
  input: z.object({
    ...paged.selection,
    /** Number of open tickets. */
    count: ConfirmedCount,
  }),
  /** `left_out`: confirmed, but closed or deleted in the meantime. */
  reply: z.object({ ...Done.shape, closed: z.int(), left_out: z.int() }),
  errors: SELECTION_ERRORS,
});

const notifyOwners = notifyOwnersSchemas(paged.selection);

export const notifyTicketOwners = endpoint({
  method: 'POST',
  path: '/tickets/selected/notify',
  summary: 'Notify the owners of selected tickets',
  description: 'Sends one notification to each customer in the selection.',
  who: 'tickets.notify-owners',
  input: notifyOwners.input,
  reply: notifyOwners.reply,
  errors: [...SELECTION_ERRORS, ...NOTIFYING_ERRORS],
});

const PAGE_SIZE = invalid('errors.tickets.page_1_200_messages');

/** Messages per page, unless the call requests another number up to `MAX_PAGE_ROWS`. */
export const PAGE_LENGTH = 100;

export const getTicket = endpoint({
  method: 'GET',
  path: '/tickets/:id',
  summary: 'Get a ticket',
  description:
    'Returns the newest messages without parameters. `after` takes the id of a message and returns those that followed it, for polling; `before` returns those that preceded it.',
  who: 'signed-in',
  polled: true,
  input: z.object({
    id: Id,
    after: z.optional(Id),
    before: z.optional(Id),
    limit: z.optional(Id.check(z.refine((rows) => rows <= MAX_PAGE_ROWS, PAGE_SIZE))),
  }),
  reply: Ticket,
});

export const openTicket = endpoint({
  method: 'POST',
  path: '/tickets',
  summary: 'Open a ticket',
  description: 'Opens a ticket with its first message. The subject always names the file, whatever is sent.',
  who: 'signed-in',
  staffNeeds: 'tickets.answer',
  forTokens: true,
  status: 201,
  file: 'optional',
  needsActivation: true,
  input: OpenTicket,
  reply: Ticket,
  errors: [
    ...UPLOAD_LIMIT_ERRORS,
    'files.just_changed',
    'not_found',
    'tickets.file_has_ticket',
    'tickets.file_is_done',
    'tickets.message_limit',
  ],
});

export const sendMessage = endpoint({
  method: 'POST',
  path: '/tickets/:id/send-message',
  summary: 'Send a message',
  description: 'The server sets sender and time.',
  who: 'signed-in',
  staffNeeds: 'tickets.answer',
  forTokens: true,
  status: 201,
  file: 'optional',
  needsActivation: true,
  input: z.object({ id: Id, message: Message }),
  reply: TicketMessage,
  errors: [...UPLOAD_LIMIT_ERRORS, 'tickets.closed', 'tickets.message_limit'],
});

export const reopenOwnTicket = endpoint({
  method: 'POST',
  path: '/tickets/:id/reopen-own',
  summary: 'Reopen an own ticket',
  description: 'For the customer of a closed ticket, with a message to add.',
  who: 'tickets.reopen-own',
  needsActivation: true,
  input: z.object({ id: Id, message: Message }),
  reply: Ticket,
  errors: ['tickets.already_open', 'tickets.message_limit'],
});

export const downloadAttachment = endpoint({
  method: 'GET',
  path: '/tickets/:id/messages/:messageId/attachment',
  summary: 'Download an attachment',
  description: 'The file that came with a message.',
  who: 'signed-in',
  // The chat shows it.
  forViews: true,
  input: z.object({ id: Id, messageId: Id }),
  reply: 'bytes',
  errors: ['files.bytes_removed'],
});

export const closeTicket = endpoint({
  method: 'PUT',
  path: '/tickets/:id/close',
  summary: 'Close a ticket',
  description: 'No messages can be sent to it until it is reopened.',
  who: 'tickets.close',
  input: Target,
  reply: Ticket,
  errors: ['tickets.already_closed'],
});

export const reopenTicket = endpoint({
  method: 'PUT',
  path: '/tickets/:id/reopen',
  summary: 'Reopen a ticket',
  description: 'Messages can be sent to it again.',
  who: 'tickets.close',
  input: Target,
  reply: Ticket,
  errors: ['tickets.already_open'],
});
