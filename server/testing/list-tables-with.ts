import { sql, type Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** Lists the tables of every schema, the job queue included, that have a row containing the text in any column. */
export async function listTablesWith(ownerDb: Kysely<Schema>, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(ownerDb);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select 1 from ${sql.raw(name)} t where strpos(t::text, ${text}) > 0 limit 1`.execute(ownerDb);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
