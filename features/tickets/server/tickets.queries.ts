import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { TicketsTable } from '../../../server/database/schema.ts';
import { anyOf, splitWords, toContainsPattern } from '../../../server/database/patterns.ts';
import { selectActiveUsers, selectActiveUsersWith } from '../../../server/database/active-users.ts';
import type { Actor } from '../../../server/http/call.ts';
import { hasTag } from '../../staff/notes/server/tagged.ts';
import type { TicketStatus } from '../ticket.ts';
import type { WorkFilter } from '../../staff/work/work-filter.ts';
import { can, type Viewer } from '../../../contract/capabilities.ts';
import {
  type Work,
  columnsOfStaff,
  composeAllUsersCondition,
  selectFilesInScope,
} from '../../files/server/file-rows.ts';
import { isTicketOfWork, lastMessage, readsAllTickets, waitsSince } from './ticket-work.ts';

/** Tickets of files that the actor may see; those of others only for who reads all tickets. */
const selectTicketsInScope = (db: Database, actor: Viewer) =>
  selectFilesInScope(db, actor)
    .innerJoin('tickets', 'tickets.file_id', 'files.id')
    .where('tickets.deleted_at', 'is', null)
    // Both tables have the owner; with this one, PostgreSQL finds a customer's few tickets without reading all files.
    .$if(!readsAllTickets(actor), (query) => query.where('tickets.user_id', '=', actor.id));

/** What a list leads with: the vehicle, and what was written last. */
export const ABOUT = ['files.brand', 'files.ecu', 'files.generation', lastMessage.as('last_message')] as const;

export const selectTicketSummaries = (db: Database, actor: Viewer) =>
  selectTicketsInScope(db, actor)
    .innerJoin('users', 'users.id', 'files.user_id')
    .select([
      'tickets.id',
      'tickets.ticket_id',
      'tickets.file_id',
      'tickets.subject',
      'users.username',
      'tickets.status',
      'tickets.opening_date',
      'tickets.closing_date',
    ])
    .select(ABOUT)
    .$if(can(actor, 'tickets.read-all'), (query) =>
      query.select([...columnsOfStaff(actor, 'tickets', waitsSince), 'tickets.updated_at']),
    )
    .orderBy('tickets.id', 'desc');

const LAST_TICKETS = 200;

/** Selects the newest tickets that are still waiting; the condition is spelled as in the index. */
export const selectOpenTickets = (db: Database, actor: Viewer) =>
  selectTicketSummaries(db, actor)
    .where(sql<boolean>`tickets.status = 'OPEN'`)
    .$if(readsAllTickets(actor), (query) => query.where(composeAllUsersCondition('tickets.id')))
    .limit(LAST_TICKETS);

/** Filter of administrators; `q` matches any part of a ticket's number or subject. */
export interface TicketFilter {
  q?: string | undefined;
  status?: TicketStatus | undefined;
  work?: WorkFilter | undefined;
  /** Only tickets of this customer. */
  user_id?: number | undefined;
  tag_id?: number | undefined;
  updated_since?: string | undefined;
}

export const hasChangedSince = (moment: string) => sql<boolean>`tickets.updated_at >= ${moment}::timestamptz`;

export const passesFilter = (
  { q, status, work, user_id, tag_id, updated_since }: TicketFilter,
  actorsWork: Work,
): RawBuilder<boolean> => {
  const conditions = splitWords(q).map((word) => {
    const part = toContainsPattern(word);
    return sql<boolean>`(tickets.ticket_id ilike ${part} or tickets.subject ilike ${part})`;
  });
  if (status !== undefined) conditions.push(sql<boolean>`tickets.status = ${status}`);
  if (work !== undefined) conditions.push(isTicketOfWork(work, actorsWork));
  if (user_id !== undefined) conditions.push(sql<boolean>`tickets.user_id = ${user_id}`);
  if (tag_id !== undefined) conditions.push(hasTag('tickets', sql<number>`tickets.id`, tag_id));
  if (updated_since !== undefined) conditions.push(hasChangedSince(updated_since));
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
};

/** Selects every ticket that belongs to a file, with its customer; for administrators. */
export const selectAllTickets = (db: Database) =>
  db
    .selectFrom('tickets')
    .innerJoin('files', 'files.id', 'tickets.file_id')
    .innerJoin('users', 'users.id', 'files.user_id')
    .where('tickets.deleted_at', 'is', null);

/** Selects messages. The file's owner counts as the customer's side, whatever has become of the account since. */
export const selectTicketMessages = (db: Database, actor: Viewer, ticketId: number) =>
  selectTicketsInScope(db, actor)
    .innerJoin('ticket_messages as m', 'm.ticket_id', 'tickets.id')
    .select(['m.id', 'm.message_id', 'm.ticket_id', 'm.user_id', 'm.message', 'm.file_name', 'm.file_size_bytes'])
    .select([
      'm.created_at',
      sql<string | null>`(select username from users where users.id = m.person_id)`.as('written_by'),
      sql<'CUSTOMER' | 'SUPPORT'>`case when m.user_id = files.user_id then 'CUSTOMER' else 'SUPPORT' end`.as('side'),
    ])
    .where('tickets.id', '=', ticketId);

