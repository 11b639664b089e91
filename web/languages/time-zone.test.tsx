import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StatementTable } from '../../features/credits/web/credits-statement.screen.tsx';
import { periodOf } from '../lists/filter-in-address.ts';
import { CUSTOMER, renderScreen } from '../testing/render-screen.tsx';
import { TimeStamp, formatDayTime } from '../ui/time.tsx';
import { formatDate } from './dates.ts';
import { MACEDONIAN } from './macedonian-dates.ts';

/** In Tokyo, where the shop of these tests is, it is half past eight of the next morning. */
const MOMENT = new Date('2026-01-20T23:30:00Z');

beforeEach(() => {
  document.documentElement.dataset['zone'] = 'Asia/Tokyo';
});
afterEach(() => {
  delete document.documentElement.dataset['zone'];
});

test.each([
  ['minutes', 'Jan 21, 2026, 8:30 AM'],
  ['day', 'Jan 21, 2026'],
  ['clock', '08:30'],
  ['exact', 'Wednesday, January 21, 2026 at 8:30:00 AM GMT+9'],
] as const)('a date in the style "%s" is in the zone of the shop, wherever its reader is', (style, text) =>
  expect(formatDate(style, MOMENT).replaceAll(/\s/g, ' ')).toBe(text),
);

test.each([
  ['minutes', '21.1.2026, 08:30'],
  ['month', 'јан 2026'],
  ['exact', 'среда, 21 јануари 2026, 08:30:00 GMT+9'],
] as const)('so is a Macedonian date of our own, in the style "%s"', (style, text) =>
  expect(MACEDONIAN.format(style, MOMENT)).toBe(text),
);

test('a zone that this browser does not know leaves the default one, and the page works', () => {
  document.documentElement.dataset['zone'] = 'Mars/Olympus_Mons';
  expect(formatDate('minutes', MOMENT).replaceAll(/\s/g, ' ')).toBe('Jan 21, 2026, 12:30 AM');
});

test('"today" and "tomorrow" are days of the shop', () => {
  const evening = new Date('2026-01-20T14:30:00Z');
  expect(formatDayTime(new Date('2026-01-20T14:59:00Z'), evening)).toBe('23:59 today');
  expect(formatDayTime(MOMENT, evening)).toBe('08:30 tomorrow');
});

test('a filter’s days begin and end with those of the shop', () => {
  const period = { from: '2026-01-20T15:00:00.000Z', until: '2026-01-21T15:00:00.000Z' };
  expect(periodOf({ from: '2026-01-21', until: '2026-01-21' })).toEqual(period);
});

test('a list and a statement show the same day for the same moment', () => {
  const row = { id: 1, username: 'ana', credit_balance: 5, balance_after: 5, source: 'Payment', unit: 'MAIN' } as const;
  const more = { file_id: null, open_file_id: null, note: null, is_test: false, created_at: MOMENT.toISOString() };
  const part = { unit: 'MAIN', opening: 0, rows: [{ ...row, ...more }], received: 5, spent: 0, closing: 5 } as const;
  renderScreen(<StatementTable part={{ ...part, rows: [...part.rows] }} period={{ from: 'first', to: 'last' }} />, {
    user: CUSTOMER,
  });
  expect(screen.getByText('2026-01-21')).toBeVisible();
  render(<TimeStamp value={MOMENT} dateOnly />);
  expect(screen.getByText('Jan 21, 2026')).toBeVisible();
});
