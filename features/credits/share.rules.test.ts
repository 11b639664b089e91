import { expect, test } from 'vitest';
import { shareOfBalances } from './money.rules.ts';

test.each([
  [
    { ai: 0, main: 10 },
    { ai: 0, main: 10 },
  ],
  [
    { ai: 10, main: 0 },
    { ai: 10, main: 0 },
  ],
  [
    { ai: 100, main: 100 },
    { ai: 10, main: 0 },
  ],
  [
    { ai: 4, main: 6 },
    { ai: 4, main: 6 },
  ],
  [{ ai: 4, main: 5 }, null],
  [{ ai: 0, main: 0 }, null],
  // A payment that was taken back can leave a negative balance; the AI balance is not affected by it.
  [
    { ai: 10, main: -50 },
    { ai: 10, main: 0 },
  ],
  [{ ai: 9, main: -50 }, null],
])('10 CRS from %j are paid as %j', (balances, shares) => {
  expect(shareOfBalances(balances, 10)).toEqual(shares);
});
