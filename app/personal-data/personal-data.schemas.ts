import * as z from 'zod/mini';
import { Id, requiredText } from '../../portal/fields.schemas.ts';
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
    confirmation: requiredText(invalid('errors.personal-data.type_to_confirm'), MAX_CONFIRMATION),
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
