import type { ColumnType, Generated } from 'kysely';
import type { Computed } from './schema-columns.ts';

/** Append-only. The values of `kind` and `subject` are defined by features/staff/audit. */
export interface ChangesTable {
  id: Generated<number>;
  user_id: number | null;
  kind: string;
  subject: string;
  subject_id: number | null;
  subject_name: string;
  field: string | null;
  old_value: string | null;
  new_value: string | null;
  request_id: string | null;
  /** Origin of a change without a user; null: the portal itself. */
  origin: ColumnType<'COMMAND_LINE' | null, 'COMMAND_LINE' | null | undefined>;
  created_at: Computed<string>;
}
