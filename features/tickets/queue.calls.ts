import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId, boundedList } from '../../contract/fields.ts';
import { assignSelectedSchemas } from '../files/assignment.calls.ts';
import { ticketSelection } from './tickets.calls.ts';
import { SELECTION_ERRORS } from './ticket.ts';
import { SaveReply } from './ticket-forms.ts';

/** Which file an administrator should look at next, and how many wait. */
export const QueuePlace = z.object({
  /** Null when no file waits besides the one that was left out. */
  file_id: z.nullable(RecordId),
  /** Since when its customer has been waiting. */
  since: z.nullable(z.string()),
  /**
   * FILE: its price is not set. REVISION: a change is requested. MESSAGE: its ticket ends with the customer's
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
    'The file whose customer has waited longest, excluding those assigned to colleagues and those that wait for what the staff role leaves out; files a colleague has open come last. With `after`, the one behind that file, starting over at the end of the queue.',
  who: 'tickets.read-all',
  input: z.object({ after: z.optional(Id) }),
  reply: QueuePlace,
});

/** How many of those who wait are listed. */
export const QUEUE_LISTED = 100;

export const QueueEntry = z.object({
  file_id: RecordId,
  /** The number of the file. */
  number: z.string(),
  /** The vehicle as the page of its file is titled. */
  vehicle: z.string(),
  username: z.string(),
  since: z.string(),
  why: z.enum(['FILE', 'REVISION', 'MESSAGE']),
});
export type QueueEntry = z.output<typeof QueueEntry>;

export const listQueue = endpoint({
  method: 'GET',
  path: '/queue',
  summary: 'List the queue',
  description:
    'The files whose customers wait, the longest wait first, excluding those assigned to colleagues and those that wait for what the staff role leaves out.',
  who: 'tickets.read-all',
  input: Nothing,
  reply: boundedList(QueueEntry, QUEUE_LISTED),
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

/** A reply that administrators send again and again. All of them share it. */
export const SavedReply = z.object({ id: RecordId, title: z.string(), message: z.string() });
export type SavedReply = z.output<typeof SavedReply>;

export const listSavedReplies = endpoint({
  method: 'GET',
  path: '/saved-replies',
  summary: 'List saved replies',
  description: 'Texts that administrators use often. All administrators share the list.',
  who: 'tickets.use-saved-replies',
  input: Nothing,
  reply: boundedList(SavedReply),
});

export const saveReply = endpoint({
  method: 'POST',
  path: '/saved-replies',
  summary: 'Add a saved reply',
  description: 'A text with a name, for every administrator.',
  who: 'tickets.use-saved-replies',
  status: 201,
  input: SaveReply,
  reply: SavedReply,
});

export const deleteSavedReply = endpoint({
  method: 'DELETE',
  path: '/saved-replies/:id',
  summary: 'Delete a saved reply',
  description: 'Messages that were written with it are preserved.',
  who: 'tickets.use-saved-replies',
  input: z.object({ id: Id }),
  reply: Done,
});
