import { DEFAULT_TIME_ZONE, findTimeZone } from '../../../contract/zone-time.ts';

/** A period within a day of the week, in minutes after midnight. */
export interface Opening {
  /** 1 is Monday, as in ISO 8601. */
  day: number;
  opens: number;
  closes: number;
}

export interface ShopHours {
  /** Name of an IANA time zone: that of all the shop's days and times. */
  timeZone: string;
  openings: readonly Opening[];
  /** For example 2026-12-24, or 12-25 for every year. */
  holidays: readonly string[];
  /** As they were written; without hours the shop never closes. */
  written: WrittenHours;
  /** The hours of the settings that these replace; omitted when these are those of the settings. */
  ofSettings?: ShopHours;
}

/** Spelled as in SHOP_HOURS, SHOP_HOLIDAYS and SHOP_TIME_ZONE. */
export interface WrittenHours {
  hours: string;
  holidays: string;
  time_zone: string;
}

declare module '../../../server/config.ts' {
  interface Config {
    shopHours: ShopHours;
  }
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const DAY_MINUTES = 24 * 60;
const STRETCH = /^([A-Z][a-z]{2})(?:-([A-Z][a-z]{2}))? (\d{2}):(\d{2})-(\d{2}):(\d{2})$/;

type Environment = Readonly<Record<string, string | undefined>>;

const partsOf = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Reads SHOP_HOURS, SHOP_HOLIDAYS and SHOP_TIME_ZONE. Without hours the shop never closes. */
export function readShopHours(env: Environment): ShopHours {
  const stretches = partsOf(env.SHOP_HOURS);
  const everyDay = DAYS.map((_, index) => ({ day: index + 1, opens: 0, closes: DAY_MINUTES }));
  const timeZone = readTimeZone(env.SHOP_TIME_ZONE || DEFAULT_TIME_ZONE);
  const holidays = partsOf(env.SHOP_HOLIDAYS);
  return {
    timeZone,
    openings: stretches.length === 0 ? everyDay : joinOverlaps(stretches.flatMap(readStretch)),
    holidays: holidays.map(readHoliday),
    written: { hours: stretches.join(', '), holidays: holidays.join(', '), time_zone: timeZone },
  };
}

function readStretch(text: string): Opening[] {
  const [, from = '', to = from, ...times] = STRETCH.exec(text) ?? [];
  const [first, last] = [DAYS.indexOf(from), DAYS.indexOf(to)];
  const [openHour = 99, openMinute = 99, closeHour = 99, closeMinute = 99] = times.map(Number);
  const [opens, closes] = [openHour * 60 + openMinute, closeHour * 60 + closeMinute];
  const isSound =
    first >= 0 && last >= first && openMinute < 60 && closeMinute < 60 && opens < closes && closes <= DAY_MINUTES;
  if (!isSound) {
    throw new Error(`SHOP_HOURS must be days with times, such as Mon-Fri 08:00-17:00,Sat 09:00-13:00, not "${text}".`);
  }
  return DAYS.slice(first, last + 1).map((_, index) => ({ day: first + index + 1, opens, closes }));
}

/** Every minute counts once, also where "Mon-Fri" and "Fri" have hours that overlap. */
function joinOverlaps(openings: readonly Opening[]): Opening[] {
  const joined: Opening[] = [];
  for (const one of openings.toSorted((a, b) => a.day - b.day || a.opens - b.opens)) {
    const last = joined.at(-1);
    if (last?.day === one.day && one.opens <= last.closes) last.closes = Math.max(last.closes, one.closes);
    else joined.push({ ...one });
  }
  return joined;
}

function readHoliday(text: string): string {
  const isDay = /^(?:\d{4}-)?\d{2}-\d{2}$/.test(text);
  const day = text.length === 5 ? `2024-${text}` : text;
  const date = new Date(`${day}T00:00:00Z`);
  if (!isDay || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) {
    throw new Error(`SHOP_HOLIDAYS must be days, such as 2026-12-24 or 12-25 for every year, not "${text}".`);
  }
  return text;
}

function readTimeZone(name: string): string {
  const zone = findTimeZone(name);
  if (zone === null) throw new Error(`SHOP_TIME_ZONE must be a zone such as Europe/Berlin, not "${name}".`);
  return zone;
}
