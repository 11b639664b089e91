import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId, boundedList } from '../../contract/fields.ts';
import { SaveReply } from './ticket-forms.ts';

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
