import { expect, test } from 'vitest';
import { Ledger, LedgerRow } from './credits.calls.ts';

test('the ledger and its rows have every specified field under its specified name', { tags: ['X-ENT-13'] }, () => {
  const ledger = ['credits_ledger', 'total_rows', 'admin', 'refund', 'paypal', 'upload'];
  expect(Object.keys(Ledger.shape)).toEqual(expect.arrayContaining(ledger));
  const row = ['id', 'username', 'credit_balance', 'source', 'created_at'];
  expect(Object.keys(LedgerRow.shape)).toEqual(expect.arrayContaining(row));
});

test('an entry may be negative', { tags: ['X-ENT-13'] }, () => {
  expect(LedgerRow.shape.credit_balance.parse(-12.5)).toBe(-12.5);
});
