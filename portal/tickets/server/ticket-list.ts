import { sql } from 'kysely';
import { PLANNED_EACH_TIME, type Database } from '../../../server/database/connect.ts';
import { orderPage, type Sorting } from '../../../server/database/list-order.ts';
import { finishPage } from '../../../server/database/list-page.ts';
import { idOfLiving } from '../../files/server/file-scope.ts';
import type { ListPage } from '../../../server/http/call.ts';
import type { InputOf } from '../../endpoint.ts';
import type { TicketSummary, listTickets as contract } from '../tickets.contract.ts';
import type { TICKET_SORTS } from '../tickets.list.ts';
import { passesFilter, selectAllTickets } from './tickets.queries.ts';

export type TicketRequest = InputOf<typeof contract>;

/** Each has its index (migration 0043). What is still open is closed last. */
const SORTING: Sorting<(typeof TICKET_SORTS)[number]> = {
  id: sql<number>`tickets.id`,
  sorts: {
    ticket_id: { value: sql`tickets.id`, type: 'number' },
    subject: { value: sql`lower(tickets.subject)`, type: 'text' },
    username: { value: sql`lower(users.username)`, type: 'text' },
    status: { value: sql`tickets.status`, type: 'text' },
    opening_date: { value: sql`tickets.opening_date`, type: 'moment' },
    closing_date: {
      value: sql`coalesce(tickets.closing_date, timestamptz '9999-01-01 00:00:00+00')`,
      type: 'moment',
    },
  },
  first: { sort: 'ticket_id', order: 'desc' },
};

/** A page of the tickets that match; the first one comes with how many there are. */
export async function listTicketPage(db: Database, asked: TicketRequest): Promise<ListPage<TicketSummary>> {
  const order = orderPage(SORTING, asked);
  const found = await selectAllTickets(db)
    .modifyFront(sql.raw(PLANNED_EACH_TIME))
    .select(['tickets.id', 'tickets.ticket_id', 'tickets.file_id', 'tickets.subject', 'users.username'])
    .select([idOfLiving.as('user_id'), 'tickets.status', 'tickets.opening_date', 'tickets.closing_date'])
    .select(order.place.as('place'))
    .where(passesFilter(asked))
    .where(order.within)
    .orderBy(order.by)
    .limit(order.limit + 1)
    .execute();
  return finishPage(db, found, {
    order,
    asked,
    list: 'tickets',
    filters: { status: asked.status },
    matching: selectAllTickets(db).where(passesFilter(asked)).select('tickets.id'),
  });
}
