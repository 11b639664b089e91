import { dayIn, localOf, momentOf } from '../../contract/zone-time.ts';
import { shopZone } from '../frame/shop.ts';

/** The shop's day at this moment, such as 2026-11-20. */
export const shopDay = (moment: Date): string => dayIn(shopZone(), moment);

/** The shop's local time at this moment, to be read as UTC. */
export const shopTime = (moment: Date): Date => new Date(localOf(moment.getTime(), shopZone()));

/** The moment at which a day of the shop begins, or the day that many days later. */
export function beginOfDay(day: string, daysLater = 0): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(momentOf(Date.UTC(year, month - 1, date + daysLater), shopZone()));
}
