import * as z from 'zod/mini';
import { Id } from '../../portal/fields.schemas.ts';
import { invalid } from '../../portal/texts.ts';
import { MAX_CONFIRMATION } from './personal-data.list.ts';

export const downloadPersonalData = {
  input: z.object({ id: Id }),
  reply: 'bytes',
} as const;

export const eraseUser = {
  input: z.object({
    id: Id,
    /** The e-mail address or the user name, as a human being has typed it. */
    confirmation: z
      .string(invalid('errors.personal-data.type_to_confirm'))
      .check(
        z.trim(),
        z.minLength(1, invalid('errors.personal-data.type_to_confirm')),
        z.maxLength(MAX_CONFIRMATION, invalid('errors.fields.most_count_characters', { count: MAX_CONFIRMATION })),
      ),
    /** As `getLeftovers` gave it: the erasure is refused when any of it has changed. Left out: whatever there is. */
    seen: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.object({
    /** What the account is called from now on. */
    username: z.string(),
    /** How many files it has, whose names and bytes are gone. */
    files: z.int(),
  }),
};
