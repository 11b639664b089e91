import type { Generated } from 'kysely';
import type { Computed, Time } from './schema-columns.ts';

export interface ListChangesTable {
  id: Generated<number>;
  source: string;
  changes: Generated<number>;
}

export interface ListCountsTable {
  id: Generated<number>;
  list: string;
  /** What its rows have in common, in the order of `list-counts.ts`. */
  facets: string[];
  row_count: number;
}

/** What the triggers count of stored bytes; the kinds are those of app/disk-use. */
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

export interface CustomerFileCountsTable {
  id: Generated<number>;
  user_id: number;
  status: string;
  row_count: number;
}
