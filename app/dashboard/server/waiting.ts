import { sql, type RawBuilder } from 'kysely';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { waitingFiles } from '../../../portal/files/server/waiting-files.ts';
import { paymentsToReview } from '../../../portal/payments/server/payments-to-review.ts';
import { waitingTickets } from '../../../portal/tickets/server/waiting-tickets.ts';
import { WAITING_COUNTED, type Waiting } from '../dashboard.contract.ts';
import { can } from '../../../portal/capabilities.ts';

const countOf = (rows: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from (${rows} limit ${sql.lit(WAITING_COUNTED)}) counted)`;

/** One statement, of which every part reads an index of what waits (migration 0048). */
export async function getWaiting({ db }: Pick<Deps, 'db'>, actor: Pick<Actor, 'id' | 'role'>): Promise<Waiting> {
  const payments = can(actor, 'payments.review') ? countOf(paymentsToReview) : sql<null>`null`;
  const { rows } = await sql<Waiting>`
    select ${countOf(waitingFiles(actor))} as files, ${countOf(waitingTickets(actor))} as tickets,
           ${payments} as payments`.execute(db);
  return rows[0] as Waiting;
}
