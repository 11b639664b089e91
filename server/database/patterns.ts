import { sql, type RawBuilder } from 'kysely';

/** Escapes typed text for `like`, so that a `%` stands for a percent sign. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);

export const toContainsPattern = (text: string): string => `%${escapeLike(text)}%`;
export const toPrefixPattern = (text: string): string => `${escapeLike(text)}%`;

/**
 * Matches names of files that contain the text. Two letters have no trigram, and are found by the index of letter pairs.
 * The conditions before that of the index are cheap where the list is read in order because many names contain them.
 * Of both PostgreSQL assumes that one row in three passes: it then takes the index up to about 1 % of a million files.
 */
export function hasInFileName(text: string): RawBuilder<boolean> {
  const name = sql`lower(files.file_name)`;
  if (Array.from(text.toLowerCase()).length !== 2)
    return sql<boolean>`files.file_name ilike ${toContainsPattern(text)}`;
  return sql<boolean>`(strpos(${name}, lower(${text})) > 0 and length(${name}) >= 2
    and letter_pairs(${name}) @> array[lower(${text})])`;
}

/**
 * For `=`: matches any of these texts. A single parameter, so that lists of every length share one prepared statement.
 */
export const anyOf = (texts: readonly string[]): RawBuilder<string> => sql<string>`any(${[...texts]}::text[])`;

export const anyOfIds = (ids: readonly number[]): RawBuilder<number> => sql<number>`any(${[...ids]}::bigint[])`;
