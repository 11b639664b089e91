import { useEffect, useState } from 'react';
import { currentLanguage } from '../text.ts';

export type TimeStampProps = {
  value: string | number | Date | null | undefined;
  /** "5 minutes ago" instead of the date. */
  relative?: boolean;
  /** Leaves the time of day out. */
  dateOnly?: boolean;
};

/** Date and time in the reader's zone and language; the exact moment is in the tooltip. */
export function TimeStamp({ value, relative, dateOnly }: TimeStampProps) {
  useMinutes(Boolean(relative));
  const moment = value === null || value === undefined || value === '' ? null : new Date(value);
  if (!moment || Number.isNaN(moment.getTime())) return <span>–</span>;
  return (
    <time dateTime={moment.toISOString()} title={exactTime(moment)}>
      {relative ? relativeTime(moment) : absoluteTime(moment, dateOnly)}
    </time>
  );
}

const STYLES = {
  exact: { dateStyle: 'full', timeStyle: 'long' },
  minutes: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
} as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes a thousand times as long as using it, and a list uses two for every row. */
function formatFor(style: keyof typeof STYLES): Intl.DateTimeFormat {
  const language = currentLanguage();
  const key = `${language} ${style}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(language, STYLES[style]);
  formats.set(key, made);
  return made;
}

/** To the second, with its zone. */
export const exactTime = (moment: Date): string => formatFor('exact').format(moment);

export const absoluteTime = (moment: Date, dateOnly = false): string =>
  formatFor(dateOnly ? 'day' : 'minutes').format(moment);

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

export function relativeTime(moment: Date, now = Date.now()): string {
  const seconds = Math.round((moment.getTime() - now) / 1000);
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' });
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return unit === 'second' ? format.format(0, 'second') : format.format(Math.trunc(seconds / length), unit);
}

function useMinutes(active: boolean) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => tick((count) => count + 1), 60_000);
    return () => clearInterval(timer);
  }, [active]);
}
