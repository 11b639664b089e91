import type { Generated } from 'kysely';
import type { Computed } from './schema-columns.ts';

/** Only added to. `kind` and `subject` are spelled by portal/audit. */
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
  created_at: Computed<string>;
}
