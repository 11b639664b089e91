import type { Generated } from 'kysely';
import type { Computed, Time } from './schema-columns.ts';

/** Stored bytes by kind and of the users with the most; the kinds are those of features/shop/disk-use. */
export interface DiskUseTables {
  user_stored_bytes: UserStoredBytesTable;
  measured_bytes: MeasuredBytesTable;
  recorded_bytes: RecordedBytesView;
}

export interface UserStoredBytesTable {
  user_id: number;
  original_bytes: Generated<number>;
  modified_bytes: Generated<number>;
  further_bytes: Generated<number>;
  attachment_bytes: Generated<number>;
  dtc_off_bytes: Generated<number>;
  object_count: Generated<number>;
  total_bytes: Computed<number>;
}

export type MeasuredKind =
  | 'ORIGINAL'
  | 'MODIFIED'
  | 'FURTHER'
  | 'ATTACHMENT'
  | 'DTC_OFF'
  | 'MEDIA'
  | 'QUARANTINE'
  | 'BACKUPS';

export interface MeasuredBytesTable {
  kind: MeasuredKind;
  byte_count: number;
  object_count: number;
  measured_at: Time;
}

/** Every record that names stored bytes. */
export interface RecordedBytesView {
  kind: Computed<string>;
  user_id: Computed<number | null>;
  size_bytes: Computed<number>;
}
