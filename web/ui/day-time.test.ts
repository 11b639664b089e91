import { expect, test } from 'vitest';
import { dayTime } from './day-time.ts';

const now = new Date(2026, 11, 31, 14, 0);

test.each([
  [new Date(2026, 11, 31, 14, 5), '14:05 today'],
  [new Date(2026, 11, 31, 0, 0), '00:00 today'],
  [new Date(2027, 0, 1, 14, 5), '14:05 tomorrow'],
  [new Date(2027, 0, 1, 23, 59), '23:59 tomorrow'],
])('%s is shown as "%s"', (moment, text) => expect(dayTime(moment, now)).toBe(text));

test('any other day is shown as a date', () => {
  expect(dayTime(new Date(2027, 0, 2, 14, 5), now)).toMatch(/2027/);
  expect(dayTime(new Date(2026, 11, 30, 14, 5), now)).toMatch(/2026/);
});
