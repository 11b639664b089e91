import { type Transaction, sql } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor } from '../../../server/http/call.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import { toCredits } from '../../../contract/amounts.ts';
import type { Database } from '../../../server/database/connect.ts';
import { anyOfIds } from '../../../server/database/patterns.ts';
import { OPEN_STATUSES } from '../file-fields.ts';
import { changeFile, intoStatus, selectFilesInScope } from './file-rows.ts';

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

/**
 * Locks a file that may get a ticket until the caller's transaction ends; undefined when it may not, or is not the
 * actor's. Of two concurrent requests, the second waits here and then finds the ticket of the first.
 */
export const reserveForTicket = (tx: Database, actor: Actor, id: number) =>
  changeFile(tx, actor, id)
    .where('status', 'in', OPEN_STATUSES)
    .where('ticket_id', 'is', null)
    .returning(['id', 'file_id', 'user_id'])
    .executeTakeFirst();

/** Call this in the transaction that reserved the file. */
export const setTicket = (tx: Database, fileId: number, ticketId: number) =>
  tx.updateTable('files').set({ ticket_id: ticketId }).where('id', '=', fileId).execute();

/**
 * A ticket has the assignee of its file and is deleted and restored with it. Call this in the transaction that changed
 * the files, as a statement of its own: it then sees a ticket that was opened while the change waited for the file.
 */
export const passOnToTickets = (tx: Database, fileIds: readonly number[]) =>
  tx
    .updateTable('tickets')
    .from('files')
    .set((eb) => ({ deleted_at: eb.ref('files.deleted_at'), assignee_id: eb.ref('files.assignee_id') }))
    .whereRef('files.id', '=', 'tickets.file_id')
    .where('files.id', '=', anyOfIds(fileIds))
    .where(
      sql<boolean>`(tickets.deleted_at, tickets.assignee_id) is distinct from (files.deleted_at, files.assignee_id)`,
    )
    .execute();

/** Marks that staff have started: with a call of its own, or with their first message (rules 3). */
export const startProcessing = (db: Database, administrator: Actor, id: number) =>
  changeFile(db, administrator, id)
    .set(intoStatus('IN_PROGRESS'))
    .where('status', '=', 'PENDING')
    .returning(['id', 'file_id', 'user_id'])
    .executeTakeFirst();

export type Before = Awaited<ReturnType<typeof lockFile>>;

/** Returns what the owner already knows. Locks the row, so that only the first of two concurrent clicks is news. */
export const lockFile = (tx: Database, actor: Actor, id: number) =>
  selectFilesInScope(tx, actor)
    .select(['files.file_id', 'files.status', 'files.feasible', 'files.price_cents'])
    .select(['files.mod_file_name', 'files.mod_file_sha256', 'files.ready_mailed_at', 'files.bytes_removed_at'])
    .where('files.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
