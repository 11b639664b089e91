import type { ColumnType, Generated } from 'kysely';

/** One row per file, inserted together with it. */
export interface FileFingerprintsTable {
  file_id: number;
  state: Generated<'WAITING' | 'DONE' | 'FAILED'>;
  content_sha256: ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>;
  /** Text of ones and zeros. */
  print: ColumnType<string | null, string | null | undefined, string | null>;
  software_number: string | null;
  numbers: string | null;
}

/** Two originals whose bytes were compared. */
export interface FileSimilaritiesTable {
  /** The file that was read later. */
  file_id: number;
  other_id: number;
  bytes_compared: number;
  bytes_same: number;
}
