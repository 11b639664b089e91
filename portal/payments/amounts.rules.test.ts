import { expect, test } from 'vitest';
import { amountFor, firstAmount, offeredAmounts } from './amounts.rules.ts';

test('what is missing is covered by whole credits, and nothing is needed where nothing is missing', () => {
  expect([47.5, 48, 0.01, 0, -3].map(amountFor)).toEqual([48, 48, 1, 0, 0]);
});

test('the amount to begin with is what is missing, then what the address asks for, then 50', () => {
  expect(firstAmount(47.5, '100')).toBe(48);
  expect(firstAmount(0, '100')).toBe(100);
  for (const asked of [null, '', 'x', '-5', '1.5', '0', '10001']) expect(firstAmount(0, asked)).toBe(50);
});

test('it stands among the others, in order and once', () => {
  expect(offeredAmounts(48)).toEqual([10, 25, 48, 50, 100, 250]);
  expect(offeredAmounts(100)).toEqual([10, 25, 50, 100, 250]);
});
