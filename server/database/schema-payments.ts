import type { Generated, JSONColumnType } from 'kysely';
import type { Time, TimeOrNull } from './schema-columns.ts';

export type PaymentOutcome =
  | 'CREDITED'
  | 'REVERSED'
  | 'REVERSAL_CANCELED'
  | 'IGNORED'
  | 'DUPLICATE'
  | 'AWAITING_PAYMENT'
  | 'REVIEW'
  | 'REJECTED';

export type PaymentEvent =
  | 'COMPLETED'
  | 'PENDING'
  | 'FAILED'
  | 'REFUNDED'
  | 'REVERSED'
  | 'REVERSAL_CANCELED'
  | 'UNKNOWN';

export interface PaymentMessagesTable {
  id: Generated<number>;
  provider: string;
  kind: string;
  digest: string;
  body: Buffer;
  headers: JSONColumnType<Record<string, string>>;
  is_test: boolean;
  received_at: Time;
  last_received_at: Time;
  times_received: Generated<number>;
  verification: Generated<'WAITING' | 'VERIFIED' | 'INVALID'>;
  attempts: Generated<number>;
  last_error: string | null;
  outcome: PaymentOutcome | null;
  reason: string | null;
  settled_at: TimeOrNull;
  transaction_id: string | null;
  parent_transaction_id: string | null;
  event: PaymentEvent | null;
  payment_status: string | null;
  amount_cents: number | null;
  currency: string | null;
  user_id: number | null;
  file_id: number | null;
  reviewed_at: TimeOrNull;
  reviewed_by: number | null;
  review_note: string | null;
}

export interface SandboxPaymentsTable {
  transaction_id: string;
  custom: string;
  amount_cents: number;
  status: string;
  created_at: Time;
}

export interface SandboxNoticesTable {
  id: Generated<number>;
  transaction_id: string;
  digest: string;
  body: Buffer;
  is_vouched: boolean;
  copies: number;
  delivered_at: TimeOrNull;
  created_at: Time;
}
