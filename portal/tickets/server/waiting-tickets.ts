import { sql } from 'kysely';
import type { Actor } from '../../../server/http/call.ts';
import { can } from '../../capabilities.ts';

/** The tickets that wait for the actor: an unanswered message for staff, an unread reply for a customer. */
export const waitingTickets = (actor: Pick<Actor, 'id' | 'role'>) =>
  can(actor, 'tickets.answer')
    ? sql`select from tickets where awaits_reply and status = 'OPEN' and deleted_at is null`
    : sql`select from tickets where user_id = ${actor.id} and has_unread_reply and deleted_at is null`;
