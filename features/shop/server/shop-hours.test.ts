import { expect, test } from 'vitest';
import { readShopHours } from './shop-hours.ts';

test('hours, holidays and time zone of the shop are read from the settings', () => {
  const hours = readShopHours({
    SHOP_HOURS: 'Mon-Tue 08:00-17:30, Sat 09:00-13:00',
    SHOP_HOLIDAYS: '12-25, 2026-12-24',
    SHOP_TIME_ZONE: 'Europe/Skopje',
  });
  expect(hours.openings).toEqual([
    { day: 1, opens: 480, closes: 1050 },
    { day: 2, opens: 480, closes: 1050 },
    { day: 6, opens: 540, closes: 780 },
  ]);
  expect([hours.holidays, hours.timeZone]).toEqual([['12-25', '2026-12-24'], 'Europe/Skopje']);
});

test('without hours the shop never closes', () => {
  const { openings } = readShopHours({});
  expect(openings).toHaveLength(7);
  expect(openings[6]).toEqual({ day: 7, opens: 0, closes: 1440 });
});

test.each([
  ['SHOP_HOURS', 'Mo 08:00-17:00'],
  ['SHOP_HOURS', 'Fri-Mon 08:00-17:00'],
  ['SHOP_HOURS', 'Mon 17:00-08:00'],
  ['SHOP_HOURS', 'Mon 08:00-24:30'],
  ['SHOP_HOURS', 'Mon 08:75-17:00'],
  ['SHOP_HOLIDAYS', '02-30'],
  ['SHOP_HOLIDAYS', 'Christmas'],
  ['SHOP_TIME_ZONE', 'Mars/Olympus'],
  ['SHOP_TIME_ZONE', '+02:00'],
])('the server refuses to start with %s=%s', (name, value) => {
  expect(() => readShopHours({ [name]: value })).toThrow(name);
});
