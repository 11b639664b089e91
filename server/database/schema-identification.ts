import type { ColumnType, Generated } from 'kysely';

/** One row per file, inserted together with it. */
export interface FileIdentificationsTable {
  file_id: number;
  state: Generated<'WAITING' | 'DONE' | 'FAILED'>;
  sha256: string;
  library_version: string | null;
  /** In the form that the domain's contract defines; written as JSON text. */
  result: ColumnType<unknown, string | null | undefined, string | null>;
  failure: 'ALTERED' | 'FAILED' | 'MISSING' | 'TOO_MUCH_MEMORY' | 'TOO_SLOW' | null;
  finished_at: ColumnType<string | null, Date | null | undefined, Date | null>;
}
