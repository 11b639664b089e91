import { sql, type RawBuilder } from 'kysely';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { overdueSince, type OverdueSince } from '../../staff/work/server/overdue.ts';
import type { WorkFilter } from '../../staff/work/work-filter.ts';
import { OPEN_STATUSES } from '../file-status.ts';

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
 * Files with a price or a change for staff to deal with; spelled as in the condition of the indexes (migration 0090).
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
