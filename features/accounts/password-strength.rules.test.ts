import { expect, test } from 'vitest';
import { isEnough, ratePassword } from './password-strength.rules.ts';

test.each([
  ['Aa1!', 'under 8 characters, whatever is in it'],
  ['Aa1!xyz', 'seven characters'],
  ['abcdefgh', 'eight small letters and nothing else'],
  ['        ', 'eight spaces'],
  ['!!!!!!!!!!!!', 'one special character, however often'],
  ['A1A1A1A1', 'two characters in turn'],
  ['123123123', 'three digits, however often'],
  ['😀😀😀', 'three signs, though they take more than eight units of storage'],
])('%j is weak: %s', { tags: ['X-VAL-06'] }, (password) => {
  expect(ratePassword(password)).toBe('weak');
  expect(isEnough(ratePassword(password))).toBe(false);
});

test.each([
  ['Aa1!xyzw', 'all four kinds'],
  ['Ünïcödé9?', 'letters of any alphabet count'],
  ['Mixed Case 1', 'a space is a special character'],
])('%j is strong: %s', { tags: ['X-VAL-07'] }, (password) => {
  expect(ratePassword(password)).toBe('strong');
});

test.each([
  ['Abcdefgh', 'an uppercase letter'],
  ['abcdefg1', 'a digit'],
  ['abcdefg!', 'a special character'],
  ['ABCDEFG1!', 'no small letter, so not strong'],
  ['Abcdefg1', 'no special character, so not strong'],
])('%j is medium: %s', { tags: ['X-VAL-08'] }, (password) => {
  expect(ratePassword(password)).toBe('medium');
  expect(isEnough(ratePassword(password))).toBe(true);
});

test('an empty password has no strength and is not strong enough', { tags: ['X-VAL-03'] }, () => {
  expect(ratePassword('')).toBeNull();
  expect(isEnough(ratePassword(''))).toBe(false);
});
