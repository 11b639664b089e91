import { expect, test } from 'vitest';
import {
  codeOfVagNumber,
  codeOfVagSixDigits,
  codeOfWord,
  vagNumberOfCode,
  whoDefines,
  wordOfCode,
} from './spelling.ts';

test('every word except 0 is spelled as a code that converts back to the same word', () => {
  expect(codeOfWord(0)).toBeNull();
  for (let word = 1; word <= 0xffff; word += 1) expect(wordOfCode(codeOfWord(word) ?? '')).toBe(word);
});

test.each([
  [16785, 'P0401'],
  [17965, 'P1557'],
  [18434, 'P2002'],
  [19456, 'P3000'],
])("Volkswagen's %i is %s", (number, code) => {
  expect(codeOfVagNumber(number)).toBe(code);
  expect(vagNumberOfCode(code)).toBe(number);
});

test('numbers in the gaps between thousands, and codes with other letters, have no counterpart', () => {
  expect([codeOfVagNumber(16785), vagNumberOfCode('P0401')]).toEqual(['P0401', 16785]);
  for (const number of [16384, 17384, 17407, 20456, 20480, 1314, 16785.5]) expect(codeOfVagNumber(number)).toBeNull();
  for (const code of ['P0000', 'P310B', 'U0100', '16785']) expect(vagNumberOfCode(code)).toBeNull();
});

test("six digits from Volkswagen's testers are the SAE word, and are read only with leading zeros", () => {
  expect(codeOfVagSixDigits('008213')).toBe('P2015');
  expect(codeOfVagSixDigits('012555')).toBe('P310B');
  expect(codeOfVagSixDigits('8213')).toBeNull();
  expect(codeOfVagSixDigits('108213')).toBeNull();
});

test.each([
  ['P0401', 'SAE'],
  ['P2002', 'SAE'],
  ['P3400', 'SAE'],
  ['U0100', 'SAE'],
  ['P1557', 'maker'],
  ['P3081', 'maker'],
  ['B1000', 'maker'],
  ['nonsense', null],
] as const)('%s is defined by %s', (code, who) => expect(whoDefines(code)).toBe(who));
