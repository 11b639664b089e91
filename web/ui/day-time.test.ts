import { expect, test } from 'vitest';
import { formatDayTime } from './time.tsx';

/** The shop’s zone is an hour ahead of UTC in winter. */
const now = new Date('2026-12-31T13:00:00Z');

test.each([
  [new Date('2026-12-31T13:05:00Z'), '14:05 today'],
  [new Date('2026-12-30T23:00:00Z'), '00:00 today'],
  [new Date('2027-01-01T13:05:00Z'), '14:05 tomorrow'],
  [new Date('2027-01-01T22:59:00Z'), '23:59 tomorrow'],
])('%s is shown as "%s"', (moment, text) => expect(formatDayTime(moment, now)).toBe(text));

test('any other day is shown as a date', () => {
  expect(formatDayTime(new Date('2027-01-02T13:05:00Z'), now)).toMatch(/2027/);
  expect(formatDayTime(new Date('2026-12-30T13:05:00Z'), now)).toMatch(/2026/);
});
