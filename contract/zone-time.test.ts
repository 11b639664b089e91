import { expect, test } from 'vitest';
import { formatDayIn, toLocalTime, toMoment, formatTimeIn } from './zone-time.ts';

test('a time is written in a format that spreadsheets read, in the zone', () => {
  const moment = new Date('2026-11-20T23:15:07.123Z');
  expect(formatTimeIn('Europe/Skopje', moment)).toBe('2026-11-21 00:15:07');
  expect(formatDayIn('America/New_York', moment)).toBe('2026-11-20');
});

test.each(['Europe/Skopje', 'America/St_Johns', 'Asia/Kathmandu'])(
  'a local time leads back to its moment: %s',
  (zone) => {
    for (const moment of ['2026-01-01T00:00:00Z', '2026-03-29T05:30:00Z', '2026-10-25T12:00:00Z'].map(Date.parse)) {
      expect(toMoment(toLocalTime(moment, zone), zone)).toBe(moment);
    }
  },
);
