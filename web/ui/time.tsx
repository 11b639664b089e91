import { useEffect, useState } from 'react';
import { type RelativeUnit, formatAge, formatAgo, formatDate } from '../languages/dates.ts';
import { beginOfDay, formatShopDay } from '../languages/time-zone.ts';
import { t } from '../languages/text.ts';

export type TimeStampProps = {
  value: string | number | Date | null | undefined;
  /** Shows "5 minutes ago" instead of the date. */
  relative?: boolean;
  /** Omits the time of day. */
  dateOnly?: boolean;
};

/** Shows date and time in the shop's time zone and the reader's language, with the exact moment in the tooltip. */
export function TimeStamp({ value, relative, dateOnly }: TimeStampProps) {
  const moment = value === null || value === undefined || value === '' ? null : new Date(value);
  const now = useNow(relative ? moment : null);
  if (!moment || Number.isNaN(moment.getTime())) return <span>–</span>;
  return (
    <time dateTime={moment.toISOString()} title={formatExactTime(moment)}>
      {relative ? formatRelativeTime(moment, now) : formatAbsoluteTime(moment, dateOnly)}
    </time>
  );
}

/** Formats to the second, with the time zone. */
export const formatExactTime = (moment: Date): string => formatDate('exact', moment);

export const formatAbsoluteTime = (moment: Date, dateOnly = false): string =>
  formatDate(dateOnly ? 'day' : 'minutes', moment);

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Always "x ago", as in "1 week ago" or "5 seconds ago": never "last week" or "now" (X-SHL-04). */
export const formatRelativeTime = (moment: Date, now: number): string => formatAgo(...splitTime(moment, now));

/** How long something has lasted: "2 hr". */
export const formatTimeSince = (moment: Date, now: number): string => formatAge(...splitTime(moment, now));

function splitTime(moment: Date, now: number): [amount: number, unit: RelativeUnit] {
  // The server's clock may be slightly ahead.
  const seconds = Math.max(1, Math.floor((now - moment.getTime()) / 1000));
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
  return [Math.floor(seconds / length), unit];
}

const MINUTE_MS = 60_000;

/** Returns the current time, updated every second in the first minute after `moment`, and every minute after that. */
function useNow(moment: Date | null): number {
  const [now, setNow] = useState(() => Date.now());
  const isNew = moment !== null && now - moment.getTime() < MINUTE_MS;
  const pause = moment === null ? null : isNew ? 1000 : MINUTE_MS;
  useEffect(() => {
    if (pause === null) return;
    const timer = setInterval(() => setNow(Date.now()), pause);
    return () => clearInterval(timer);
  }, [pause]);
  return now;
}

/** Formats as "14:05 today", "14:05 tomorrow", or date and time beyond that, in the shop's zone and the reader's language. */
export function formatDayTime(moment: Date, now = new Date()): string {
  const time = formatDate('clock', moment);
  const [day, today] = [formatShopDay(moment), formatShopDay(now)];
  if (day === today) return t('common.timeToday', { time });
  if (day === formatShopDay(beginOfDay(today, 1))) return t('common.timeTomorrow', { time });
  return formatAbsoluteTime(moment);
}
