import { type RawBuilder, sql } from 'kysely';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { type OverdueSince, overdueSince } from '../../staff/work/server/overdue.ts';
import type { WorkFilter } from '../../staff/work/work-filter.ts';
import { OPEN_STATUSES } from '../file-fields.ts';
import type { Database } from '../../../server/database/connect.ts';
import { type Viewer, can } from '../../../contract/capabilities.ts';
import type { FileStatus } from '../file.ts';

/** The user whose part of the work is requested, and the times before which something counts as overdue now. */
export interface Work {
  userId: number;
  since: OverdueSince;
}

export const toWork = (deps: Pick<Deps, 'config' | 'clock'>, actor: Pick<Actor, 'id'>): Work => ({
  userId: actor.id,
  since: overdueSince(deps),
});

/**
 * Files with a price or a change for staff to deal with; spelled as in the condition of the indexes.
 */
export const waitsForStaff = sql<boolean>`((files.status in (${sql.join(OPEN_STATUSES.map((status) => sql.lit(status)))})
  and files.price_status = 'UNPAID' and files.feasible is null)
  or (files.revision_since is not null and files.status = 'PROCESSED'))`;

const waitingSince = sql<string>`coalesce(files.revision_since, files.status_since)`;

/** Null: the file is not waiting for staff. */
export const waitsSince = sql<string | null>`case when ${waitsForStaff} then ${waitingSince} end`;

/** Returns the condition for the files that a work filter names. */
export function isFileOfWork(filter: WorkFilter, { userId, since }: Work): RawBuilder<boolean> {
  if (filter === 'mine') return sql<boolean>`(${waitsForStaff} and files.assignee_id = ${userId})`;
  if (filter === 'unassigned') return sql<boolean>`(${waitsForStaff} and files.assignee_id is null)`;
  const late = OPEN_STATUSES.flatMap((status) => {
    const moment = since[status];
    return moment === null ? [] : [sql`(files.status = ${status} and ${waitingSince} < ${moment}::timestamptz)`];
  });
  return late.length === 0 ? sql<boolean>`false` : sql<boolean>`(${waitsForStaff} and (${sql.join(late, sql` or `)}))`;
}

export const selectFilesOfWork = (filter: WorkFilter, work: Work) =>
  sql`select from files where ${isFileOfWork(filter, work)} and files.deleted_at is null`;

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
 * True for every row: the condition of indexes that only a query over all users' rows may use (files_open). For a
 * single customer, PostgreSQL would read through everyone else's rows down to that customer's old ones.
 */
export const composeAllUsersCondition = (id: 'files.id' | 'tickets.id') => sql<boolean>`${sql.ref(id)} > 0`;
