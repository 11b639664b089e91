import { createHash } from 'node:crypto';

/** The parts of an entry and its journal that its seal covers. */
export interface SealedEntry {
  sequence: number;
  amount_cents: number;
  balance_after_cents: number;
  journal_id: number;
  key: string;
  source: string;
  may_overdraw: boolean;
  file_id: number | null;
  payment_reference: string | null;
  note: string | null;
  is_test: boolean;
  user_id: number | null;
  request_id: string | null;
  created_us: number;
}

/** Sealed entries are never rewritten, so the seal spells the source as the first entries had it. */
const sealedSource = (source: string) => (source === 'Payment' ? 'PayPal' : source);

/** Computes the seal of an entry the way `credit_seal` of `0050-payment-providers.sql` does. */
export function computeSeal(previous: Buffer, accountId: number, entry: SealedEntry): Buffer {
  const parts = [
    accountId,
    entry.sequence,
    entry.amount_cents,
    entry.balance_after_cents,
    entry.journal_id,
    entry.key,
    sealedSource(entry.source),
    entry.may_overdraw,
    entry.file_id,
    entry.payment_reference,
    entry.note,
    entry.is_test,
    entry.user_id,
    entry.request_id,
    entry.created_us,
  ];
  const text = `[${parts.map((part) => JSON.stringify(part)).join(', ')}]`;
  return createHash('sha256').update(previous).update(text, 'utf8').digest();
}
