import { expect, test } from 'vitest';
import { parseFormula } from './formula.ts';

test.each([
  ['X', 7, 7],
  ['0.75*X-48.0', 100, 27],
  ['X*0,25', 10, 2.5],
  ['x/.84', 84, 100],
  ['(x - 128) * 1.8 + 32', 128, 32],
  ['-x^2', 3, -9],
  ['2^3^2', 0, 512],
  ['x*2 + 3*x', 4, 20],
  ['8 - 4 - 2', 0, 2],
  ['(X & 0xF0) >> 4', 0xab, 0xa],
  ['1 | 6 << 1', 0, 13],
  ['max(x, 10, 3) - min(2, x)', 5, 8],
  ['sqrt(abs(-x))', 16, 4],
  ['log10(x)', 1000, 3],
  ['14.7/(1+x*.0078125)', 0, 14.7],
  ['1e3*x', 2, 2000],
])('%s of %d is %d', (text, raw, value) => {
  expect(parseFormula(text, 'X')?.compute(raw)).toBeCloseTo(value, 9);
});

test.each([
  [''],
  ['x +'],
  ['x x'],
  ['x*y'],
  ['IF(x>3,1,2)'],
  ['CELL(1,2)'],
  ['x; process.exit(1)'],
  ['constructor(x)'],
  ['toString(x)'],
  ['x.constructor'],
  ['(x'],
  ['min(x'],
  ['1.2.3'],
  ['('.repeat(100) + 'x' + ')'.repeat(100)],
  ['-'.repeat(100) + 'x'],
  ['x+'.repeat(1000) + 'x'],
])('%s is no formula that is computed', (text) => {
  expect(parseFormula(text, 'x')).toBe(null);
});

test('a value that does not exist is none, not infinity', () => {
  expect(parseFormula('100/x', 'x')?.compute(0)).toBe(null);
  expect(parseFormula('sqrt(x)', 'x')?.compute(-1)).toBe(null);
});
