import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';

/** What reports read of a file, written once, by the verb that makes it so (docs/decisions/035-reports.md). */

/** The columns of a file whose owner can pay it now: the first time counts, by the hours and targets of that day. */
export const readyNow = () => ({
  ready_mailed_at: sql<string>`coalesce(files.ready_mailed_at, now())`,
  ready_minutes: sql<number>`
    case when files.ready_mailed_at is null then (select minutes from open_minutes(files.created_at, now()))
         else files.ready_minutes end`,
  ready_on_time: sql<boolean | null>`
    case when files.ready_mailed_at is null then
           (select minutes <= target_minutes from report_settings, open_minutes(files.created_at, now()))
         else files.ready_on_time end`,
});

/** Divides the price of a file among its solutions, by the catalogue as it is at the payment. */
export const notePaidSolutions = (tx: Transaction<Schema>, { id, price_cents }: { id: number; price_cents: number }) =>
  sql`
    insert into paid_solutions (file_id, solution_id, amount_cents, paid_at)
    select ${id}::bigint, solution_id, amount_cents, now() from solution_shares(${id}, ${price_cents})`.execute(tx);

/** A refund reduces the same solutions, whatever they cost by then. */
export const noteRefundedSolutions = (tx: Database, fileId: number) =>
  tx
    .updateTable('paid_solutions')
    .set({ refunded_at: sql`now()` })
    .where('file_id', '=', fileId)
    .execute();
