import type { ColumnType, Generated } from 'kysely';
import type { Time, TimeOrNull } from './schema-columns.ts';

type DeclaredUse = 'COMPETITION' | 'OFF_ROAD' | 'TEST_BENCH' | 'PERMITTED';

/** Its columns with what the ECU library says are declared in features/dtc-off/server/sessions.queries.ts. */
export interface AiSessionsTable {
  id: Generated<number>;
  handle: string;
  user_id: number;
  file_name: string;
  file_key: string | null;
  file_size_bytes: number;
  file_sha256: string;
  declared_use: DeclaredUse | null;
  declared_at: TimeOrNull;
  charged_at: TimeOrNull;
  charged_cents: Generated<number>;
  /** Settled without a charge, by a user who may do so. */
  is_free: Generated<boolean>;
  created_at: Time;
  expires_at: Time;
}

export interface AiGenerationsTable {
  id: Generated<number>;
  session_id: number;
  user_id: number;
  reference: string;
  selection_sha256: string;
  codes: string[];
  /** Codes switched off together with the chosen ones. */
  also_codes: Generated<string[]>;
  emission_codes: string[];
  file_name: string;
  file_sha256: string;
  proof: string;
  declared_use: DeclaredUse | null;
  country: string;
  is_first_said: boolean | null;
  is_charged: boolean;
  request_id: string | null;
  created_at: Time;
}

export interface FileProposalsTable {
  id: Generated<number>;
  file_id: number;
  user_id: number;
  reference: string;
  selection_sha256: string;
  codes: string[];
  also_codes: string[];
  emission_codes: string[];
  original_sha256: string;
  file_name: string;
  file_size_bytes: number;
  file_sha256: string;
  /** Written as JSON text, in the form that the contract of files defines. */
  findings: ColumnType<unknown, string, never>;
  proof: string;
  declared_use: DeclaredUse | null;
  country: string;
  request_id: string | null;
  created_at: Time;
}

export interface DtcTextsTable {
  code: string;
  /** In lower case without accents; empty: every maker. */
  manufacturer: string;
  language: string;
  description: string;
}
