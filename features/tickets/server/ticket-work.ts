import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../files/server/file-rows.ts';
import type { WorkFilter } from '../../staff/work/work-filter.ts';
import { can, type Viewer } from '../../../contract/capabilities.ts';

/** Whether the actor reads the tickets of others; each is about a file. */
export const readsAllTickets = (actor: Viewer): boolean =>
  can(actor, 'files.read-all') && can(actor, 'tickets.read-all');

const answersAll = (actor: Viewer): boolean => can(actor, 'tickets.answer') && readsAllTickets(actor);

/** Characters of a last message that a list shows. */
const SHOWN_OF_MESSAGE = 120;

/** Spelled as in the condition of the indexes. */
export const waitsForStaff = sql<boolean>`tickets.awaits_reply and tickets.status = 'OPEN'`;

/** Since when the customer has been waiting; null when they are not. */
export const waitsSince = sql<string | null>`case when ${waitsForStaff} then tickets.awaits_reply_since end`;

/** Restricts tickets to the part that a work filter names. */
export function isTicketOfWork(filter: WorkFilter, { userId, since }: Work): RawBuilder<boolean> {
  if (filter === 'waiting') return sql<boolean>`(${waitsForStaff})`;
  if (filter === 'mine') return sql<boolean>`(${waitsForStaff} and tickets.assignee_id = ${userId})`;
  if (filter === 'unassigned') return sql<boolean>`(${waitsForStaff} and tickets.assignee_id is null)`;
  if (since.TICKET === null) return sql<boolean>`false`;
  return sql<boolean>`(${waitsForStaff} and tickets.awaits_reply_since < ${since.TICKET}::timestamptz)`;
}

export const selectTicketsOfWork = (filter: WorkFilter, work: Work) =>
  sql`select from tickets where ${isTicketOfWork(filter, work)} and tickets.deleted_at is null`;

/** The tickets that wait for the actor: an unanswered message for staff, an unread reply for a customer. */
export const selectWaitingTickets = (actor: Viewer) =>
  answersAll(actor)
    ? sql`select from tickets where awaits_reply and status = 'OPEN' and deleted_at is null`
    : sql`select from tickets where user_id = ${actor.id} and has_unread_reply and deleted_at is null`;

export const lastMessage = sql<string | null>`(select left(m.message, ${sql.lit(SHOWN_OF_MESSAGE)})
  from ticket_messages m where m.ticket_id = tickets.id order by m.id desc limit 1)`;

const NEEDED = sql`f.id as file_id, f.file_id as number, f.file_name as name, null::float8 as price,
  f.brand, f.ecu, f.generation, left(last.message, ${sql.lit(SHOWN_OF_MESSAGE)}) as last_message,
  tickets.status as ticket_status`;
const FROM = sql`from tickets join files f on f.id = tickets.file_id left join lateral (
  select m.message, m.created_at from ticket_messages m where m.ticket_id = tickets.id order by m.id desc limit 1) last on true`;

/** The same with the columns of the dashboard's `Needed`; for staff in the order in which the tickets were opened. */
export const selectTicketsNeeding = (actor: Viewer, work: Work) =>
  answersAll(actor)
    ? sql`select ${NEEDED}, coalesce(tickets.awaits_reply_since, tickets.opening_date) as since,
        (select username from users where users.id = f.user_id) as username,
        case when ${isTicketOfWork('overdue', work)} then 'TICKET' end as overdue_kind ${FROM}
       where ${waitsForStaff} and tickets.deleted_at is null order by tickets.id`
    : sql`select ${NEEDED}, coalesce(last.created_at, tickets.opening_date) as since, null::text as username,
        null::text as overdue_kind ${FROM}
       where tickets.user_id = ${actor.id} and tickets.has_unread_reply and tickets.deleted_at is null`;
