import type { Actor, Deps } from '../../../../server/http/call.ts';
import { noBackupTarget } from '../first-start.errors.ts';
import { markOnce } from './mark-once.ts';

/**
 * Requests a backup, which the housekeeper makes (app/server/scheduled-backups.ts). A pending request is not repeated.
 */
export async function requestBackup(deps: Deps, actor: Actor): Promise<{ message: string }> {
  if (deps.config.backupTarget === null) throw noBackupTarget();
  await markOnce(deps, actor, 'backup_requested_at', { name: 'Backup', from: null, to: 'requested' });
  return { message: 'A backup begins within a minute.' };
}
