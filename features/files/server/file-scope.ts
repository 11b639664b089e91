import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { can, type Viewer } from '../../../contract/capabilities.ts';
import type { FileStatus } from '../file.ts';

/** Files the actor may see: all of them, or only their own; never deleted ones. */
export const selectFilesInScope = (db: Database, actor: Viewer) =>
  db
    .selectFrom('files')
    .where('files.deleted_at', 'is', null)
    .$if(!can(actor, 'files.read-all'), (query) => query.where('files.user_id', '=', actor.id));

/** For a query over `users`: the id of a user that administrators can open, null for a deleted one. */
export const idOfLiving = sql<number | null>`case when users.deleted_at is null then users.id end`;

/** Starts a statement that changes one file in the actor's scope; the guards follow in its `where`. */
export const changeFile = (db: Database, actor: Viewer, id: number) =>
  db
    .updateTable('files')
    .set({ updated_at: sql`now()` })
    .where('files.id', '=', id)
    .where('files.deleted_at', 'is', null)
    .$if(!can(actor, 'files.read-all'), (query) => query.where('files.user_id', '=', actor.id));

/**
 * The columns of a change of status, which is made in no other way: `status` alone cannot be set. A file that returns to
 * PENDING, because the start of its work is undone, has waited since its upload.
 */
export function intoStatus(entered: FileStatus | RawBuilder<FileStatus>): { status_since: RawBuilder<string> } {
  const status = typeof entered === 'string' ? sql<FileStatus>`${entered}::text` : entered;
  const columns = { status, status_since: statusSince(status) };
  return columns;
}

/** Since when a file is in the status that the same statement sets; one that keeps its status keeps the moment. */
export const statusSince = (entered: RawBuilder<FileStatus>) => sql<string>`
  case ${entered} when files.status then files.status_since when 'PENDING' then files.created_at else now() end`;

/**
 * True for every row: the condition of indexes that only a query over all users' rows may use (migration 0065). For a
 * single customer, PostgreSQL would read through everyone else's rows down to that customer's old ones.
 */
export const composeAllUsersCondition = (id: 'files.id' | 'tickets.id') => sql<boolean>`${sql.ref(id)} > 0`;
