import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { RecordId } from '../../../contract/fields.ts';
import { invalid } from '../../../contract/texts.ts';

export const MIN_SEARCH_LENGTH = 2;

/** Results that the palette links to; only what the caller may see. */
export const SearchResults = z.object({
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
export type SearchResults = z.output<typeof SearchResults>;

export const search = endpoint({
  method: 'GET',
  path: '/search',
  summary: 'Search',
  description:
    'Returns a few matches of each kind, newest first. Users match by name and e-mail address; files by the start of their number, by name, by the SHA-256 of the original (at least its first 8 digits), and by the hardware, software and part numbers in it.',
  who: 'signed-in',
  input: z.object({
    text: z
      .string(invalid('errors.search.write_what_search'))
      .check(
        z.trim(),
        z.minLength(MIN_SEARCH_LENGTH, invalid('errors.search.type_least_two_letters')),
        z.maxLength(120, invalid('errors.fields.most_count_characters', { count: 120 })),
      ),
  }),
  reply: SearchResults,
});
