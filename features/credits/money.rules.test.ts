import { expect, test } from 'vitest';
import { parseMoney, readMoney } from './money.rules.ts';

test.each([
  ['0', 0],
  ['12', 12],
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['12,50', 12.5],
  [' 1234.50 ', 1234.5],
  ['1234,5', 1234.5],
  ['-30', -30],
  ['−30,25', -30.25],
  ['0,500', 0.5],
  ['1234.500', 1234.5],
])('the plain amount "%s" is read as %d', (text, amount) => {
  expect(readMoney(text)).toBe(amount);
});

test.each([
  ['1.234,50', 1234.5],
  ['1,234.50', 1234.5],
  ['1 234,50', 1234.5],
  ['1\u00A0234,50', 1234.5],
  ['1\u202F234,50', 1234.5],
  ['1 000', 1000],
  ["1'000", 1000],
  ['1’234’567.5', 1_234_567.5],
  ['1.234.567', 1_234_567],
  ['1,234,567', 1_234_567],
  ['10.000,00', 10_000],
  ['-1.234,50', -1234.5],
])('the digits of "%s" are read with their groups', (text, amount) => {
  expect(readMoney(text)).toBe(amount);
});

test.each([
  ['1.000', 1000, 1],
  ['1,000', 1000, 1],
  ['12.345', 12_345, 12.345],
  ['100,000', 100_000, 100],
  ['-1.500', -1500, -1.5],
])('"%s" is never decided for its writer: it has both readings', (text, grouped, decimal) => {
  expect(readMoney(text)).toEqual({ grouped, decimal });
  expect(parseMoney(text)).toBeNaN();
});

test.each([
  '',
  ' ',
  'x',
  '1e3',
  '0x10',
  '12 EUR',
  '.5',
  '1,',
  '+5',
  '1.',
  '-',
  '1.23.4',
  '1.2345,6',
  '1,00,000',
  '1 00',
  '0.000.000',
  '--1',
])('"%s" is no amount', (text) => {
  expect([readMoney('1'), readMoney(text)]).toEqual([1, null]);
});
