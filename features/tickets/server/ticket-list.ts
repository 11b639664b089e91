import { type RawBuilder, sql } from 'kysely';
import { type PageOrder, type Sorting, orderPage, selectIdsByUsername } from '../../../server/database/list-order.ts';
import { finishPage, selectRowsOfPage } from '../../../server/database/list-page.ts';
import { columnsOfStaff, toWork } from '../../files/server/file-rows.ts';
import type { Actor, Deps, Download, ListPage } from '../../../server/http/call.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { type TICKET_SORTS, TICKET_STATUSES, type TicketSummary } from '../ticket.ts';
import type { listTickets as contract } from '../tickets.calls.ts';
import { waitsSince } from './ticket-work.ts';
import { ABOUT, passesFilter, selectAllTickets, selectTicketSummaries } from './tickets.queries.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Viewer } from '../../../contract/capabilities.ts';
import { type CsvColumns, listAsCsv } from '../../../server/http/list-csv.ts';
import { textKey } from '../../../contract/texts.ts';
import { formatTimeIn } from '../../../contract/zone-time.ts';

type TicketRequest = InputOf<typeof contract>;

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
    .select(['tickets.status', 'tickets.opening_date', 'tickets.closing_date', 'tickets.updated_at', ...ABOUT])
    .select(columnsOfStaff(actor, 'tickets', waitsSince))
    .where(condition);
  const found = await selectRowsOfPage(tickets, order).execute();
  return finishPage(db, found, {
    order,
    request,
    list: { table: 'tickets', facets: { status: TICKET_STATUSES } },
    filters: { status: request.status },
    isCounted: request.user_id !== undefined || request.tag_id !== undefined || request.updated_since !== undefined,
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

export const listNewestTickets = (
  db: Database,
  actor: Viewer,
  { userId, limit }: { userId: number; limit: number },
): Promise<TicketSummary[]> =>
  selectTicketSummaries(db, actor).where('tickets.user_id', '=', userId).limit(limit).execute();

/** Counts all of a customer's tickets and the open ones among them, from the rows. */
export const countCustomerTickets = (db: Database, userId: number): Promise<{ all: number; open: number }> =>
  db
    .selectFrom('tickets')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('status', '=', 'OPEN').as('open'),
    ])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();

const COLUMNS: CsvColumns<TicketSummary> = [
  [textKey('common.ticketId'), (ticket) => ticket.ticket_id],
  [textKey('common.subject'), (ticket) => ticket.subject],
  [textKey('common.usernameLabel'), (ticket) => ticket.username],
  [textKey('common.status'), (ticket) => ticket.status],
  [textKey('csv.opened'), (ticket, zone) => formatTimeIn(zone, new Date(ticket.opening_date))],
  [textKey('csv.closed'), (ticket, zone) => ticket.closing_date && formatTimeIn(zone, new Date(ticket.closing_date))],
];

/** Downloads the tickets that match. */
export const downloadTicketsCsv = async (deps: Deps, reader: Actor, request: TicketRequest): Promise<Download> =>
  listAsCsv(deps, {
    name: 'tickets',
    columns: COLUMNS,
    reader,
    readPage: (place) => listTicketPage(deps, reader, { ...request, ...place }),
  });
