import * as z from 'zod/mini';
import { Done, Id, Nothing, RecordId, listOf } from '../fields.schemas.ts';
import { MOST_PRESENCES, MOST_STAFF } from './work.list.ts';

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

export const notePresence = { input: z.object({ id: Id }), reply: Done };
export const endPresence = { input: z.object({ id: Id }), reply: Done };
