import type { Generated } from 'kysely';
import type { Computed, Time } from './schema-columns.ts';

/** Stored bytes by kind and by user; the kinds are those of features/shop/disk-use. */
export interface DiskUseTables {
  stored_byte_changes: StoredByteChangesTable;
  stored_bytes: StoredBytesTable;
  user_stored_bytes: UserStoredBytesTable;
  measured_bytes: MeasuredBytesTable;
  recorded_bytes: RecordedBytesView;
}

export interface StoredByteChangesTable {
  id: Generated<number>;
  kind: string;
  user_id: number | null;
  byte_count: number;
  object_count: number;
}

export interface StoredBytesTable {
  kind: string;
  byte_count: number;
  object_count: number;
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

export interface MeasuredBytesTable {
  kind: 'QUARANTINE' | 'BACKUPS';
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
