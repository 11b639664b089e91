import { expect, test } from 'vitest';
import { COUNTRIES } from './country.ts';
import { findDialCode, joinPhone, keepPhoneCharacters, withoutDialCode } from './phone.rules.ts';

test('the country sets the dial code', { tags: ['X-VAL-04'] }, () => {
  expect(findDialCode('North Macedonia')).toBe('+389');
  expect(findDialCode('Atlantis')).toBe('');
});

test('only digits, plus, hyphen and space remain in a phone number', { tags: ['X-VAL-05'] }, () => {
  expect(keepPhoneCharacters('+(70) a1-2b 3.4')).toBe('+70 1-2 34');
});

test('the dial code and the typed number are joined', { tags: ['X-VAL-04'] }, () => {
  expect(joinPhone('North Macedonia', ' 70123456 ')).toBe('+38970123456');
});

test('a number that already has a plus gets no second dial code', () => {
  expect(joinPhone('North Macedonia', '+49 170 123')).toBe('+49 170 123');
});

test('an empty number stays empty instead of becoming a bare dial code', () => {
  expect(joinPhone('North Macedonia', '  ')).toBe('');
});

test('a stored phone loses the dial code of its own country and otherwise stays whole', { tags: ['G-57'] }, () => {
  expect(withoutDialCode('North Macedonia', '+389 70 111 222')).toBe('70 111 222');
  expect(withoutDialCode('Germany', '+389 70 111 222')).toBe('+389 70 111 222');
  expect(withoutDialCode('', '+389 70 111 222')).toBe('+389 70 111 222');
});

test('130 countries are offered, each once, in alphabetical order and with a dial code', { tags: ['X-LST-08'] }, () => {
  const names = COUNTRIES.map(({ name }) => name);
  expect(names).toHaveLength(130);
  expect(new Set(names).size).toBe(130);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  expect(COUNTRIES.filter(({ dial }) => !/^\+[1-9]\d{0,3}(-\d{3})?$/.test(dial))).toEqual([]);
});
