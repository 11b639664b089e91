import { MAX_LIST_ROWS } from '../../../contract/endpoint.ts';
import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { WholeList } from '../../../server/database/json-pages.ts';
import type { Actor, Deps, Download } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { getVisibleUserId } from '../../accounts/server/accounts.ts';
import { openStoredRow } from '../../files/server/downloads.ts';
import { markRepliesRead } from '../../messaging/server/mark-read.ts';
import type { Refusal } from '../../../contract/refusal.ts';
import { PAGE_LENGTH } from '../tickets.calls.ts';
import type { Ticket, TicketSummary } from '../ticket.ts';
import { alreadyClosed, alreadyOpen } from '../tickets.rules.ts';
import {
  changeTicket,
  selectAttachedKeys,
  selectAttachment,
  selectOpenTickets,
  selectTicketMessages,
  selectTicketSummaries,
  hasChangedSince,
} from './tickets.queries.ts';
import type { Viewer } from '../../../contract/capabilities.ts';

export interface MessagePage {
  after?: number | undefined;
  before?: number | undefined;
  limit?: number | undefined;
}

/**
 * Returns one ticket with a page of its messages; found only by the owner of its file and by staff who read all. A reply
 * counts as read once its customer gets it.
 */
export async function getTicket(db: Database, actor: Actor, id: number, page: MessagePage = {}): Promise<Ticket> {
  const found = await selectTicketSummaries(db, actor)
    .select(hasUnreadReply(actor.id).as('is_unread'))
    .where('tickets.id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound();
  const { is_unread: isUnread, ...ticket } = found;
  // Done before the messages are selected, so that one arriving meanwhile is unread again.
  if (isUnread && isReader(actor) && page.before === undefined) await markReplyRead(db, actor, ticket);
  return { ...ticket, ...(await listMessages(db, actor, id, page)) };
}

const hasUnreadReply = (ownerId: number) => sql<boolean>`(tickets.has_unread_reply and tickets.user_id = ${ownerId})`;

/** Whether the user is here: not staff who look at the portal as that user, and no program, which only reads. */
const isReader = ({ viewerId, accessToken }: Actor): boolean => viewerId === undefined && accessToken === undefined;

async function markReplyRead(db: Database, actor: Viewer, { id, file_id }: Pick<TicketSummary, 'id' | 'file_id'>) {
  await markRepliesRead(db, actor.id, file_id);
  // Covers replies from before there were notifications of them.
  await db
    .updateTable('tickets')
    .set({ has_unread_reply: false })
    .where('id', '=', id)
    .where(hasUnreadReply(actor.id))
    .execute();
}

/** Selects one row more than the page, which shows whether there are more. */
async function listMessages(
  db: Database,
  actor: Viewer,
  id: number,
  { after, before, limit = PAGE_LENGTH }: MessagePage,
): Promise<Pick<Ticket, 'ticket_messages' | 'has_more'>> {
  const rows = await selectTicketMessages(db, actor, id)
    .$if(after !== undefined, (query) => query.where('m.id', '>', after as number))
    .$if(before !== undefined, (query) => query.where('m.id', '<', before as number))
    .orderBy('m.id', after === undefined ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute();
  const messages = rows.slice(0, limit);
  return { ticket_messages: after === undefined ? messages.toReversed() : messages, has_more: rows.length > limit };
}

/** Lists every ticket, newest first. */
export const listTickets = (db: Database, actor: Viewer): WholeList<TicketSummary> => ({
  db,
  selectRows: ({ below, from, limit }) =>
    selectTicketSummaries(db, actor).where('tickets.id', '<', below).where('tickets.id', '>=', from).limit(limit),
  times: ['opening_date', 'closing_date', 'waits_since', 'updated_at'],
});

export async function listUserTickets(
  deps: Deps,
  actor: Actor,
  { id, updated_since }: { id: number; updated_since?: string | undefined },
): Promise<TicketSummary[]> {
  const owner = await getVisibleUserId(deps, actor, id);
  return selectTicketSummaries(deps.db, actor)
    .where('tickets.user_id', '=', owner)
    .$if(updated_since !== undefined, (query) => query.where(hasChangedSince(updated_since as string)))
    .limit(MAX_LIST_ROWS)
    .execute();
}

/** Lists the newest tickets that are still waiting. */
export const listOpenTickets = (db: Database, actor: Viewer): Promise<TicketSummary[]> =>
  selectOpenTickets(db, actor).execute();

export async function closeTicket({ db }: Deps, actor: Actor, id: number): Promise<Ticket> {
  const closed = await changeTicket(db, actor, id)
    .set({ status: 'CLOSED', closing_date: sql`now()` })
    .where('tickets.status', '=', 'OPEN')
    .returning('id')
    .executeTakeFirst();
  return closed ? getTicket(db, actor, id) : refuse(db, actor, id, alreadyClosed);
}

export async function reopenTicket({ db }: Deps, actor: Actor, id: number): Promise<Ticket> {
  const reopened = await changeTicket(db, actor, id)
    .set({ status: 'OPEN', closing_date: null })
    .where('tickets.status', '=', 'CLOSED')
    .returning('id')
    .executeTakeFirst();
  return reopened ? getTicket(db, actor, id) : refuse(db, actor, id, alreadyOpen);
}

/** For a statement that found nothing to change: the ticket is not there for the actor, or is already in that state. */
async function refuse(db: Database, actor: Actor, id: number, refusal: () => Refusal): Promise<never> {
  await getTicket(db, actor, id);
  throw refusal();
}

export async function downloadAttachment(
  deps: Deps,
  actor: Actor,
  place: { id: number; messageId: number },
): Promise<Download> {
  return openStoredRow(deps, await selectAttachment(deps.db, actor, place).executeTakeFirst());
}

export const isAttachedKey = async ({ db }: Pick<Deps, 'db'>, keys: string[]): Promise<Set<string>> =>
  new Set((await selectAttachedKeys(db, keys).execute()).map((row) => row.file_key as string));
