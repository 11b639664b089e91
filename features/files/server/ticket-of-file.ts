import { sql } from 'kysely';
import { anyOfIds } from '../../../server/database/patterns.ts';
import type { Database } from '../../../server/database/connect.ts';
import type { Actor } from '../../../server/http/call.ts';
import { OPEN_STATUSES } from '../file-fields.ts';
import { changeFile, intoStatus } from './file-work.ts';

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
