import type { ColumnType, Generated } from 'kysely';
import type { Time, TimeOrNull } from './schema-columns.ts';

export interface LoginFailuresTable {
  id: Generated<number>;
  /** The e-mail address that was typed, in lower case. */
  account: string;
  /** The place: `device …`, `session …` or a network. */
  address: string;
  network: string;
  is_known: boolean;
  failed_at: Time;
}

export interface SignInPlacesTable {
  user_id: number;
  place: string;
  last_used_at: Time;
}

export interface UsedGoogleNoncesTable {
  nonce: string;
  expires_at: Time;
}

export interface TakenRegistrationsTable {
  id: Generated<number>;
  network: string;
  tried_at: Time;
}

export interface ExternalIdentitiesTable {
  issuer: string;
  subject: string;
  user_id: number;
  created_at: Time;
  password_confirmed_at: TimeOrNull;
}

export interface SessionsTable {
  id: string;
  user_id: number;
  created_at: Time;
  expires_at: Time;
  last_seen_at: TimeOrNull;
  /** Where the session was opened; null for one of an earlier version. */
  address: ColumnType<string | null, string | null | undefined>;
  browser: ColumnType<string | null, string | null | undefined>;
  /** It was opened with a generated password, and may only choose another one. */
  needs_new_password: Generated<boolean>;
}

export interface AccountLinksTable {
  token_hash: string;
  user_id: number;
  purpose: 'ACTIVATE' | 'RESET' | 'INVITE';
  created_at: Time;
  expires_at: Time;
  used_at: TimeOrNull;
}

export interface EmailChangesTable {
  token_hash: string;
  user_id: number;
  new_email: string;
  session_id: string;
  created_at: Time;
  expires_at: Time;
  used_at: TimeOrNull;
}
