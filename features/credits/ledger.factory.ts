import type { Ledger, LedgerRow } from './credits.calls.ts';

/** Builds an entry of credits given by an administrator, with `changes` applied on top. */
export const buildLedgerRow = (id: number, changes: Partial<LedgerRow> = {}): LedgerRow => ({
  id,
  username: `user${id}`,
  credit_balance: 10,
  balance_after: 100 + id,
  source: 'Admin',
  unit: 'MAIN',
  file_id: null,
  open_file_id: null,
  note: null,
  is_test: false,
  created_at: '2026-11-20T10:15:00.000Z',
  ...changes,
});

export const buildLedger = (rows: LedgerRow[], total_rows = rows.length): Ledger => ({
  credits_ledger: rows,
  total_rows,
  admin: 150.5,
  refund: 20,
  paypal: 60,
  upload: -30,
  dtc_off: -10,
});

/** Builds `count` entries, newest first, split into pages the way the server returns them. */
export function buildLedgerPages(count: number) {
  const all = Array.from({ length: count }, (_, index) => buildLedgerRow(count - index));
  return ({ limit, offset }: { limit: number; offset: number }) =>
    buildLedger(all.slice(offset, offset + limit), count);
}
