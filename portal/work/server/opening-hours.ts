import type { Config } from '../../../server/config.ts';

type ShopHours = Config['shopHours'];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Far enough for any target time, unless the shop is nearly always closed. */
const DAYS_BACK = 400;

/** The local time in the zone at this moment, expressed as if it were UTC. */
function localOf(moment: number, timeZone: string): number {
  const parts = formatFor(timeZone).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  const made = new Intl.DateTimeFormat('en', { timeZone, ...date, ...time });
  formats.set(timeZone, made);
  return made;
}

/** The moment of a local time in the zone; of two such moments, the later one, as PostgreSQL has it. */
function momentOf(local: number, timeZone: string): number {
  const offsets = [-DAY_MS, DAY_MS].map((ms) => localOf(local + ms, timeZone) - (local + ms));
  const moments = offsets.map((offset) => local - offset).toSorted((one, next) => next - one);
  // No such moment exists in the hour that is skipped in spring: the clock has moved on by then.
  return moments.find((moment) => localOf(moment, timeZone) === local) ?? (moments[0] as number);
}

/** Returns the latest moment since which the shop has been open for this many minutes; null if it hardly ever opens. */
export function openMinutesAgo({ timeZone, openings, holidays }: ShopHours, now: Date, minutes: number): Date | null {
  let missing = minutes * MINUTE_MS;
  const today = Math.floor(localOf(now.getTime(), timeZone) / DAY_MS) * DAY_MS;
  for (let day = today; day > today - DAYS_BACK * DAY_MS; day -= DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 10);
    if (holidays.includes(date) || holidays.includes(date.slice(5))) continue;
    const weekday = new Date(day).getUTCDay() || 7;
    const ofDay = openings.filter((opening) => opening.day === weekday).toSorted((a, b) => b.opens - a.opens);
    for (const { opens, closes } of ofDay) {
      const begin = momentOf(day + opens * MINUTE_MS, timeZone);
      const end = Math.min(momentOf(day + closes * MINUTE_MS, timeZone), now.getTime());
      if (end <= begin) continue;
      if (end - begin >= missing) return new Date(end - missing);
      missing -= end - begin;
    }
  }
  return null;
}
