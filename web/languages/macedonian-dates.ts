import type { OwnDates, RelativeUnit } from './dates.ts';

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

const two = (number: number): string => String(number).padStart(2, '0');

const day = (moment: Date): string => `${moment.getDate()}.${moment.getMonth() + 1}.${moment.getFullYear()}`;
const minutes = (moment: Date): string => `${two(moment.getHours())}:${two(moment.getMinutes())}`;

function zoneOf(moment: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' }).formatToParts(moment);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function exact(moment: Date): string {
  const date = `${moment.getDate()} ${MONTHS[moment.getMonth()]} ${moment.getFullYear()}`;
  const time = `${minutes(moment)}:${two(moment.getSeconds())} ${zoneOf(moment)}`;
  return `${WEEKDAYS[moment.getDay()]}, ${date}, ${time}`.trim();
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

/** For browsers without Macedonian locale data, which would write "2026 M11 22". */
export const MACEDONIAN: OwnDates = {
  language: 'mk',
  format(style, moment) {
    if (style === 'exact') return exact(moment);
    if (style === 'day') return day(moment);
    if (style === 'month') return `${MONTHS[moment.getMonth()]?.slice(0, 3)} ${moment.getFullYear()}`;
    return style === 'minutes' ? `${day(moment)}, ${minutes(moment)}` : minutes(moment);
  },
  ago(amount, unit) {
    const [one, many] = UNITS[unit];
    // 1, 21, 101, but not 11.
    const isOne = amount % 10 === 1 && amount % 100 !== 11;
    return `пред ${amount} ${isOne ? one : many}`;
  },
};
