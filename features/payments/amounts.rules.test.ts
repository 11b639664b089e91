import { expect, test } from 'vitest';
import { roundUpAmount, chooseFirstAmount, listOfferedAmounts } from './amounts.rules.ts';

test('a missing amount is rounded up to whole credits, and is 0 when nothing is missing', () => {
  expect([47.5, 48, 0.01, 0, -3].map(roundUpAmount)).toEqual([48, 48, 1, 0, 0]);
});

test('the preselected amount is what is missing, else the amount in the URL, else 50', () => {
  expect(chooseFirstAmount(47.5, '100')).toBe(48);
  expect(chooseFirstAmount(0, '100')).toBe(100);
  for (const asked of [null, '', 'x', '-5', '1.5', '0', '10001', '1.000', '1e3'])
    expect(chooseFirstAmount(0, asked)).toBe(50);
});

test('the preselected amount is among the offered ones, once and in order', () => {
  expect(listOfferedAmounts(48)).toEqual([10, 25, 48, 50, 100, 250]);
  expect(listOfferedAmounts(100)).toEqual([10, 25, 50, 100, 250]);
});

test.each([
  [32.2, 1.2, 31],
  [2.2, 1.2, 1],
  [12.01, 2, 11],
])('for a price of %s and a balance of %s, %s credits are missing: no euro more', (price, balance, expected) => {
  expect(roundUpAmount(price - balance)).toBe(expected);
});
