import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReport } from './report.ts';

const codesOf = (text: string) => readReport(text).codes.map(({ code, number }) => code ?? number);
const doubtsOf = (text: string) => readReport(text).notUnderstood;

describe('an order is read as people write it', () => {
  test.each([
    ['P0300-P0304', ['P0300', 'P0301', 'P0302', 'P0303', 'P0304']],
    ['P0300 – P0304', ['P0300', 'P0301', 'P0302', 'P0303', 'P0304']],
    ['P0300 to P0302', ['P0300', 'P0301', 'P0302']],
    ['P0300 bis 0302', ['P0300', 'P0301', 'P0302']],
    ['P0300-0302', ['P0300', 'P0301', 'P0302']],
    ['P0300-302', ['P0300', 'P0301', 'P0302']],
    ['P0299..P0301', ['P0299', 'P0300', 'P0301']],
    ['P040A-P040C', ['P040A', 'P040B', 'P040C']],
    ['U0100-U0102, P0401', ['U0100', 'U0101', 'U0102', 'P0401']],
    ['P0401-P0299', ['P0401', 'P0299']],
    ['P0401/0402/0403', ['P0401', 'P0402', 'P0403']],
    ['P0401, 0402, 0403', ['P0401', 'P0402', 'P0403']],
    ['P0401 0402 0403', ['P0401', 'P0402', 'P0403']],
    ['P0401, 0402 und 0403', ['P0401', 'P0402', 'P0403']],
    ['P0401 + 1402 & 2002', ['P0401', 'P1402', 'P2002']],
    ['U0100, 0101', ['U0100', 'U0101']],
    ['P0300-0302, 0401', ['P0300', 'P0301', 'P0302', 'P0401']],
    ['\u04200401', ['P0401']],
    ['\u0440 0401, \u04210121, \u03A12002', ['P0401', 'C0121', 'P2002']],
    ['Ｐ０４０１', ['P0401']],
    ['P\u06600\u0664\u06600\u0661'.replaceAll('0', ''), ['P0401']],
    ['P0\u200B401', ['P0401']],
    ['P\u00A00401', ['P0401']],
    ['P0401P2002', ['P0401', 'P2002']],
    ['P-0401', ['P0401']],
    ['P_0401 P.0402 P04-03 P04.04', ['P0401', 'P0402', 'P0403', 'P0404']],
    ['PO4O1', ['P0401']],
    ['P04Ol, Po40I', ['P0401']],
    ['$0401', ['P0401']],
    ['$C100', ['U0100']],
    ['0401h', ['P0401']],
    ['16785: EGR', ['P0401']],
    ['16785-EGR', ['P0401']],
    ['16785 - EGR 17965: charge pressure', ['P0401', 'P1557']],
    ['1. 16785 - EGR', ['P0401']],
    ['1. 4530 Luftmassenmesser\n2. 29CD Aussetzer', ['4530', '29CD']],
    ['DDE: 4530', ['4530']],
    ['DDE: 4530, 4507', ['4530', '4507']],
    ['0401 0402', ['P0401', 'P0402']],
  ])('%j', (text, expected) => {
    expect(codesOf(text)).toEqual(expected);
    expect(doubtsOf(text)).toEqual([]);
  });
});

test.each([
  ['P0100-P0999', ['P0100', 'P0999'], ['P0100-P0999']],
  ['P0401-P2002', ['P0401', 'P2002'], ['P0401-P2002']],
  ['P0401/02', ['P0401'], ['P0401/02']],
  ['P0300-4', ['P0300'], ['P0300-4']],
  ['P0401 P04XX', ['P0401'], ['P04XX']],
  ['P040', [], ['P040']],
  ['P04011', [], ['P04011']],
  ['P4401', [], ['P4401']],
  ['XP0401', [], ['XP0401']],
  ['PX2002', [], ['PX2002']],
  ['please 16785 off', [], ['16785']],
  ['switch 0401 off', [], ['0401']],
  ['U 0100', [], ['U 0100']],
  ['P0 401', [], ['P0 401']],
  ['P0401 2002 Golf', ['P0401'], ['2002']],
  ['\u04200401, \u042040', ['P0401'], []],
  ['\u042004011', [], ['\u042004011']],
])('what cannot be read in %j is named as it is written', (text, codes, doubts) => {
  expect(codesOf(text)).toEqual(codes);
  expect(doubtsOf(text)).toEqual(doubts);
});

