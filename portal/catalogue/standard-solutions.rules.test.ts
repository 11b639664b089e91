import { expect, test } from 'vitest';
import { STANDARD_SOLUTIONS } from './standard-solutions.list.ts';
import { missingFrom, placeOf } from './standard-solutions.rules.ts';

test('every standard solution has a name and a code of its own', () => {
  for (const field of ['name', 'code', 'picture'] as const) {
    expect(new Set(STANDARD_SOLUTIONS.map((solution) => solution[field])).size).toBe(STANDARD_SOLUTIONS.length);
  }
});

test('an empty catalogue lacks all of them, in their order within each type', () => {
  expect(missingFrom([])).toEqual(STANDARD_SOLUTIONS);
  const options = STANDARD_SOLUTIONS.filter(({ type }) => type === 'OPTION');
  expect(options.map(placeOf)).toEqual(options.map((_, index) => index + 1));
});

test.each([
  ['its name in another case', { name: 'stage 1 ', code: 'X9' }],
  ['its code', { name: 'Power', code: 'st1' }],
])('a solution that is there by %s is not missing', (_, own) => {
  const missing = missingFrom([own]);
  expect(missing).toHaveLength(STANDARD_SOLUTIONS.length - 1);
  expect(missing.map(({ code }) => code)).not.toContain('ST1');
});

test('what removes or mutes a part of the emission control is marked as such', () => {
  const marked = STANDARD_SOLUTIONS.filter(({ isEmission }) => isEmission).map(({ code }) => code);
  expect(marked).toEqual(expect.arrayContaining(['DTC', 'DPF', 'EGR', 'SCR', 'LAM', 'RDY']));
  expect(marked).not.toContain('ST1');
});
