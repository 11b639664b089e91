import { type Transaction, sql } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor } from '../../../server/http/call.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import { toCredits } from '../../credits/money.rules.ts';
import { type Before, lockFile } from './file-mails.ts';
import type { Database } from '../../../server/database/connect.ts';

const inCredits = (cents: number) => toCredits(cents).toFixed(2);

/**
 * Records in the audit list how an administrator's statement changed the file that was `before`. `copiedFrom`: the number
 * of the file that the modified file was copied from.
 */
export async function recordFileEdit(
  tx: Transaction<Schema>,
  actor: Actor,
  id: number,
  { before, copiedFrom }: { before: Before; copiedFrom?: string | undefined },
): Promise<void> {
  const after = await lockFile(tx, actor, id);
  if (!before || !after) throw new Error(`file ${id} was changed, but is not there`);
  const subject = { kind: 'FILE', id, name: after.file_id } as const;
  const record = (kind: 'PRICE' | 'FEASIBILITY' | 'FILE_STATUS', from: string | null, to: string | null) =>
    recordChange(tx, actor, { kind, subject, from, to });
  await record('PRICE', inCredits(before.price_cents), inCredits(after.price_cents));
  await record('FEASIBILITY', before.feasible, after.feasible);
  await record('FILE_STATUS', before.status, after.status);
  if (before.mod_file_sha256 !== after.mod_file_sha256) {
    await recordChange(tx, actor, {
      kind: 'MODIFIED_FILE',
      subject,
      from: versionText(before),
      to: copiedFrom === undefined ? versionText(after) : `${versionText(after)} = ${copiedFrom}`,
    });
  }
}

const versionText = ({ mod_file_name, mod_file_sha256 }: NonNullable<Before>) =>
  mod_file_name === null ? null : `${mod_file_name} (${mod_file_sha256?.slice(0, 8)})`;

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
