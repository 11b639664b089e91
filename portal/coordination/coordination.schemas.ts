import * as z from 'zod/mini';
import { Done, Id, Nothing, RecordId, chosen, listOf } from '../fields.schemas.ts';
import { FileDetail, FileStatus, PriceStatus } from '../files/files.schemas.ts';
import { ConfirmedCount, selectionOf } from '../pages.schemas.ts';
import { chosenWork } from '../target-times/target-times.schemas.ts';
import { TicketStatus } from '../tickets/tickets.schemas.ts';
import { MOST_PRESENCES, MOST_STAFF } from './coordination.list.ts';

/** What has waited since before this moment waits too long; null: it never does. */
const OverdueSince = z.nullable(z.string());

export const Work = z.object({
  /** Those who files can be assigned to. */
  staff: listOf(z.object({ id: RecordId, username: z.string() }), MOST_STAFF),
  /** Who has which file open at this moment. */
  open: listOf(z.object({ file_id: RecordId, user_id: RecordId }), MOST_PRESENCES),
  /** By the status of a file; TICKET is a ticket whose customer has written last. */
  overdue_since: z.object({
    PENDING: OverdueSince,
    IN_PROGRESS: OverdueSince,
    PROCESSED: OverdueSince,
    TICKET: OverdueSince,
  }),
});
export type Work = z.output<typeof Work>;

export const getWork = { input: Nothing, reply: Work };

/** null: it is released. */
const Assignee = z.nullable(Id);

export const assignFile = {
  /** `seen` is who had it as the caller saw it: where that has changed, nothing is assigned. */
  input: z.object({ id: Id, assignee_id: Assignee, seen: Assignee }),
  reply: FileDetail,
};

/** `with_others`: also what a colleague has; it is left out otherwise. */
const bulk = { count: ConfirmedCount, assignee_id: Assignee, with_others: z.boolean() };

/** `left_out`: confirmed, and with a colleague, or gone or changed since. */
const assigned = z.object({ ...Done.shape, assigned: z.int(), left_out: z.int() });

export const assignSelectedFiles = {
  input: z.object({
    ...selectionOf({ status: chosen(FileStatus), price_status: chosen(PriceStatus), work: chosenWork }),
    ...bulk,
  }),
  reply: assigned,
};

export const assignSelectedTickets = {
  input: z.object({ ...selectionOf({ status: chosen(TicketStatus), work: chosenWork }), ...bulk }),
  reply: assigned,
};

export const notePresence = { input: z.object({ id: Id }), reply: Done };
export const endPresence = { input: z.object({ id: Id }), reply: Done };
