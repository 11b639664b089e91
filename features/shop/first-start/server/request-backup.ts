import type { Actor, Deps } from '../../../../server/http/call.ts';
import { noBackupTarget } from '../first-start.rules.ts';
import { type RecordedChange, recordChange } from '../../../staff/audit/server/audit.ts';

/**
 * Requests a backup, which the housekeeper makes (app/server/scheduled-backups.ts). A pending request is not repeated.
 */
export async function requestBackup(deps: Deps, actor: Actor): Promise<{ message: string }> {
  if (deps.config.backupTarget === null) throw noBackupTarget();
  await markOnce(deps, actor, 'backup_requested_at', { name: 'Backup', from: null, to: 'requested' });
  return { message: 'A backup begins within a minute.' };
}

type Mark = 'dismissed_at' | 'backup_requested_at';

type FromTo = Pick<RecordedChange, 'from' | 'to'> & { name: string };

/**
 * Sets a time that is not set yet, with its entry in the audit list; a time already set stays, without another entry.
 */
export async function markOnce(
  { db, clock }: Deps,
  actor: Actor,
  mark: Mark,
  { name, from, to }: FromTo,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const marked = await tx
      .updateTable('first_start')
      .set({ [mark]: clock.now() })
      .where(mark, 'is', null)
      .returning('only_one')
      .executeTakeFirst();
    if (marked === undefined) return;
    const subject = { kind: 'CONFIGURATION', name } as const;
    await recordChange(tx, actor, { kind: 'CONFIGURATION', subject, from, to });
  });
}
