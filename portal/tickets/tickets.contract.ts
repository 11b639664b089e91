import * as z from 'zod/mini';
import { RecordId } from '../endpoint.ts';

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
  status: TicketStatus,
  opening_date: z.string(),
  closing_date: z.nullable(z.string()),
});
export type TicketSummary = z.output<typeof TicketSummary>;
