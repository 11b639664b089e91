import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Database } from './connect.ts';

/** A condition on a column of ids: those that are looked at. */
export type Within = (column: string) => RawBuilder<SqlBool>;

/** As text in the statement's parameters: the largest one is no whole number of JavaScript. */
const LAST_ID = '9223372036854775807';

export const withinIds =
  (ids: readonly number[]): Within =>
  (column) =>
    sql`${sql.ref(column)} = any(${ids}::bigint[])`;

interface Stretch {
  within: Within;
  /** The last id of it; null: it has all that are left. */
  end: number | null;
}

/** The next `length` ids of a table behind `after`, with all that would lie between them. */
export async function findStretch(db: Database, table: string, after: number, length: number): Promise<Stretch> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id > ${after} order by id offset ${length - 1} limit 1`.execute(db);
  const end = rows[0]?.id ?? null;
  const within: Within = (column) =>
    sql`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${end ?? LAST_ID}::bigint`;
  return { within, end };
}
