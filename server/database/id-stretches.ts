import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Database } from './connect.ts';

/** Condition on a column of ids that selects those to look at. */
export type Within = (column: string) => RawBuilder<SqlBool>;

/** The largest id, passed as text because a JavaScript number cannot hold it exactly. */
const LAST_ID = '9223372036854775807';

export const withinIds =
  (ids: readonly number[]): Within =>
  (column) =>
    sql`${sql.ref(column)} = any(${ids}::bigint[])`;

interface Stretch {
  within: Within;
  /** Last id of the stretch; null when it includes all that are left. */
  end: number | null;
}

/** Finds the next `length` ids of a table after `after`, as a range that includes any id in between. */
export async function findStretch(db: Database, table: string, after: number, length: number): Promise<Stretch> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id > ${after} order by id offset ${length - 1} limit 1`.execute(db);
  const end = rows[0]?.id ?? null;
  const within: Within = (column) =>
    sql`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${end ?? LAST_ID}::bigint`;
  return { within, end };
}
