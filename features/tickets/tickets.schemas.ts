import * as z from 'zod/mini';
import { Done, Id, RecordId, chosen, listOf, downloadOf, requiredText } from '../../contract/fields.schemas.ts';
import { notifyOwnersOf } from '../messaging/notifications.schemas.ts';
import { ConfirmedCount, pagedList } from '../../contract/pages.schemas.ts';
import { MESSAGE_LENGTH, LONGEST_PAGE, TICKET_SORTS, TICKET_STATUSES } from './tickets.list.ts';
import { chosenWork } from '../staff/work/work-filter.schemas.ts';
import { invalid } from '../../contract/texts.ts';

export const TicketStatus = z.enum(TICKET_STATUSES);
export type TicketStatus = z.output<typeof TicketStatus>;

/** A ticket as lists show it; `username` is the customer's. */
export const TicketSummary = z.object({
  id: RecordId,
  ticket_id: z.string(),
  /** The id of the file the ticket is about (not its display id). */
  file_id: RecordId,
  subject: z.string(),
  username: z.string(),
  /** The owner of its file; null once the account is deleted. Only for administrators. */
  user_id: z.optional(z.nullable(RecordId)),
  status: TicketStatus,
  opening_date: z.string(),
  closing_date: z.nullable(z.string()),
  /** The user who works on its file. Only for staff. */
  assignee_id: z.optional(z.nullable(RecordId)),
  /** Since when its customer has been waiting for a reply; null when they are not. Only for staff. */
  waits_since: z.optional(z.nullable(z.string())),
});
export type TicketSummary = z.output<typeof TicketSummary>;

export const TicketMessage = z.object({
  id: RecordId,
  /** The sender's `Idempotency-Key`, by which a browser recognises its own message when the response was lost. */
  message_id: z.nullable(z.string()),
  ticket_id: RecordId,
  user_id: RecordId,
  /** Whose side wrote it: the owner of the file, or an administrator. */
  side: z.enum(['CUSTOMER', 'SUPPORT']),
  message: z.string(),
  /** Name and size of the attachment, when there is one. */
  file_name: z.nullable(z.string()),
  file_size_bytes: z.nullable(z.int()),
  created_at: z.string(),
});
export type TicketMessage = z.output<typeof TicketMessage>;

/** A ticket with one page of its messages, oldest first. */
export const Ticket = z.object({
  ...TicketSummary.shape,
  ticket_messages: z.array(TicketMessage),
  /** Whether there are more in the direction of the page: later ones with `after`, otherwise earlier ones. */
  has_more: z.boolean(),
});
export type Ticket = z.output<typeof Ticket>;

const NOTHING_WRITTEN = invalid('errors.fields.write_message');

const Message = requiredText(
  NOTHING_WRITTEN,
  MESSAGE_LENGTH,
  invalid('errors.tickets.message_most_count_characters', { count: MESSAGE_LENGTH }),
);

const Target = z.object({ id: Id });

export const listUserTickets = {
  input: Target,
  reply: listOf(TicketSummary),
};

const { list, csv, selection } = pagedList(TicketSummary, TICKET_SORTS, {
  status: chosen(TicketStatus),
  work: chosenWork,
  /** Only tickets of this customer. */
  user_id: chosen(Id),
  /** Only tickets that administrators have given this tag. */
  tag_id: chosen(Id),
});

/** Tickets for a bulk change: those that were ticked, or all that match a filter. */
export const ticketSelection = selection;
export const listTickets = list;
export const downloadTicketsCsv = csv;

export const describeSelectedTickets = {
  input: z.object(selection),
  reply: z.object({
    count: z.int(),
    /** How many of them can be closed. */
    open: z.int(),
    /** How many customers they belong to. */
    owners: z.int(),
    /** A few of the open ones, the newest first. */
    named: listOf(z.object({ ticket_id: z.string(), username: z.string() }), 5),
  }),
};

export const closeSelectedTickets = {
  input: z.object({
    ...selection,
    /** Number of open tickets. */
    count: ConfirmedCount,
  }),
  /** `left_out`: confirmed, but closed or deleted in the meantime. */
  reply: z.object({ ...Done.shape, closed: z.int(), left_out: z.int() }),
};

export const notifyTicketOwners = notifyOwnersOf(selection);

const PAGE_SIZE = invalid('errors.tickets.page_1_200_messages');

export const getTicket = {
  input: z.object({
    id: Id,
    after: z.optional(Id),
    before: z.optional(Id),
    limit: z.optional(Id.check(z.refine((rows) => rows <= LONGEST_PAGE, PAGE_SIZE))),
  }),
  reply: Ticket,
};

export const openTicket = {
  input: z.object({ fileId: Id, message: Message }),
  reply: Ticket,
};

export const sendMessage = {
  input: z.object({ id: Id, message: Message }),
  reply: TicketMessage,
};

export const reopenOwnTicket = {
  input: z.object({ id: Id, message: Message }),
  reply: Ticket,
};

export const downloadAttachment = downloadOf(z.object({ id: Id, messageId: Id }));

export const closeTicket = {
  input: Target,
  reply: Ticket,
};

export const reopenTicket = {
  input: Target,
  reply: Ticket,
};
