import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './connect.ts';
import type { Schema } from './schema.ts';
import type { HasRole } from '../../contract/capabilities.ts';

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

/** Splits a search into words, each of which must be found in a row. */
export const splitWords = (q: string | undefined): string[] => (q ?? '').split(/\s+/).filter(Boolean);

/** Returns the word as a whole number that could be an id; null for any other word. */
export const idOf = (word: string): number | null => (/^[1-9]\d{0,14}$/.test(word) ? Number(word) : null);

/** Placeholder in a query for a value that each call sets. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiles a query once, for reads that every open browser repeats every few seconds, where building the same text
 * again costs more than sending it. `build` must use its values only as values; the text cannot depend on them.
 */
export function compileOnce<Values extends object, Row>(
  build: (db: Kysely<Schema>, values: Values) => { compile(): CompiledQuery<Row> },
): (db: Database, values: Values) => Promise<Row | undefined> {
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values;
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    compiled ??= build(db, slots).compile();
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows[0];
  };
}

/** Makes a query once for each set of capabilities on which its text depends. */
export function compileByCapabilities<Made>(make: (who: HasRole) => Made): (who: HasRole) => Made {
  const made = new Map<string, Made>();
  return ({ role, staff_capabilities }) => {
    const key = [role, ...(staff_capabilities?.toSorted() ?? ['all'])].join(' ');
    const known = made.get(key) ?? make({ role, staff_capabilities });
    if (made.size >= MAX_COMPILED) made.clear();
    made.set(key, known);
    return known;
  };
}

/** Access tokens may have any combination; beyond this, queries are made again. */
const MAX_COMPILED = 100;
