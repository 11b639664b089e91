import type { OwnDates, RelativeUnit } from './dates.ts';
import { getShopZone } from '../frame/shop.ts';
import { toShopTime } from './time-zone.ts';

const MONTHS = [
  'јануари',
  'февруари',
  'март',
  'април',
  'мај',
  'јуни',
  'јули',
  'август',
  'септември',
  'октомври',
  'ноември',
  'декември',
];
const WEEKDAYS = ['недела', 'понеделник', 'вторник', 'среда', 'четврток', 'петок', 'сабота'];

const padTwo = (number: number): string => String(number).padStart(2, '0');

// The parts of a local time are read as UTC (`toShopTime`).
const day = (local: Date): string => `${local.getUTCDate()}.${local.getUTCMonth() + 1}.${local.getUTCFullYear()}`;
const minutes = (local: Date): string => `${padTwo(local.getUTCHours())}:${padTwo(local.getUTCMinutes())}`;

function findZoneName(moment: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: getShopZone(), timeZoneName: 'short' }).formatToParts(
    moment,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function exact(moment: Date): string {
  const local = toShopTime(moment);
  const date = `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]} ${local.getUTCFullYear()}`;
  const time = `${minutes(local)}:${padTwo(local.getUTCSeconds())} ${findZoneName(moment)}`;
  return `${WEEKDAYS[local.getUTCDay()]}, ${date}, ${time}`.trim();
}

const UNITS: Record<RelativeUnit, readonly [one: string, many: string]> = {
  year: ['година', 'години'],
  month: ['месец', 'месеци'],
  week: ['седмица', 'седмици'],
  day: ['ден', 'дена'],
  hour: ['час', 'часа'],
  minute: ['минута', 'минути'],
  second: ['секунда', 'секунди'],
};

function age(amount: number, unit: RelativeUnit): string {
  const [one, many] = UNITS[unit];
  // 1, 21, 101, but not 11.
  const isOne = amount % 10 === 1 && amount % 100 !== 11;
  return `${amount} ${isOne ? one : many}`;
}

/** For browsers without Macedonian locale data, which would write "2026 M11 22". */
export const MACEDONIAN: OwnDates = {
  language: 'mk',
  format(style, moment) {
    if (style === 'exact') return exact(moment);
    const local = toShopTime(moment);
    if (style === 'day') return day(local);
    if (style === 'month') return `${MONTHS[local.getUTCMonth()]?.slice(0, 3)} ${local.getUTCFullYear()}`;
    return style === 'minutes' ? `${day(local)}, ${minutes(local)}` : minutes(local);
  },
  ago: (amount, unit) => `пред ${age(amount, unit)}`,
  age,
};
