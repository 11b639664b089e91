import { expect, test } from 'vitest';
import { isDue, isLate, parseSchedule } from './schedule.ts';

/** A time in the server's time zone. */
const at = (text: string) => new Date(text);

test('times of day and cron expressions produce the same schedules', () => {
  for (const text of ['02:30', '2:30', '30 2 * * *']) {
    const schedule = parseSchedule(text);
    expect(schedule.lastDue(at('2026-11-24T02:29:59'))).toEqual(at('2026-11-23T02:30:00'));
    expect(schedule.lastDue(at('2026-11-24T02:30:00'))).toEqual(at('2026-11-24T02:30:00'));
    expect(schedule.lastDue(at('2026-11-24T23:00:00'))).toEqual(at('2026-11-24T02:30:00'));
  }
  const twice = parseSchedule('02:30, 14:30');
  expect(twice.lastDue(at('2026-11-24T15:00:00'))).toEqual(at('2026-11-24T14:30:00'));
  expect(twice.lastDue(at('2026-11-24T14:00:00'))).toEqual(at('2026-11-24T02:30:00'));
  // On working days; the 22nd is a Sunday.
  expect(parseSchedule('0 3 * * 1-5').lastDue(at('2026-11-22T12:00:00'))).toEqual(at('2026-11-20T03:00:00'));
});

test('an invalid schedule is refused with a sentence', () => {
  for (const text of ['24:00', '02:30;14:30', 'nightly', '61 2 * * *', '* * * * * *', '02:30,nightly', ''])
    expect(() => parseSchedule(text), text).toThrow('BACKUP_SCHEDULE must be times of day');
});

test('a backup is due once per scheduled time, immediately if missed, and an hour after a failure', () => {
  const schedule = parseSchedule('02:30');
  const due = (good: string | null, failed: string | null, now: string) =>
    isDue(schedule, { good: good === null ? null : at(good), failed: failed === null ? null : at(failed) }, at(now));
  expect(due(null, null, '2026-11-24T12:00:00')).toBe(true);
  expect(due('2026-11-23T02:30:05', null, '2026-11-24T02:29:00')).toBe(false);
  expect(due('2026-11-23T02:30:05', null, '2026-11-24T02:30:00')).toBe(true);
  expect(due('2026-11-24T02:30:05', null, '2026-11-24T02:31:00')).toBe(false);
  // The portal was off for three days.
  expect(due('2026-11-21T02:30:05', null, '2026-11-24T18:00:00')).toBe(true);
  expect(due('2026-11-23T02:30:05', '2026-11-24T02:31:00', '2026-11-24T03:00:00')).toBe(false);
  expect(due('2026-11-23T02:30:05', '2026-11-24T02:31:00', '2026-11-24T03:31:00')).toBe(true);
});

test('the last good backup is too old three hours after a missed scheduled time', () => {
  const schedule = parseSchedule('02:30');
  const late = (good: string | null, now: string, since = '2026-01-01T00:00:00') =>
    isLate(schedule, { good: good === null ? null : at(good), failed: null }, { now: at(now), since: at(since) });
  expect(late('2026-11-23T02:30:05', '2026-11-24T02:31:00')).toBe(false);
  expect(late('2026-11-23T02:30:05', '2026-11-24T05:29:00')).toBe(false);
  expect(late('2026-11-23T02:30:05', '2026-11-24T05:31:00')).toBe(true);
  expect(late('2026-11-24T05:00:00', '2026-11-24T05:31:00')).toBe(false);
  expect(late(null, '2026-11-24T05:31:00')).toBe(true);
  // A new portal.
  expect(late(null, '2026-11-24T05:31:00', '2026-11-24T04:00:00')).toBe(false);
});
