import type { Generated } from 'kysely';
import type { Time } from './schema-columns.ts';

export interface LimitsTables {
  allowances: AllowancesTable;
  rate_limits: RateLimitsTable;
  presences: PresencesTable;
  upload_slots: UploadSlotsTable;
  process_leases: ProcessLeasesTable;
  event_slots: EventSlotsTable;
  ecu_work: EcuWorkTable;
}

export interface AllowancesTable {
  subject: string;
  ends_at: Time;
  uses: number;
  bytes: number;
}

/** How often something was called in its current period. */
export interface RateLimitsTable {
  subject: string;
  ends_at: Time;
  uses: number;
}

/** A file that staff have open in a browser, by session; expires at `ends_at` unless it is renewed. */
export interface PresencesTable {
  session_id: string;
  file_id: number;
  user_id: number;
  ends_at: Time;
}

/** An upload under way; it expires at `ends_at` if its process has ended. */
export interface UploadSlotsTable {
  user_id: number;
  number: number;
  holder: string;
  ends_at: Time;
}

/** Shows that a process is alive; what it holds counts until `ends_at`. */
export interface ProcessLeasesTable {
  holder: string;
  ends_at: Time;
}

/** An open stream of events. */
export interface EventSlotsTable {
  user_id: number;
  number: number;
  stream: string;
  holder: string;
  opened_at: Time;
}

/** Work on an ECU file that a web process has handed over. */
export interface EcuWorkTable {
  id: string;
  user_id: number;
  turn: number;
  name: string;
  request: Buffer;
  asked_by: string;
  asked_at: Time;
  taken_by: string | null;
  tries: Generated<number>;
  outcome: Buffer | null;
}
