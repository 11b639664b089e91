import type { Actor, Deps } from '../../../server/http/call.ts';
import { noBackupTarget } from '../first-start.errors.ts';
import { markOnce } from './mark-once.ts';

/** The housekeeper makes it (app/server/scheduled-backups.ts). One that is requested already is not requested twice. */
export async function requestBackup(deps: Deps, actor: Actor): Promise<{ message: string }> {
  if (deps.config.backupTarget === null) throw noBackupTarget();
  await markOnce(deps, actor, 'backup_requested_at', { name: 'Backup', from: null, to: 'requested' });
  return { message: 'A backup begins within a minute.' };
}
