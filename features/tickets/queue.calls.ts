import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Id, RecordId } from '../../contract/fields.ts';
import { assignSelectedSchemas } from '../files/assignment.calls.ts';
import { ticketSelection } from './tickets.calls.ts';
import { SELECTION_ERRORS } from './ticket.ts';

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

export const nextInQueue = endpoint({
  method: 'GET',
  path: '/queue/next',
  summary: 'Get the next file of the queue',
  description:
    'The file whose customer has waited longest, excluding those assigned to colleagues; files a colleague has open come last. With `after`, the one behind that file, starting over at the end of the queue.',
  who: 'tickets.read-all',
  input: z.object({ after: z.optional(Id) }),
  reply: QueuePlace,
});

const assignSelected = assignSelectedSchemas(ticketSelection);

export const assignSelectedTickets = endpoint({
  method: 'POST',
  path: '/tickets/selected/assign',
  summary: 'Assign selected tickets',
  description:
    'Assigns the tickets together with their files. Tickets of colleagues are skipped unless the call includes them explicitly.',
  who: 'work.assign',
  input: assignSelected.input,
  reply: assignSelected.reply,
  errors: [...SELECTION_ERRORS, 'files.not_staff'],
});
