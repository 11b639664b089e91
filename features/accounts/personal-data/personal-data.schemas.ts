import * as z from 'zod/mini';
import { Id, requiredText } from '../../../contract/fields.schemas.ts';
import { invalid } from '../../../contract/texts.ts';
import { MAX_CONFIRMATION } from './personal-data.list.ts';

export const downloadPersonalData = {
  input: z.object({ id: Id }),
  reply: 'bytes',
} as const;

export const eraseUser = {
  input: z.object({
    id: Id,
    /** The e-mail address or the user name, as typed by a human being. */
    confirmation: requiredText(invalid('errors.personal-data.type_to_confirm'), MAX_CONFIRMATION),
    /** As returned by `getLeftovers`: the erasure is refused if any of it has changed. Omitted: it does not matter. */
    seen: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.object({
    /** The name of the account from now on. */
    username: z.string(),
    /** Number of its files, whose names and bytes are gone. */
    files: z.int(),
  }),
};
