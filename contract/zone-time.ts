const DAY_MS = 86_400_000;

/** The local time in the zone at this moment, expressed as if it were UTC. */
export function toLocalTime(moment: number, timeZone: string): number {
  const parts = getFormat(timeZone).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  const made = new Intl.DateTimeFormat('en', { timeZone, ...date, ...time });
  formats.set(timeZone, made);
  return made;
}

/** The moment of a local time in the zone; of two such moments, the later one, as PostgreSQL has it. */
export function toMoment(local: number, timeZone: string): number {
  const offsets = [-DAY_MS, DAY_MS].map((ms) => toLocalTime(local + ms, timeZone) - (local + ms));
  const moments = offsets.map((offset) => local - offset).toSorted((one, next) => next - one);
  // No such moment exists in the hour that is skipped in spring: the clock has moved on by then.
  return moments.find((moment) => toLocalTime(moment, timeZone) === local) ?? (moments[0] as number);
}

/** Formats the way spreadsheets parse it: 2026-11-20 23:15:07. */
export const formatTimeIn = (timeZone: string, moment: Date): string =>
  new Date(toLocalTime(moment.getTime(), timeZone)).toISOString().slice(0, 19).replace('T', ' ');

/** The day in the zone, such as 2026-11-20. */
export const formatDayIn = (timeZone: string, moment: Date): string => formatTimeIn(timeZone, moment).slice(0, 10);

/** The zone of a shop that has chosen none (SHOP_TIME_ZONE). */
export const DEFAULT_TIME_ZONE = 'Europe/Skopje';

/**
 * Returns the zone's name in the spelling of this program; null: a zone that it does not know, as an old browser may.
 * An offset is no zone: what is two hours ahead here is two hours behind for PostgreSQL.
 */
export function findTimeZone(name: string): string | null {
  if (/^[+-]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
