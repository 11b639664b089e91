import type { ColumnType } from 'kysely';
import type { Time } from './schema-columns.ts';

export interface OperatorNoticesTable {
  kind: string;
  /** Written as JSON text. */
  details: ColumnType<Record<string, string | number>, string, string>;
  items: ColumnType<{ text: string; to: string | null }[], string, string>;
  raised_at: Time;
}
