import { expect, test } from 'vitest';
import { formatAmount } from '../languages/numbers.ts';

test.each([
  [1234.5, '1234.50'],
  ['1234.5', '1234.50'],
  [0, '0.00'],
  [null, '0.00'],
  [-12.345, '-12.35'],
  [1_000_000, '1000000.00'],
])('the balance %s reads "%s": two decimals, no grouping', { tags: ['G-49'] }, (value, expected) => {
  expect(formatAmount(value)).toBe(expected);
});
