import { getCurrentLanguage } from './text.ts';
import { getCurrentLocale } from './locale.ts';
import { getShopZone } from '../frame/shop.ts';

const STYLES = {
  /** To the second, with the time zone. */
  exact: { dateStyle: 'full', timeStyle: 'long' },
  minutes: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  month: { month: 'short', year: 'numeric' },
  time: { timeStyle: 'short' },
  /** 24-hour clock in every country. */
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof STYLES;
export type RelativeUnit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second';

/** Date formats of a language that the browser has no data for. */
export interface OwnDates {
  language: string;
  format(style: DateStyle, moment: Date): string;
  /** "5 minutes ago"; `amount` is 1 or more. */
  ago(amount: number, unit: RelativeUnit): string;
  /** "5 minutes" */
  age(amount: number, unit: RelativeUnit): string;
}

let own: OwnDates | null = null;

export function setOwnDates(dates: OwnDates | null): void {
  own = dates;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Caches formatters: creating one takes a thousand times as long as using it, and a list needs two per row. */
function formatFor(style: DateStyle): Intl.DateTimeFormat {
  const timeZone = getShopZone();
  const key = `${getCurrentLanguage()} ${style} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(getCurrentLocale(), { ...STYLES[style], timeZone });
  formats.set(key, made);
  return made;
}

/** Formats a moment in the shop's time zone, and the reader's language and country. Every screen uses this formatter. */
export function formatDate(style: DateStyle, moment: Date): string {
  return own?.language === getCurrentLanguage() ? own.format(style, moment) : formatFor(style).format(moment);
}

/** Always "x ago", as in "1 week ago" or "5 seconds ago": never "last week" or "now" (X-SHL-04). */
export function formatAgo(amount: number, unit: RelativeUnit): string {
  if (own?.language === getCurrentLanguage()) return own.ago(amount, unit);
  return new Intl.RelativeTimeFormat(getCurrentLocale(), { numeric: 'always' }).format(-amount, unit);
}

/** How long something has lasted: "5 min". */
export function formatAge(amount: number, unit: RelativeUnit): string {
  if (own?.language === getCurrentLanguage()) return own.age(amount, unit);
  return new Intl.NumberFormat(getCurrentLocale(), { style: 'unit', unit, unitDisplay: 'short' }).format(amount);
}

/** The time zone that the reader's device is set to. */
export const getDeviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A page's first date format takes a phone 80 ms, so it is created while the screen's code is still loading. */
export function prepareDates(language: string): void {
  void new Intl.DateTimeFormat(language, { ...STYLES.day, timeZone: getShopZone() });
}

let zoneClock: Intl.DateTimeFormat | undefined;

/** Formats the time of day in another time zone, to the second, on a 24-hour clock: "14:05:09". */
export function formatZoneClock(moment: Date, timeZone: string): string {
  // Creating the first formatter of a time zone takes a slow computer 50 ms.
  if (zoneClock?.resolvedOptions().timeZone !== timeZone) {
    const parts = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
    zoneClock = new Intl.DateTimeFormat('en-GB', { timeZone, ...parts });
  }
  return zoneClock.format(moment);
}
