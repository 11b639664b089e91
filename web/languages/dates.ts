import { currentLanguage } from '../text.ts';
import { currentLocale } from './locale.ts';

const STYLES = {
  /** To the second, with its zone. */
  exact: { dateStyle: 'full', timeStyle: 'long' },
  minutes: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  month: { month: 'short', year: 'numeric' },
  time: { timeStyle: 'short' },
  /** 24 hours, whatever the country. */
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof STYLES;
export type RelativeUnit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second';

/** Dates of a language that the browser has no data for. */
export interface OwnDates {
  language: string;
  format(style: DateStyle, moment: Date): string;
  /** "5 minutes ago"; `amount` is 1 or more. */
  ago(amount: number, unit: RelativeUnit): string;
}

let own: OwnDates | null = null;

export function setOwnDates(dates: OwnDates | null): void {
  own = dates;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes a thousand times as long as using it, and a list uses two for every row. */
function formatFor(style: DateStyle): Intl.DateTimeFormat {
  const key = `${currentLanguage()} ${style}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(currentLocale(), STYLES[style]);
  formats.set(key, made);
  return made;
}

/** A moment in the reader's zone, language and country. The one formatter of every screen. */
export function formatDate(style: DateStyle, moment: Date): string {
  return own?.language === currentLanguage() ? own.format(style, moment) : formatFor(style).format(moment);
}

/** Always "x ago", as in "1 week ago" or "5 seconds ago": never "last week" or "now" (X-SHL-04). */
export function formatAgo(amount: number, unit: RelativeUnit): string {
  if (own?.language === currentLanguage()) return own.ago(amount, unit);
  return new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'always' }).format(-amount, unit);
}

/** The first date format of a page takes a phone 80 ms: it is made while the program of the screen is on its way. */
export function prepareDates(language: string): void {
  void new Intl.DateTimeFormat(language, STYLES.day);
}

let zoneClock: Intl.DateTimeFormat | undefined;

/** The time of day in another zone, to the second, on 24 hours: "14:05:09". */
export function formatZoneClock(moment: Date, timeZone: string): string {
  // The first format of a zone takes a slow computer 50 ms.
  if (zoneClock?.resolvedOptions().timeZone !== timeZone) {
    const parts = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
    zoneClock = new Intl.DateTimeFormat('en-GB', { timeZone, ...parts });
  }
  return zoneClock.format(moment);
}
