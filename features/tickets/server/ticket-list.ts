import { sql, type RawBuilder } from 'kysely';
import { selectIdsByUsername } from '../../../server/database/list-branches.ts';
import { orderPage, type PageOrder, type Sorting } from '../../../server/database/list-order.ts';
import { finishPage, selectRowsOfPage } from '../../../server/database/list-page.ts';
import { idOfLiving, toWork } from '../../files/server/file-work.ts';
import type { Actor, Deps, ListPage } from '../../../server/http/call.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { type TicketSummary, TICKET_STATUSES, type TICKET_SORTS } from '../ticket.ts';
import type { listTickets as contract } from '../tickets.calls.ts';
import { waitsSince } from './ticket-work.ts';
import { passesFilter, selectAllTickets } from './tickets.queries.ts';

export type TicketRequest = InputOf<typeof contract>;

/** Each order has its index. Open tickets sort as if they were closed last. */
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

/** Returns a page of the tickets that match; the first page includes their number. */
export async function listTicketPage(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  actor: Actor,
  request: TicketRequest,
): Promise<ListPage<TicketSummary>> {
  const { db } = deps;
  const passes = passesFilter(request, toWork(deps, actor));
  const order = orderPage(SORTING, request);
  const isPlain = request.q === undefined && request.work === undefined;
  const condition = isPlain && request.sort === 'username' ? inNames(db, passes, order) : passes;
  const tickets = selectAllTickets(db)
    .select(['tickets.id', 'tickets.ticket_id', 'tickets.file_id', 'tickets.subject', 'users.username'])
    .select([idOfLiving.as('user_id'), 'tickets.status', 'tickets.opening_date', 'tickets.closing_date'])
    .select(['tickets.assignee_id', waitsSince.as('waits_since')])
    .where(condition);
  const found = await selectRowsOfPage(tickets, order).execute();
  return finishPage(db, found, {
    order,
    request,
    list: { table: 'tickets', facets: { status: TICKET_STATUSES } },
    filters: { status: request.status },
    isCounted: request.user_id !== undefined || request.tag_id !== undefined,
    matching: selectAllTickets(db).where(passes).select('tickets.id'),
  });
}

/** When sorted by username, tickets are looked up customer by customer; the other orders have their indexes. */
function inNames(db: Deps['db'], passes: RawBuilder<boolean>, order: PageOrder): RawBuilder<boolean> {
  const ofCustomer = db
    .selectFrom('tickets')
    .select('tickets.id')
    .where('tickets.deleted_at', 'is', null)
    .where(passes)
    .where('tickets.user_id', '=', sql.ref<number>('users.id'))
    .where(order.withinGroup)
    .orderBy(order.byId)
    .limit(order.limit + 1);
  return sql<boolean>`tickets.id in (${selectIdsByUsername('tickets', [ofCustomer], order)})`;
}
