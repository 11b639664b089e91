import type { Actor, Deps } from '../../../server/http/call.ts';
import { withdrawUnread } from '../../messaging/server/mark-read.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { FileDetail } from '../file.ts';
import type * as contract from '../files.calls.ts';
import { lockFile, recordFileEdit, startProcessing } from './file-edits.ts';
import { notifyStarted } from './file-mails.ts';
import { changeFile, intoStatus } from './file-rows.ts';
import { explainRefusal, getFile } from './files.ts';
import { workGoesOn } from '../files.rules.ts';

/**
 * Starts the work and notifies the owner. When a message starts the work, the owner is notified of the message instead.
 */
export const startWork = ({ db }: Deps, actor: Actor, id: number): Promise<ReplyOf<typeof contract.startWork>> =>
  db.transaction().execute(async (tx) => {
    const before = await lockFile(tx, actor, id);
    const started = await startProcessing(tx, actor, id);
    if (started) {
      await recordFileEdit(tx, actor, id, { before });
      await notifyStarted(tx, started);
    }
    return { ...(await getFile(tx, actor, id)), started: started !== undefined };
  });

/** Returns a file to those that wait, while nothing was done with it: no reply, no price and no modified file. */
export const undoStartWork = ({ db }: Deps, actor: Actor, id: number): Promise<FileDetail> =>
  db.transaction().execute(async (tx) => {
    const before = await lockFile(tx, actor, id);
    const waiting = await changeFile(tx, actor, id)
      .set(intoStatus('PENDING'))
      .where('status', '=', 'IN_PROGRESS')
      .where('price_status', '=', 'UNPAID')
      .where('feasible', 'is', null)
      .where('mod_file_key', 'is', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('tickets')
              .innerJoin('ticket_messages', 'ticket_messages.ticket_id', 'tickets.id')
              .select('tickets.id')
              .whereRef('tickets.file_id', '=', 'files.id')
              .whereRef('ticket_messages.user_id', '!=', 'files.user_id'),
          ),
        ),
      )
      .returning(['id', 'user_id'])
      .executeTakeFirst();
    if (!waiting) throw await explainRefusal(tx, actor, id, workGoesOn);
    await recordFileEdit(tx, actor, id, { before });
    await withdrawUnread(tx, { userId: waiting.user_id, fileId: id, key: 'mails.startedNotice' });
    return getFile(tx, actor, id);
  });
