import { expect, test } from 'vitest';
import { readShopHours } from '../../../shop/server/shop-hours.ts';
import { openMinutesAgo } from './work.ts';

const HOURS = readShopHours({
  SHOP_HOURS: 'Mon-Fri 08:00-12:00,Mon-Fri 13:00-16:00,Sat 09:00-11:00',
  SHOP_HOLIDAYS: '12-25,2026-12-24',
  SHOP_TIME_ZONE: 'Europe/Skopje',
});
const ago = (now: string, minutes: number, hours = HOURS) =>
  openMinutesAgo(hours, new Date(now), minutes)?.toISOString();

test.each([
  ['within a morning', '2026-11-24T09:00:00Z', 60, '2026-11-24T08:00:00.000Z'],
  ['over the lunch break', '2026-11-24T12:30:00Z', 60, '2026-11-24T10:30:00.000Z'],
  ['over the night', '2026-11-24T07:30:00Z', 60, '2026-11-23T14:30:00.000Z'],
  ['by night as at the end of the day', '2026-11-24T22:00:00Z', 60, '2026-11-24T14:00:00.000Z'],
  ['over the weekend with its Saturday', '2026-11-30T07:30:00Z', 180, '2026-11-27T14:30:00.000Z'],
  ['over two holidays', '2026-12-26T08:30:00Z', 60, '2026-12-23T14:30:00.000Z'],
])('%s', (_, now, minutes, expected) => {
  expect(ago(now, minutes)).toBe(expected);
});

test.each([
  ['begins', '2026-03-30T09:00:00Z', '2026-03-27T13:00:00.000Z'],
  ['ends', '2026-10-26T10:00:00Z', '2026-10-23T12:00:00.000Z'],
])('hours follow the local clock when summer time %s', (_, now, expected) => {
  const hours = readShopHours({ SHOP_HOURS: 'Mon-Fri 08:00-16:00', SHOP_TIME_ZONE: 'Europe/Skopje' });
  expect(ago(now, 5 * 60, hours)).toBe(expected);
});

test('a shop that never closes counts every minute, even on a day with 25 hours', () => {
  const hours = readShopHours({ SHOP_TIME_ZONE: 'Europe/Skopje' });
  expect(ago('2026-10-26T12:00:00Z', 3 * 24 * 60, hours)).toBe('2026-10-23T12:00:00.000Z');
});

test('hours that overlap count once', () => {
  const hours = readShopHours({ SHOP_HOURS: 'Mon-Fri 08:00-16:00,Tue 09:00-18:00,Tue 18:00-19:00' });
  expect(hours.openings.filter(({ day }) => day === 2)).toEqual([{ day: 2, opens: 480, closes: 1140 }]);
  expect(ago('2026-11-24T20:00:00Z', 11 * 60, hours)).toBe('2026-11-24T07:00:00.000Z');
});

test('a shop that hardly ever opens has nothing overdue', () => {
  const sundays = { ...HOURS, openings: [{ day: 7, opens: 540, closes: 541 }] };
  expect([ago('2026-11-24T09:00:00Z', 57, sundays), ago('2026-11-24T09:00:00Z', 58, sundays)]).toEqual([
    '2025-10-26T08:00:00.000Z',
    undefined,
  ]);
});
