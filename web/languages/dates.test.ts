import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { translateWith } from './text.ts';
import { formatAge, formatAgo, formatDate, formatZoneClock, setOwnDates } from './dates.ts';
import { getCurrentLocale } from './locale.ts';
import { MACEDONIAN } from './macedonian-dates.ts';
import { loadLanguage } from './languages.ts';
import { formatNumber } from './numbers.ts';

/** Five past two in the afternoon in the shop’s zone. */
const MOMENT = new Date('2026-11-22T13:05:09Z');

const setBrowserLanguages = (...languages: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

afterEach(() => {
  setOwnDates(null);
  translateWith('en', () => undefined);
});

describe('the locale', () => {
  test.each([
    ['en', ['en-GB', 'en'], 'en-GB'],
    ['en', ['en-US', 'en'], 'en-US'],
    ['en', ['de-DE', 'de'], 'en-GB'],
    ['en', ['en-US@posix'], 'en-GB'],
    ['de', ['en-GB', 'de-AT'], 'de-AT'],
    ['de', ['en-GB'], 'de'],
    ['en-XA', ['en-IE'], 'en-IE'],
  ])('of texts in %s for a browser set to %j is %s', (language, languages, expected) => {
    setBrowserLanguages(...languages);
    translateWith(language, () => undefined);
    expect(getCurrentLocale()).toBe(expected);
  });

  test('a British reader sees the day before the month', () => {
    setBrowserLanguages('en-GB');
    // Each test uses a different language, because formats are cached by language.
    translateWith('en-XA', () => undefined);
    expect(formatDate('minutes', MOMENT)).toBe('22 Nov 2026, 14:05');
  });
});

describe('Macedonian in a browser without data for it', () => {
  beforeEach(async () => {
    const supported = Intl.DateTimeFormat.supportedLocalesOf.bind(Intl.DateTimeFormat);
    const without = (tags?: Intl.LocalesArgument) => supported(tags).filter((tag) => !tag.startsWith('mk'));
    vi.spyOn(Intl.DateTimeFormat, 'supportedLocalesOf').mockImplementation(without);
    vi.spyOn(Intl.NumberFormat, 'supportedLocalesOf').mockImplementation(without);
    await loadLanguage('mk');
  });

  test.each([
    ['minutes', '22.11.2026, 14:05'],
    ['day', '22.11.2026'],
    ['time', '14:05'],
    ['clock', '14:05'],
  ] as const)('%s is %s', (style, expected) => expect(formatDate(style, MOMENT)).toBe(expected));

  test('an exact moment has the weekday, the month by name and the time zone', () => {
    expect(formatDate('exact', MOMENT)).toMatch(/^недела, 22 ноември 2026, 14:05:09 \S+$/);
  });

  test.each([
    [1, 'minute', 'пред 1 минута'],
    [5, 'minute', 'пред 5 минути'],
    [11, 'hour', 'пред 11 часа'],
    [21, 'hour', 'пред 21 час'],
    [2, 'day', 'пред 2 дена'],
  ] as const)('%i %s ago is %s', (amount, unit, expected) => expect(formatAgo(amount, unit)).toBe(expected));

  test('how long something waits has no “ago”', () => expect(formatAge(21, 'hour')).toBe('21 час'));

  test('numbers use a decimal comma', () => expect(formatNumber(1234.5, {})).toBe('1.234,5'));

  test('another language uses its own dates again', async () => {
    await loadLanguage('de');
    expect(formatDate('day', MOMENT)).toBe('22.11.2026');
    expect(formatAgo(5, 'minute')).toBe('vor 5 Minuten');
    expect(formatAge(5, 'minute')).toBe('5 Min.');
  });
});

test('the browser’s Macedonian data, where available, matches our own', () => {
  expect(Intl.DateTimeFormat.supportedLocalesOf('mk')).toEqual(['mk']);
  const theirs = new Intl.DateTimeFormat('mk', { month: 'long', timeZone: 'Europe/Skopje' });
  const weekdays = new Intl.DateTimeFormat('mk', { weekday: 'long', timeZone: 'Europe/Skopje' });
  for (let month = 0; month < 12; month += 1) {
    const moment = new Date(Date.UTC(2026, month, month + 1, 9, 0, 0));
    const exact = MACEDONIAN.format('exact', moment);
    expect(exact).toContain(theirs.format(moment));
    expect(exact).toContain(weekdays.format(moment));
  }
  for (const [amount, unit] of [
    [1, 'day'],
    [3, 'week'],
    [21, 'year'],
    [7, 'month'],
    [2, 'second'],
  ] as const) {
    expect(MACEDONIAN.ago(amount, unit)).toBe(new Intl.RelativeTimeFormat('mk').format(-amount, unit));
  }
});

test('the clock of another time zone has 24 hours and seconds', () => {
  expect(formatZoneClock(new Date('2026-11-22T23:05:09Z'), 'Europe/Skopje')).toBe('00:05:09');
});
