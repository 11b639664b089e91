import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../files/server/file-rows.ts';
import type { WorkFilter } from '../../staff/work/work-filter.ts';
import type { Actor } from '../../../server/http/call.ts';
import { can } from '../../../contract/capabilities.ts';

/** Spelled as in the condition of the indexes. */
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

/** The tickets that wait for the actor: an unanswered message for staff, an unread reply for a customer. */
export const selectWaitingTickets = (actor: Pick<Actor, 'id' | 'role'>) =>
  can(actor, 'tickets.answer')
    ? sql`select from tickets where awaits_reply and status = 'OPEN' and deleted_at is null`
    : sql`select from tickets where user_id = ${actor.id} and has_unread_reply and deleted_at is null`;

const NEEDED = sql`f.id as file_id, f.file_id as number, t.subject as name, null::float8 as price,
  coalesce((select m.created_at from ticket_messages m where m.ticket_id = t.id order by m.id desc limit 1), t.opening_date) as since`;

/** The same with the columns of `Needed` of the dashboard; for staff in the order in which the tickets were opened. */
export const selectTicketsNeeding = (actor: Pick<Actor, 'id' | 'role'>) =>
  can(actor, 'tickets.answer')
    ? sql`select ${NEEDED}, (select username from users where users.id = f.user_id) as username
        from tickets t join files f on f.id = t.file_id
       where t.awaits_reply and t.status = 'OPEN' and t.deleted_at is null order by t.id`
    : sql`select ${NEEDED}, null::text as username from tickets t join files f on f.id = t.file_id
       where t.user_id = ${actor.id} and t.has_unread_reply and t.deleted_at is null`;
