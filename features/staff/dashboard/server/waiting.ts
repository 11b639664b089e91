import { sql, type RawBuilder } from 'kysely';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import { selectWaitingFiles } from '../../../files/server/waiting-files.ts';
import { paymentsToReview } from '../../../payments/server/payments-to-review.ts';
import { selectFilesOfWork, toWork, type Work } from '../../../files/server/file-work.ts';
import { selectTicketsOfWork, selectWaitingTickets } from '../../../tickets/server/ticket-work.ts';
import { WORK_FILTERS } from '../../work/work-filter.ts';
import { WAITING_COUNTED, type Waiting } from '../dashboard.calls.ts';
import { can } from '../../../../contract/capabilities.ts';

const countRows = (rows: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from (${rows} limit ${sql.lit(WAITING_COUNTED)}) counted)`;

/** Counts each part of the work, in files and in tickets. */
function countWork(work: Work) {
  const counts = WORK_FILTERS.map(
    (filter) => sql`${sql.lit(filter)}, json_build_object(
      'files', ${countRows(selectFilesOfWork(filter, work))}, 'tickets', ${countRows(selectTicketsOfWork(filter, work))})`,
  );
  return sql`json_build_object(${sql.join(counts)})`;
}

/** Uses one statement, every part of which reads an index of what waits. */
export async function getWaiting(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  actor: Pick<Actor, 'id' | 'role'>,
): Promise<Waiting> {
  const payments = can(actor, 'payments.review') ? countRows(paymentsToReview) : sql<null>`null`;
  const work = can(actor, 'work.read') ? sql`, ${countWork(toWork(deps, actor))} as work` : sql``;
  const { rows } = await sql<Waiting>`
    select ${countRows(selectWaitingFiles(actor))} as files, ${countRows(selectWaitingTickets(actor))} as tickets,
           ${payments} as payments${work}`.execute(deps.db);
  return rows[0] as Waiting;
}
