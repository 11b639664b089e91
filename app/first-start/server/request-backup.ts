import type { Actor, Deps } from '../../../server/http/call.ts';
import { recordChange } from '../../../portal/audit/server/audit.ts';
import { noBackupTarget } from '../first-start.errors.ts';

/** The housekeeper makes it (app/server/scheduled-backups.ts). One that is requested already is not requested twice. */
export async function requestBackup({ db, config, clock }: Deps, actor: Actor): Promise<{ message: string }> {
  if (config.backupTarget === null) throw noBackupTarget();
  await db.transaction().execute(async (tx) => {
    const requested = await tx
      .updateTable('first_start')
      .set({ backup_requested_at: clock.now() })
      .where('backup_requested_at', 'is', null)
      .returning('only_one')
      .executeTakeFirst();
    if (requested === undefined) return;
    const subject = { kind: 'CONFIGURATION', name: 'Backup' } as const;
    await recordChange(tx, actor, { kind: 'CONFIGURATION', subject, from: null, to: 'requested' });
  });
  return { message: 'A backup will be made within a minute.' };
}
