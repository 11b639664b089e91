import type { ColumnType, Generated } from 'kysely';
import type { Time, TimeOrNull } from './schema-columns.ts';

/** A single row that links the database to its data folder. */
export interface InstallationTable {
  is_only: ColumnType<true, never, never>;
  id: string;
  copy_id: string;
  created_at: Time;
  moved_at: TimeOrNull;
  moved_to: string | null;
  /** Version that last started on it; null for one from before this was recorded. */
  program_version: string | null;
  storage_swept_at: TimeOrNull;
  counts_checked_at: TimeOrNull;
  disk_measured_at: TimeOrNull;
}

export interface SecretsTable {
  name: string;
  key_id: string;
  body: Buffer;
}

/** Backups made to a target. */
export interface BackupRunsTable {
  id: Generated<number>;
  started_at: Time;
  finished_at: Time;
  /** Null: it failed. */
  name: string | null;
  files: Generated<number>;
  new_files: Generated<number>;
  copied_bytes: Generated<number>;
  /** Whether everything is in one file, wherever that is now. */
  is_file: Generated<boolean>;
}

/** A single row with the progress of the guide of an empty portal. */
export interface FirstStartTable {
  only_one: Generated<boolean>;
  dismissed_at: TimeOrNull;
  /** The newest mail that an administrator sent to try out mails. */
  test_mail_id: number | null;
  /** When an administrator requested a backup that is still to be made. */
  backup_requested_at: TimeOrNull;
}

export interface ApplicationConfigurationTable {
  only_one: Generated<boolean>;
  header_banner_text: string | null;
  uploader_text: string | null;
  /** Null: the product's own name or logo. */
  shop_name: ColumnType<string | null, string | null | undefined>;
  logo_url: ColumnType<string | null, string | null | undefined>;
  /** Null: the value of the settings applies. */
  shop_hours: ColumnType<string | null, string | null | undefined>;
  shop_holidays: ColumnType<string | null, string | null | undefined>;
  shop_time_zone: ColumnType<string | null, string | null | undefined>;
  /** By the names of features/shop/stored-settings.ts. */
  shop_settings: ColumnType<unknown, string | undefined>;
  /** Null: not decided. */
  google_use: ColumnType<'NOT_USED' | null, 'NOT_USED' | null | undefined>;
  gain_use: ColumnType<'NOT_USED' | null, 'NOT_USED' | null | undefined>;
  social_use: ColumnType<'NOT_USED' | null, 'NOT_USED' | null | undefined>;
  chat_use: ColumnType<'NOT_USED' | null, 'NOT_USED' | null | undefined>;
}
