import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../files/server/file-work.ts';
import type { WorkFilter } from '../../staff/work/work-filter.ts';

/** Spelled as in the condition of the indexes (migration 0090). */
const waitsForStaff = sql<boolean>`tickets.awaits_reply and tickets.status = 'OPEN'`;

/** Since when the customer has been waiting; null when they are not. */
export const waitsSince = sql<string | null>`case when ${waitsForStaff} then tickets.awaits_reply_since end`;

/** Restricts tickets to the part that a work filter names. */
export function isTicketOfWork(filter: WorkFilter, { userId, since }: Work): RawBuilder<boolean> {
  if (filter === 'mine') return sql<boolean>`(${waitsForStaff} and tickets.assignee_id = ${userId})`;
  if (filter === 'unassigned') return sql<boolean>`(${waitsForStaff} and tickets.assignee_id is null)`;
  if (since.TICKET === null) return sql<boolean>`false`;
  return sql<boolean>`(${waitsForStaff} and tickets.awaits_reply_since < ${since.TICKET}::timestamptz)`;
}

export const selectTicketsOfWork = (filter: WorkFilter, work: Work) =>
  sql`select from tickets where ${isTicketOfWork(filter, work)} and tickets.deleted_at is null`;
