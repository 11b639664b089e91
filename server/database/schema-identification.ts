import type { ColumnType, Generated } from 'kysely';

/** A row for each file; a trigger makes it. */
export interface FileIdentificationsTable {
  file_id: number;
  state: Generated<'WAITING' | 'DONE' | 'FAILED'>;
  sha256: string;
  library_version: string | null;
  /** What the domain's contract spells; written as JSON text. */
  result: ColumnType<unknown, string | null | undefined, string | null>;
  failure: 'ALTERED' | 'FAILED' | 'MISSING' | 'TOO_MUCH_MEMORY' | 'TOO_SLOW' | null;
  finished_at: ColumnType<string | null, Date | null | undefined, Date | null>;
}
