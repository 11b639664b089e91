import type { Database } from '../../../server/database/connect.ts';
import type { Viewer } from '../../../contract/capabilities.ts';
import type { TicketSummary } from '../ticket.ts';
import { selectTicketSummaries } from './tickets.queries.ts';

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
