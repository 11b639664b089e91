import type { ColumnType, Generated } from 'kysely';
import type { Time, TimeOrNull } from './schema-columns.ts';

export interface OperatorNoticesTable {
  kind: string;
  /** Written as JSON text. */
  details: ColumnType<Record<string, string | number>, string, string>;
  items: ColumnType<{ text: string; to: string | null }[], string, string>;
  raised_at: Time;
}

export interface FileChecksTable {
  id: Generated<number>;
  started_at: Time;
  finished_at: TimeOrNull;
  position: Generated<string>;
  lease: ColumnType<string | null, string | null | undefined, string | null>;
  leased_until: TimeOrNull;
  checked: Generated<number>;
  missing: Generated<number>;
  damaged: Generated<number>;
  unverifiable: Generated<number>;
  read_bytes: Generated<number>;
}

export interface FileCheckFaultsTable {
  check_id: number;
  file_key: string;
  fault: 'MISSING' | 'SIZE' | 'SHA256' | 'UNREADABLE';
  source: string;
  source_id: string;
  label: string;
}

/** Keys without bytes, which rows hold in place of the keys of bytes that were removed. */
export interface RemovedBytesTable {
  key: string;
  reason: 'RETENTION' | 'ERASURE';
  removed_at: Time;
}
