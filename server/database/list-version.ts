import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** The data that long lists are made of; the triggers of migration 0014 count the changes to it. */
export type ListSource = 'files' | 'tickets' | 'users' | 'balances';

/**
 * Returns a version that changes with every change to any of the sources, and only then. Read it before the list: the
 * list may then be newer than its version, but never older.
 */
export async function readListVersion(db: Database, sources: readonly ListSource[]): Promise<string> {
  const { version } = await db
    .selectFrom('list_changes')
    .select(sql<string>`coalesce(sum(changes), 0)::text`.as('version'))
    .where('source', 'in', sources)
    .executeTakeFirstOrThrow();
  return version;
}

/** Merges the rows of many counted changes into one row per source; the version, their sum, stays the same. */
export async function gatherListChanges(db: Database): Promise<void> {
  await sql`
    with taken as (delete from list_changes where id < (select max(id) from list_changes) returning source, changes)
    insert into list_changes (source, changes) select source, sum(changes) from taken group by source`.execute(db);
}
