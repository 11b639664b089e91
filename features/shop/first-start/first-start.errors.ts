import { refusal } from '../../../contract/refusal.ts';

export const noBackupTarget = refusal('errors.first-start.no_backup_target');
