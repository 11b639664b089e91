import * as z from 'zod/mini';
import { Id, Nothing, RecordId, endpoint, listOf } from '../endpoint.ts';

export const TicketStatus = z.enum(['OPEN', 'CLOSED']);
export type TicketStatus = z.output<typeof TicketStatus>;

/** A ticket as lists show it; `username` is the customer's. */
export const TicketSummary = z.object({
  id: RecordId,
  ticket_id: z.string(),
  /** The id of the file the ticket is about (not its display id). */
  file_id: RecordId,
  subject: z.string(),
  username: z.string(),
  /** Whose file it is about. Only in the administrators' list. */
  user_id: z.optional(RecordId),
  status: TicketStatus,
  opening_date: z.string(),
  closing_date: z.nullable(z.string()),
});
export type TicketSummary = z.output<typeof TicketSummary>;

export const TicketMessage = z.object({
  id: RecordId,
  /** The `Idempotency-Key` of whoever sent it: by it a browser knows its own message again when the answer was lost. */
  message_id: z.nullable(z.string()),
  ticket_id: RecordId,
  user_id: RecordId,
  /** Whose side wrote it: the owner of the file, or an administrator. */
  side: z.enum(['CUSTOMER', 'SUPPORT']),
  message: z.string(),
  /** Of the attachment, when there is one. */
  file_name: z.nullable(z.string()),
  file_size_bytes: z.nullable(z.int()),
  created_at: z.string(),
});
export type TicketMessage = z.output<typeof TicketMessage>;

/** A ticket with one page of its messages, oldest first. */
export const Ticket = z.object({
  ...TicketSummary.shape,
  ticket_messages: z.array(TicketMessage),
  /** There are more in the direction of the page: later ones when it was asked for with `after`, else earlier ones. */
  has_more: z.boolean(),
});
export type Ticket = z.output<typeof Ticket>;

const NOTHING_WRITTEN = 'Please write a message.';

export const MESSAGE_LENGTH = 4000;

const Message = z
  .string(NOTHING_WRITTEN)
  .check(
    z.trim(),
    z.minLength(1, NOTHING_WRITTEN),
    z.maxLength(MESSAGE_LENGTH, `A message has at most ${MESSAGE_LENGTH} characters.`),
  );

const Target = z.object({ id: Id });

export const listUserTickets = endpoint({
  method: 'GET',
  path: '/users/:id/tickets',
  who: 'signed-in',
  input: Target,
  reply: listOf(TicketSummary),
});

export const listTickets = endpoint({
  method: 'GET',
  path: '/tickets',
  who: 'admin',
  input: Nothing,
  reply: z.array(TicketSummary),
});

/** Messages of a page, unless the call names another number up to `LONGEST_PAGE`. */
export const PAGE_LENGTH = 100;
export const LONGEST_PAGE = 200;

const PAGE_SIZE = 'A page has 1 to 200 messages.';

/**
 * Without parameters the newest page. `after` is the id of a message: what came behind it, for polls. `before`: the
 * messages ahead of that one.
 */
export const getTicket = endpoint({
  method: 'GET',
  path: '/tickets/:id',
  who: 'signed-in',
  input: z.object({
    id: Id,
    after: z.optional(Id),
    before: z.optional(Id),
    limit: z.optional(Id.check(z.refine((rows) => rows <= LONGEST_PAGE, PAGE_SIZE))),
  }),
  reply: Ticket,
  polled: true,
});

/** The subject names the file, whatever is sent. */
export const openTicket = endpoint({
  method: 'POST',
  path: '/tickets',
  who: 'signed-in',
  input: z.object({ fileId: Id, message: Message }),
  reply: Ticket,
  status: 201,
  file: 'optional',
  needsActivation: true,
});

/** Who writes and when is the server's to say. A repeat with the same `Idempotency-Key` answers the first message. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/tickets/:id/send-message',
  who: 'signed-in',
  input: z.object({ id: Id, message: Message }),
  reply: TicketMessage,
  status: 201,
  file: 'optional',
  needsActivation: true,
});

export const downloadAttachment = endpoint({
  method: 'GET',
  path: '/tickets/:id/messages/:messageId/attachment',
  who: 'signed-in',
  input: z.object({ id: Id, messageId: Id }),
  reply: 'bytes',
});

export const closeTicket = endpoint({
  method: 'PUT',
  path: '/tickets/:id/close',
  who: 'admin',
  input: Target,
  reply: Ticket,
});

export const reopenTicket = endpoint({
  method: 'PUT',
  path: '/tickets/:id/reopen',
  who: 'admin',
  input: Target,
  reply: Ticket,
});
