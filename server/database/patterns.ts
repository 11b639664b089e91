import { sql, type RawBuilder } from 'kysely';

/** For `like`: the typed text, where a `%` is a percent sign. */
const literally = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);

export const containing = (text: string): string => `%${literally(text)}%`;
export const startingWith = (text: string): string => `${literally(text)}%`;

/** For `=`: any of these texts. One parameter, so that every length of the list is the same prepared statement. */
export const anyOf = (texts: readonly string[]): RawBuilder<string> => sql<string>`any(${[...texts]}::text[])`;

export const anyOfIds = (ids: readonly number[]): RawBuilder<number> => sql<number>`any(${[...ids]}::bigint[])`;
