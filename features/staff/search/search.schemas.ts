import * as z from 'zod/mini';
import { RecordId } from '../../../contract/fields.schemas.ts';
import { SEARCH_SHORTEST } from './search.list.ts';
import { invalid } from '../../../contract/texts.ts';

/** Results that the palette links to; only what the caller may see. */
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

export const search = {
  input: z.object({
    text: z
      .string(invalid('errors.search.write_what_search'))
      .check(
        z.trim(),
        z.minLength(SEARCH_SHORTEST, invalid('errors.search.type_least_two_letters')),
        z.maxLength(120, invalid('errors.fields.most_count_characters', { count: 120 })),
      ),
  }),
  reply: Found,
};