export const selectAttachment = (db: Database, actor: Viewer, { id, messageId }: { id: number; messageId: number }) =>
  selectTicketsInScope(db, actor)
    .innerJoin('ticket_messages as m', 'm.ticket_id', 'tickets.id')
    .select(['m.file_name', 'm.file_key', 'm.file_sha256 as sha256'])
    .where('tickets.id', '=', id)
    .where('m.id', '=', messageId);

type NewTicket = Omit<Insertable<TicketsTable>, 'user_id' | 'assignee_id'>;

/** Inserts the ticket of a file, with the file's owner and assignee. */
export const insertTicket = (tx: Database, { file_id, ...ticket }: NewTicket) =>
  tx
    .insertInto('tickets')
    .values((eb) => {
      const ofFile = eb.selectFrom('files').where('files.id', '=', file_id);
      return {
        ...ticket,
        file_id,
        user_id: ofFile.select('files.user_id'),
        assignee_id: ofFile.select('files.assignee_id'),
      };
    })
    .returning('id');

/** Selects the content of a mail about a ticket, the ticket's owner, and who has not read or answered what was written last. */
export const selectOwner = (tx: Database, ticketId: number) =>
  tx
    .selectFrom('tickets')
    .innerJoin('files', 'files.id', 'tickets.file_id')
    .innerJoin('users', 'users.id', 'files.user_id')
    .select(['tickets.id', 'tickets.ticket_id', 'tickets.file_id', 'tickets.subject', 'users.username'])
    .select(['users.id as owner', 'tickets.awaits_reply', 'tickets.has_unread_reply'])
    .where('tickets.id', '=', ticketId);

export interface NewMessage {
  ticketId: number;
  message: string;
  messageId: string | null;
  attachment: { fileName: string; key: string; sizeBytes: number; sha256: string } | null;
}

/**
 * Writes into an open ticket within the actor's scope. The ticket's row is locked until the end of the transaction: the
 * ticket cannot be closed in between, and messages get their ids in the order in which they are committed, so that a
 * poll for messages after an id misses none.
 */
export const insertMessage = (tx: Database, actor: Actor, { ticketId, message, messageId, attachment }: NewMessage) =>
  tx
    .insertInto('ticket_messages')
    .columns([
      'ticket_id',
      'user_id',
      'person_id',
      'message',
      'message_id',
      'file_name',
      'file_key',
      'file_size_bytes',
      'file_sha256',
    ])
    .expression(
      selectTicketsInScope(tx, actor)
        .select([
          'tickets.id',
          sql<number>`${actor.id}::bigint`.as('user_id'),
          sql<number | null>`${actor.colleague?.id ?? null}::bigint`.as('person_id'),
          sql<string>`${message}::text`.as('message'),
          sql<string>`${messageId}::text`.as('message_id'),
          sql<string>`${attachment?.fileName ?? null}::text`.as('file_name'),
          sql<string>`${attachment?.key ?? null}::text`.as('file_key'),
          sql<number>`${attachment?.sizeBytes ?? null}::bigint`.as('file_size_bytes'),
          sql<string>`${attachment?.sha256 ?? null}::text`.as('file_sha256'),
        ])
        .where('tickets.id', '=', ticketId)
        .where('tickets.status', '=', 'OPEN')
        .forNoKeyUpdate('tickets'),
    )
    .onConflict((conflict) => conflict.columns(['ticket_id', 'user_id', 'message_id']).doNothing())
    .returning('id');

/**
 * Notes who has written the last message: a ticket waits for staff once its customer has, and has an unread reply once
 * anyone else has. Call this in the transaction of the message.
 */
export const noteLastWriter = (tx: Database, ticketId: number, writerId: number) => {
  const isCustomer = sql<boolean>`(user_id = ${writerId})`;
  const columns = {
    awaits_reply: isCustomer,
    has_unread_reply: sql<boolean>`not ${isCustomer}`,
    awaits_reply_since: sql<string | null>`
      case when ${isCustomer} then case when awaits_reply then awaits_reply_since else now() end end`,
  };
  return tx.updateTable('tickets').set(columns).where('id', '=', ticketId).execute();
};

/** Starts a statement that changes one ticket in the actor's scope. */
export const changeTicket = (db: Database, actor: Viewer, id: number) =>
  db
    .updateTable('tickets')
    .where('tickets.id', '=', id)
    .where('tickets.id', 'in', selectTicketsInScope(db, actor).select('tickets.id').where('tickets.id', '=', id));

/** Selects those of these storage keys that are attached to a message. */
export const selectAttachedKeys = (db: Database, keys: readonly string[]) =>
  db.selectFrom('ticket_messages').select('file_key').where('file_key', '=', anyOf(keys));

/** Selects the readers on the other side. */
export const selectAddressees = (db: Database, to: { customer: number } | 'administrators') =>
  to === 'administrators'
    ? selectActiveUsersWith(db, 'tickets.answer')
    : selectActiveUsers(db).where('users.id', '=', to.customer);