test.each([
  'DPF off please',
  'EGR, AdBlue and Coded bus',
  'Call 0171/4530',
  'Mileage 17965 km, 1500 rpm',
  '12.03.2021 14:30',
  'Polo 2015, Golf 7, C220, Pool',
])('nothing in %j looks like a code', (text) =>
  expect(readReport(text)).toMatchObject({ codes: [], notUnderstood: [] }),
);

test('a range names at most a hundred codes, so a text of ranges stays small', () => {
  expect(codesOf('P0300-P0399')).toHaveLength(100);
  expect(codesOf('P0300-P0401')).toEqual(['P0300', 'P0401']);
  const ranges = Array.from(
    { length: 2000 },
    (_, index) => `P${1 + (index % 3)}${index % 10}00-P${1 + (index % 3)}${index % 10}99`,
  ).join('; ');
  expect(codesOf(ranges)).toHaveLength(1000);
});

const digit = fc.integer({ min: 0, max: 9 }).map(String);
const LOOK_ALIKES: Record<string, string> = { P: 'Рρ', C: 'СϹ', B: 'ВΒ', U: 'UU', 0: '0O０', 1: '1lI' };

/** A code, and one of the ways in which people type it. */
const typed = fc
  .tuple(fc.constantFrom('P', 'C', 'B', 'U'), fc.integer({ min: 0, max: 3 }), fc.tuple(digit, digit, digit))
  // Without any digit that is typed as one, it is a word.
  .filter(([, first, rest]) => /[2-9]/.test(`${first}${rest.join('')}`))
  .chain(([system, first, rest]) => {
    const code = `${system}${first}${rest.join('')}`;
    return fc.tuple(
      fc.constant(code),
      fc.oneof(
        fc.constant(code),
        fc.constant(code.toLowerCase()),
        fc.constantFrom('-', '.', '_', ' ').map((sign) => `${system}${sign}${code.slice(1)}`),
        fc.constant(`${code.slice(0, 3)}-${code.slice(3)}`),
        fc.constant(
          Array.from(code, (char) => char)
            .map((char) => LOOK_ALIKES[char]?.[0] ?? char)
            .join(''),
        ),
        fc.constant(
          Array.from(code, (char) => char)
            .map((char) => LOOK_ALIKES[char]?.at(-1) ?? char)
            .join(''),
        ),
        fc.constant(`${code}XX`),
        fc.constant(`X${code}`),
        fc.constant(system === 'P' ? `$${code.slice(1)}` : code),
      ),
    );
  });

test('nothing that looks like a code disappears: it is a code, or it is not understood', () => {
  const order = fc.array(fc.tuple(typed, fc.constantFrom(', ', ' ', '; ', '\n', ' off, ', ' und ', '/', ' - ')), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(order, (pieces) => {
      const text = pieces.map(([[, spelling], separator]) => spelling + separator).join('');
      const { codes, notUnderstood } = readReport(text);
      const read = new Set(codes.flatMap(({ code, asWritten }) => [code, asWritten]));
      const doubts = notUnderstood.join('\n');
      const isNamed = ([[code, spelling]]: (typeof pieces)[number]) =>
        read.has(code) || read.has(spelling) || doubts.includes(spelling);
      expect(pieces.filter(isNamed)).toEqual(pieces);
    }),
    { numRuns: 3000 },
  );
});

test('every code between the ends of a range is read, and no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3900 }), fc.integer({ min: 1, max: 99 }), (start, length) => {
      const name = (number: number) => `P${String(number).padStart(4, '0')}`;
      const all = Array.from({ length: length + 1 }, (_, index) => name(start + index));
      expect(new Set(codesOf(`${name(start)}-${name(start + length)}`))).toEqual(new Set(all));
    }),
  );
});
