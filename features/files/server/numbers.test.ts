import { expect, test } from 'vitest';
import { mayBeHash, mayBeNumber, normalizeNumber } from './find-files.ts';

test.each(['03L 906 018 AB', '03l906018ab', '03L-906-018.AB'])(
  '%s is the same number, however it is written',
  (text) => {
    expect(normalizeNumber(text)).toBe('03L906018AB');
  },
);

test.each([
  ['1037', true],
  ['103', false],
  ['golf', false],
  ['0281013226', true],
  ['edc17', true],
])('%s may be part of a number: %s', (text, expected) => {
  expect(mayBeNumber(text)).toBe(expected);
});

test.each([
  ['a'.repeat(64), true],
  ['ABCDEF01', true],
  ['abcdef0', false],
  ['a'.repeat(65), false],
  ['abcdefg1', false],
])('%s may be the start of a hash: %s', (text, expected) => {
  expect(mayBeHash(text)).toBe(expected);
});
