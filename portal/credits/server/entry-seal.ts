import { createHash } from 'node:crypto';

/** What of an entry and its journal is under its seal. */
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

/** Sealed entries are never written again, so the seal has the source as the first ones had it. */
const sealedSource = (source: string) => (source === 'Payment' ? 'PayPal' : source);

/** As `credit_seal` of `0050-payment-providers.sql` spells it. */
export function sealOf(previous: Buffer, accountId: number, entry: SealedEntry): Buffer {
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
