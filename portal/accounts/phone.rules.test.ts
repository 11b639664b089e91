import { expect, test } from 'vitest';
import { COUNTRIES } from './country.list.ts';
import { dialCodeOf, joinPhone, keepPhoneCharacters, numberOf } from './phone.rules.ts';

test('the country sets the dial code', { tags: ['X-VAL-04'] }, () => {
  expect(dialCodeOf('North Macedonia')).toBe('+389');
  expect(dialCodeOf('Atlantis')).toBe('');
});

test('only digits, plus, hyphen and space stay in a phone number', { tags: ['X-VAL-05'] }, () => {
  expect(keepPhoneCharacters('+(70) a1-2b 3.4')).toBe('+70 1-2 34');
});

test('dial code plus typed number is sent', { tags: ['X-VAL-04'] }, () => {
  expect(joinPhone('North Macedonia', ' 70123456 ')).toBe('+38970123456');
});

test('a number with a plus of its own gets no second dial code', () => {
  expect(joinPhone('North Macedonia', '+49 170 123')).toBe('+49 170 123');
});

test('no number is sent as no number, and not as a lonely dial code', () => {
  expect(joinPhone('North Macedonia', '  ')).toBe('');
});

test('a stored phone is split by the dial code of its country, and stays whole otherwise', { tags: ['G-57'] }, () => {
  expect(numberOf('North Macedonia', '+389 70 111 222')).toBe('70 111 222');
  expect(numberOf('Germany', '+389 70 111 222')).toBe('+389 70 111 222');
  expect(numberOf('', '+389 70 111 222')).toBe('+389 70 111 222');
});

test(
  '130 countries are offered, each once and in the order of their names, with a dial code',
  { tags: ['X-LST-08'] },
  () => {
    const names = COUNTRIES.map(({ name }) => name);
    expect(names).toHaveLength(130);
    expect(new Set(names).size).toBe(130);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    expect(COUNTRIES.filter(({ dial }) => !/^\+[1-9]\d{0,3}(-\d{3})?$/.test(dial))).toEqual([]);
  },
);
