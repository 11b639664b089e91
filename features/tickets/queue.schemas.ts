import * as z from 'zod/mini';
import { Id, RecordId } from '../../contract/fields.schemas.ts';

/** Which file an administrator should look at next, and how many wait. */
export const QueuePlace = z.object({
  /** Null when no file waits besides the one that was left out. */
  file_id: z.nullable(RecordId),
  /** Since when its customer has been waiting. */
  since: z.nullable(z.string()),
  /**
   * FILE: its feasibility is not set. REVISION: a change is requested. MESSAGE: its ticket ends with the customer's
   * message.
   */
  why: z.nullable(z.enum(['FILE', 'REVISION', 'MESSAGE'])),
  /** How many files wait, including the one that was left out. */
  waiting: z.int(),
});
export type QueuePlace = z.output<typeof QueuePlace>;

export const nextInQueue = {
  input: z.object({ after: z.optional(Id) }),
  reply: QueuePlace,
};
