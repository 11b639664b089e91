import { z } from 'zod/mini';
import { expect, test } from 'vitest';
import { selectionOf } from './pages.ts';

const Selection = z.object(selectionOf({}));
const isAccepted = (as_of: unknown) => Selection.safeParse({ all: { as_of } }).success;

test('a list read on any day of any month can be selected as a whole', () => {
  const days = Array.from({ length: 366 }, (_, at) => new Date(Date.UTC(2028, 0, 1 + at, 23, 59, 59, 999)));
  const moments = days.map((day) => day.toISOString().replace('Z', '000Z'));
  expect(moments.filter((moment) => !isAccepted(moment))).toEqual([]);
});

test.each([
  ['a day that does not exist', '2026-02-30T00:00:00.000000Z'],
  ['29 February of a common year', '2026-02-29T00:00:00.000000Z'],
  ['day 32', '2026-01-32T00:00:00.000000Z'],
  ['month 13', '2026-13-01T00:00:00.000000Z'],
  ['hour 24', '2026-01-01T24:00:00.000000Z'],
  ['year 0, which the database refuses,', '0000-01-01T00:00:00.000000Z'],
  ['milliseconds, which would leave out rows changed in the same one,', '2026-01-01T00:00:00.000Z'],
  ['a local time', '2026-01-01T00:00:00.000000+01:00'],
  ['a date', '2026-01-01'],
  ['a number', 5],
])('a list read at %s is refused', (_what, as_of) => {
  expect(isAccepted(as_of)).toBe(false);
});
