import type { ColumnType } from 'kysely';

export type Time = ColumnType<string, string | Date | undefined, string | Date>;
export type TimeOrNull = ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
export type Computed<Value> = ColumnType<Value, never, never>;
