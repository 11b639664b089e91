import * as z from 'zod/mini';
import { Done, Id, Nothing, RecordId, endpoint, listOf } from '../endpoint.ts';
import { MESSAGE_LENGTH } from './tickets.contract.ts';

/** An answer that administrators write again and again. All of them share it. */
export const SavedReply = z.object({ id: RecordId, title: z.string(), message: z.string() });
export type SavedReply = z.output<typeof SavedReply>;

const NO_TITLE = 'Please give the reply a name.';
const NO_TEXT = 'Please write a message.';

export const listSavedReplies = endpoint({
  method: 'GET',
  path: '/saved-replies',
  who: 'admin',
  input: Nothing,
  reply: listOf(SavedReply),
});

export const saveReply = endpoint({
  method: 'POST',
  path: '/saved-replies',
  who: 'admin',
  input: z.object({
    title: z
      .string(NO_TITLE)
      .check(z.trim(), z.minLength(1, NO_TITLE), z.maxLength(80, 'A name has at most 80 characters.')),
    message: z
      .string(NO_TEXT)
      .check(
        z.trim(),
        z.minLength(1, NO_TEXT),
        z.maxLength(MESSAGE_LENGTH, `A message has at most ${MESSAGE_LENGTH} characters.`),
      ),
  }),
  reply: SavedReply,
  status: 201,
});

export const deleteSavedReply = endpoint({
  method: 'DELETE',
  path: '/saved-replies/:id',
  who: 'admin',
  input: z.object({ id: Id }),
  reply: Done,
});
