import { expect, test } from 'vitest';
import { findMissing, readRequirements, VERDICTS } from './asvs/requirements.ts';
import { describeAsvs } from './describe-asvs.ts';

const requirements = readRequirements();

/** The requirements of levels 1 and 2 in each section of ASVS 5.0.0, in the order of the standard. */
const SECTIONS: Record<string, number> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};

test('every requirement of ASVS 5.0 at levels 1 and 2 is there once, in the order of the standard', () => {
  const found: Record<string, number> = {};
  for (const { id } of requirements) {
    const section = id.split('.').slice(0, 2).join('.');
    found[section] = (found[section] ?? 0) + 1;
  }
  expect(found).toEqual(SECTIONS);
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
  const places = requirements.map(({ id }) => id.split('.').reduce((place, part) => place * 100 + Number(part), 0));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect([1, 2].map((level) => requirements.filter((one) => one.level === level).length)).toEqual([70, 183]);
});

test.each(requirements.map((one) => ({ ...one, requirement: one })))(
  '$id has a verdict, and its proofs exist',
  ({ requirement: { title, verdict, reason = '', proof } }) => {
    expect(VERDICTS).toContain(verdict);
    expect(title.split(' ').length).toBeLessThanOrEqual(12);
    expect(proof.map(findMissing).filter((missing) => missing !== null)).toEqual([]);
    const [isProved, isExplained] = [proof.length > 0, reason !== ''];
    expect(isProved || !verdict.startsWith('met'), 'what is met needs a proof').toBe(true);
    expect(isExplained || verdict === 'met', 'what is not simply met needs a reason').toBe(true);
  },
);

test('a proof that does not exist is found: a file, a test, a section, a name', () => {
  const missing = (file: string, name: string) => findMissing({ file, name });
  expect(missing('server/nothing.ts', 'x')).toBe('server/nothing.ts does not exist');
  expect(missing('tools/describe-asvs.test.ts', 'a test')).toMatch('has no test or group called "a test"');
  expect(missing('docs/security.md', 'Nothing')).toBe('docs/security.md has no section "Nothing"');
  expect(missing('tools/describe-asvs.ts', 'describeAsv')).toBe('tools/describe-asvs.ts does not contain describeAsv');
  expect(missing('tools/describe-asvs.ts', 'describeAsvs')).toBeNull();
});

test('the counts of the page are those of the table, and every open requirement is listed with its reason', () => {
  const invented = {
    id: '9.9.9',
    level: 2,
    title: 'Invented',
    verdict: 'open',
    reason: 'so that it is listed',
  } as const;
  const { text } = describeAsvs([{ ...invented, proof: [] }]);
  expect(text).toContain('| level 2 | 0 | 0 | 0 | 1 |');
  expect(text).toContain('| 9.9.9 | 2 | Invented | so that it is listed |');
  expect(describeAsvs([]).text).toContain('| level 1 | 0 | 0 | 0 | 0 |');
});
