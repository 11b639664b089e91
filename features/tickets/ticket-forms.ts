import * as z from 'zod/mini';
import { Id, requiredText } from '../../contract/fields.ts';
import { invalid } from '../../contract/texts.ts';
import { MESSAGE_LENGTH } from './ticket.ts';

const NOTHING_WRITTEN = invalid('errors.fields.write_message');

export const Message = requiredText(
  NOTHING_WRITTEN,
  MESSAGE_LENGTH,
  invalid('errors.tickets.message_most_count_characters', { count: MESSAGE_LENGTH }),
);

export const OpenTicket = z.object({ fileId: Id, message: Message });

const NO_TITLE = invalid('errors.tickets.give_reply_name');

export const SaveReply = z.object({
  title: requiredText(NO_TITLE, 80, invalid('errors.tickets.name_most_80_characters')),
  message: requiredText(
    NOTHING_WRITTEN,
    MESSAGE_LENGTH,
    invalid('errors.tickets.message_most_count_characters', { count: MESSAGE_LENGTH }),
  ),
});
