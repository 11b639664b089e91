import { hkdfSync } from 'node:crypto';

/** Derives the data key of a backup from BACKUP_KEY, which opens a backup, and nothing else that has a key. */
export const dataKeyOf = (backupKey: string): Buffer =>
  Buffer.from(hkdfSync('sha256', backupKey, '', 'tunedesk backup', 32));
