import { sql, type RawBuilder } from 'kysely';

/** Escapes typed text for `like`, so that a `%` stands for a percent sign. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);

export const toContainsPattern = (text: string): string => `%${escapeLike(text)}%`;
export const toPrefixPattern = (text: string): string => `${escapeLike(text)}%`;

/**
 * For `=`: matches any of these texts. A single parameter, so that lists of every length share one prepared statement.
 */
export const anyOf = (texts: readonly string[]): RawBuilder<string> => sql<string>`any(${[...texts]}::text[])`;

export const anyOfIds = (ids: readonly number[]): RawBuilder<number> => sql<number>`any(${[...ids]}::bigint[])`;
