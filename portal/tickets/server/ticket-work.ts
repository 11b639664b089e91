import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../files/server/file-work.ts';
import type { WorkFilter } from '../../work/work-filter.schemas.ts';

/** As it is spelled in the condition of the indexes (migration 0090). */
const waitsForStaff = sql<boolean>`tickets.awaits_reply and tickets.status = 'OPEN'`;

/** Null: its customer does not wait. */
export const waitsSince = sql<string | null>`case when ${waitsForStaff} then tickets.awaits_reply_since end`;

/** The part of the tickets that a filter of the work names. */
export function isTicketOfWork(filter: WorkFilter, { userId, since }: Work): RawBuilder<boolean> {
  if (filter === 'mine') return sql<boolean>`(${waitsForStaff} and tickets.assignee_id = ${userId})`;
  if (filter === 'unassigned') return sql<boolean>`(${waitsForStaff} and tickets.assignee_id is null)`;
  if (since.TICKET === null) return sql<boolean>`false`;
  return sql<boolean>`(${waitsForStaff} and tickets.awaits_reply_since < ${since.TICKET}::timestamptz)`;
}

export const selectTicketsOfWork = (filter: WorkFilter, work: Work) =>
  sql`select from tickets where ${isTicketOfWork(filter, work)} and tickets.deleted_at is null`;
