import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** What long lists are made of; the triggers of migration 0014 count its changes. */
export type ListSource = 'files' | 'tickets' | 'users' | 'balances';

/**
 * Another one after every change to any of the sources, and only then. A read before the list may get a list
 * that is newer than its version, never an older one.
 */
export async function readListVersion(db: Database, sources: readonly ListSource[]): Promise<string> {
  const { version } = await db
    .selectFrom('list_changes')
    .select(sql<string>`coalesce(sum(changes), 0)::text`.as('version'))
    .where('source', 'in', sources)
    .executeTakeFirstOrThrow();
  return version;
}

/** Puts many counted changes into one row each; the version, their sum, stays what it is. */
export async function gatherListChanges(db: Database): Promise<void> {
  await sql`
    with taken as (delete from list_changes where id < (select max(id) from list_changes) returning source, changes)
    insert into list_changes (source, changes) select source, sum(changes) from taken group by source`.execute(db);
}
