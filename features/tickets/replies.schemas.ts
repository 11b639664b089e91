import * as z from 'zod/mini';
import { Done, Id, Nothing, RecordId, listOf, requiredText } from '../../contract/fields.schemas.ts';
import { MESSAGE_LENGTH } from './tickets.list.ts';
import { invalid } from '../../contract/texts.ts';

/** A reply that administrators send again and again. All of them share it. */
export const SavedReply = z.object({ id: RecordId, title: z.string(), message: z.string() });
export type SavedReply = z.output<typeof SavedReply>;

const NO_TITLE = invalid('errors.tickets.give_reply_name');
const NO_TEXT = invalid('errors.fields.write_message');

export const listSavedReplies = {
  input: Nothing,
  reply: listOf(SavedReply),
};

export const saveReply = {
  input: z.object({
    title: requiredText(NO_TITLE, 80, invalid('errors.tickets.name_most_80_characters')),
    message: requiredText(
      NO_TEXT,
      MESSAGE_LENGTH,
      invalid('errors.tickets.message_most_count_characters', { count: MESSAGE_LENGTH }),
    ),
  }),
  reply: SavedReply,
};

export const deleteSavedReply = {
  input: z.object({ id: Id }),
  reply: Done,
};
