import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from './connect.ts';
import type { Schema } from './schema.ts';

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

/** Makes something once for each key, such as a query whose text depends on the reader's role. */
export function memoizeByKey<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
