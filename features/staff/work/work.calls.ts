import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId, boundedList } from '../../../contract/fields.ts';
import { MAX_PRESENCES, MAX_STAFF } from './work-filter.ts';

/** Work that has waited since before this moment is overdue; null: never. */
const OverdueSince = z.nullable(z.string());

export const Work = z.object({
  /** The users to whom files can be assigned. */
  staff: boundedList(z.object({ id: RecordId, username: z.string() }), MAX_STAFF),
  /** Which user has which file open right now. */
  open: boundedList(z.object({ file_id: RecordId, user_id: RecordId }), MAX_PRESENCES),
  /** Keyed by the status of a file; TICKET is a ticket in which the customer wrote last. */
  overdue_since: z.object({
    PENDING: OverdueSince,
    IN_PROGRESS: OverdueSince,
    PROCESSED: OverdueSince,
    TICKET: OverdueSince,
  }),
});
export type Work = z.output<typeof Work>;

export const getWork = endpoint({
  method: 'GET',
  path: '/work',
  summary: 'Get current assignments',
  description: 'Members of staff, the files they have open, and since when their pending work is overdue.',
  who: 'work.read',
  automatic: true,
  input: Nothing,
  reply: Work,
});

export const notePresence = endpoint({
  method: 'PUT',
  path: '/files/:id/presence',
  summary: 'Report a file as open',
  description: 'Colleagues see the file as open for less than a minute unless it is reported again.',
  who: 'work.read',
  automatic: true,
  input: z.object({ id: Id }),
  reply: Done,
});

export const endPresence = endpoint({
  method: 'DELETE',
  path: '/files/:id/presence',
  summary: 'Report a file as closed',
  description: 'Reports that the session of the caller has closed the file.',
  who: 'work.read',
  automatic: true,
  input: z.object({ id: Id }),
  reply: Done,
});
