import { expect, test } from 'vitest';
import { STANDARD_SOLUTIONS, findPlace, listMissingSolutions } from './standard-solutions.ts';

test('every standard solution has a unique name and code', () => {
  for (const field of ['name', 'code', 'picture'] as const) {
    expect(new Set(STANDARD_SOLUTIONS.map((solution) => solution[field])).size).toBe(STANDARD_SOLUTIONS.length);
  }
});

test('in an empty catalogue all of them are missing, in order within each type', () => {
  expect(listMissingSolutions([])).toEqual(STANDARD_SOLUTIONS);
  const options = STANDARD_SOLUTIONS.filter(({ type }) => type === 'OPTION');
  expect(options.map(findPlace)).toEqual(options.map((_, index) => index + 1));
});

test.each([
  ['its name in another case', { name: 'stage 1 ', code: 'X9' }],
  ['its code', { name: 'Power', code: 'st1' }],
])('a solution already there by %s is not missing', (_, own) => {
  const missing = listMissingSolutions([own]);
  expect(missing).toHaveLength(STANDARD_SOLUTIONS.length - 1);
  expect(missing.map(({ code }) => code)).not.toContain('ST1');
});

test('solutions that remove or mute a part of the emission control are marked as such', () => {
  const marked = STANDARD_SOLUTIONS.filter(({ isEmission }) => isEmission).map(({ code }) => code);
  expect(marked).toEqual(expect.arrayContaining(['DTC', 'DPF', 'EGR', 'SCR', 'LAM', 'RDY']));
  expect(marked).not.toContain('ST1');
});
