export interface BackupConfig {
  /** Encrypts backups; null: they are not encrypted. */
  backupKey: string | null;
}

export const readBackupConfig = (readSecret: (name: string) => string | null): BackupConfig => ({
  backupKey: readSecret('BACKUP_KEY'),
});
