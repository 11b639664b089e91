import { hkdfSync } from 'node:crypto';

/** What the keys of a backup's parts are derived from: BACKUP_KEY opens a backup, and nothing else that has a key. */
export const dataKeyOf = (backupKey: string): Buffer =>
  Buffer.from(hkdfSync('sha256', backupKey, '', 'tunedesk backup', 32));
