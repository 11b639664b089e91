import type { Time } from './schema-columns.ts';

export interface AllowancesTable {
  subject: string;
  ends_at: Time;
  uses: number;
  bytes: number;
}

/** How often something was called in its present period. */
export interface RateLimitsTable {
  subject: string;
  ends_at: Time;
  uses: number;
}

/** A file that is open in a browser of staff, as of that session; over by `ends_at` unless it is renewed. */
export interface PresencesTable {
  session_id: string;
  file_id: number;
  user_id: number;
  ends_at: Time;
}

/** An upload under way; one whose process has ended is over by `ends_at`. */
export interface UploadSlotsTable {
  user_id: number;
  number: number;
  holder: string;
  ends_at: Time;
}
