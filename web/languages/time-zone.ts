import { formatDayIn, toLocalTime, toMoment } from '../../contract/zone-time.ts';
import { getShopZone } from '../frame/shop.ts';

/** The shop's day at this moment, such as 2026-11-20. */
export const formatShopDay = (moment: Date): string => formatDayIn(getShopZone(), moment);

/** The shop's local time at this moment, to be read as UTC. */
export const toShopTime = (moment: Date): Date => new Date(toLocalTime(moment.getTime(), getShopZone()));

/** The moment at which a day of the shop begins, or the day that many days later. */
export function beginOfDay(day: string, daysLater = 0): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(toMoment(Date.UTC(year, month - 1, date + daysLater), getShopZone()));
}
