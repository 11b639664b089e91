import * as z from 'zod/mini';
import { RecordId } from '../../contract/fields.ts';

export const MESSAGE_LENGTH = 4000;

export const MAX_PAGE_ROWS = 200;

/** The columns by which /admin/all-tickets can be sorted. */
export const TICKET_SORTS = ['ticket_id', 'subject', 'username', 'status', 'opening_date', 'closing_date'] as const;

export const TICKET_STATUSES = ['OPEN', 'CLOSED'] as const;

/** Errors of every bulk change of tickets: more match now than were confirmed, or more than one change may take. */
export const SELECTION_ERRORS = ['tickets.more_selected', 'tickets.too_many_selected'] as const;

export const TicketStatus = z.enum(TICKET_STATUSES);
export type TicketStatus = z.output<typeof TicketStatus>;

/** A ticket as lists show it; `username` is the customer's. */
export const TicketSummary = z.object({
  id: RecordId,
  ticket_id: z.string(),
  /** The id of the file the ticket is about (not its display id). */
  file_id: RecordId,
  subject: z.string(),
  /** The vehicle of its file, as the page of the file is titled. */
  brand: z.optional(z.string()),
  ecu: z.optional(z.string()),
  generation: z.optional(z.string()),
  /** Cut after 120 characters; null while nobody has written. */
  last_message: z.optional(z.nullable(z.string())),
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
  /** When anything about it last changed, such as its last message. Only for staff. */
  updated_at: z.optional(z.string()),
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
  /** The colleague of the customer who wrote it; null: the customer, or staff. */
  written_by: z.optional(z.nullable(z.string())),
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
