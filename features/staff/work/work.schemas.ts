import * as z from 'zod/mini';
import { Done, Id, Nothing, RecordId, listOf } from '../../../contract/fields.schemas.ts';
import { MOST_PRESENCES, MOST_STAFF } from './work.list.ts';

/** Work that has waited since before this moment is overdue; null: never. */
const OverdueSince = z.nullable(z.string());

export const Work = z.object({
  /** The users to whom files can be assigned. */
  staff: listOf(z.object({ id: RecordId, username: z.string() }), MOST_STAFF),
  /** Which user has which file open right now. */
  open: listOf(z.object({ file_id: RecordId, user_id: RecordId }), MOST_PRESENCES),
  /** Keyed by the status of a file; TICKET is a ticket in which the customer wrote last. */
  overdue_since: z.object({
    PENDING: OverdueSince,
    IN_PROGRESS: OverdueSince,
    PROCESSED: OverdueSince,
    TICKET: OverdueSince,
  }),
});
export type Work = z.output<typeof Work>;

export const getWork = { input: Nothing, reply: Work };

export const notePresence = { input: z.object({ id: Id }), reply: Done };
export const endPresence = { input: z.object({ id: Id }), reply: Done };
