import * as z from 'zod/mini';
import { RecordId, endpoint } from '../endpoint.ts';

export const SEARCH_SHORTEST = 2;

/** What the palette leads to; only what the caller may see. */
export const Found = z.object({
  users: z.array(z.object({ id: RecordId, username: z.string(), email: z.string() })),
  files: z.array(
    z.object({
      id: RecordId,
      file_id: z.string(),
      file_name: z.string(),
      username: z.string(),
      status: z.string(),
    }),
  ),
});
export type Found = z.output<typeof Found>;

/** A few of each, the newest first: users by name and e-mail, files by the start of their number and by name. */
export const search = endpoint({
  method: 'GET',
  path: '/search',
  who: 'signed-in',
  input: z.object({
    text: z
      .string('Please write what to search for.')
      .check(
        z.trim(),
        z.minLength(SEARCH_SHORTEST, 'Please write at least two letters.'),
        z.maxLength(120, 'At most 120 characters.'),
      ),
  }),
  reply: Found,
});
