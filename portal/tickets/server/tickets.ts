import type { Database } from '../../../server/database/connect.ts';
import type { Actor } from '../../../server/http/call.ts';
import type { TicketSummary } from '../tickets.contract.ts';
import { selectTicketSummaries } from './tickets.queries.ts';

const LAST_TICKETS = 200;

/** The newest tickets that still wait for somebody. */
export const listOpenTickets = (db: Database, actor: Pick<Actor, 'id' | 'role'>): Promise<TicketSummary[]> =>
  selectTicketSummaries(db, actor).where('tickets.status', '=', 'OPEN').limit(LAST_TICKETS).execute();
