import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { openTarget } from './open-target.ts';
import { chooseStaying, removeOldBackups } from './remove-old.ts';

const DAY_MS = 86_400_000;
const at = (text: string) => new Date(`${text}Z`);
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/** Takes a backup at each time, and rotates after each one. */
function rotateThrough(times: readonly Date[]): Date[] {
  let stored: Date[] = [];
  for (const time of times) {
    stored.push(time);
    const staying = chooseStaying(stored);
    stored = stored.filter((one) => staying.has(one));
  }
  return stored;
}

const texts = (times: readonly Date[]) => times.map((time) => time.toISOString().slice(0, 16)).sort();

const nightly = (from: Date, days: number) =>
  Array.from({ length: days }, (_, day) => new Date(from.getTime() + day * DAY_MS));

test('after two years of nightly backups, 7 daily, 5 weekly and 12 monthly ones remain', () => {
  const stored = rotateThrough(nightly(at('2024-12-01T02:30:00'), 723));
  expect(texts(stored)).toEqual(
    [
      // The last night of each month, going back twelve months including this one.
      '2025-12-31T02:30',
      '2026-01-31T02:30',
      '2026-02-28T02:30',
      '2026-03-31T02:30',
      '2026-04-30T02:30',
      '2026-05-31T02:30',
      '2026-06-30T02:30',
      '2026-07-31T02:30',
      '2026-08-31T02:30',
      '2026-09-30T02:30',
      '2026-10-31T02:30',
      // The last night of each week, which is a Sunday.
      '2026-11-01T02:30',
      '2026-11-08T02:30',
      '2026-11-15T02:30',
      '2026-11-17T02:30',
      '2026-11-18T02:30',
      '2026-11-19T02:30',
      '2026-11-20T02:30',
      '2026-11-21T02:30',
      '2026-11-22T02:30',
      '2026-11-23T02:30',
    ].sort(),
  );
});

test('on every day of two years the last seven days, five weeks and twelve months since the first are covered', () => {
  const first = at('2024-12-01T02:30:00');
  const nights = nightly(first, 730);
  let stored: Date[] = [];
  for (const [index, now] of nights.entries()) {
    stored.push(now);
    const staying = chooseStaying(stored);
    stored = stored.filter((one) => staying.has(one));
    expect(stored.length).toBeLessThanOrEqual(7 + 5 + 12);
    const week = [0, 1, 2, 3, 4, 5, 6].map((days) => daysBefore(now, days)).filter((day) => day >= first);
    expect(texts(stored)).toEqual(expect.arrayContaining(texts(week)));
    const untilNow = nights.slice(0, index + 1);
    const weeks = untilNow.filter((night) => night === now || night.getUTCDay() === 0).slice(-5);
    expect(texts(stored)).toEqual(expect.arrayContaining(texts(weeks)));
    const months = untilNow.filter((night) => night === now || daysBefore(night, -1).getUTCDate() === 1).slice(-12);
    expect(texts(stored)).toEqual(expect.arrayContaining(texts(months)));
    // No gap is longer than a month, going back eleven months.
    const back = stored.filter((one) => one >= daysBefore(now, 334));
    for (const [place, time] of back.entries()) {
      const next = back[place + 1] ?? now;
      expect(next.getTime() - time.getTime(), String(now)).toBeLessThanOrEqual(31 * DAY_MS);
    }
  }
  expect(stored).toHaveLength(21);
});

test('of several backups on a day that is over the last one is retained, whatever their order', () => {
  const hours = ['2026-11-23T02:00:00', '2026-11-23T14:00:00', '2026-11-25T02:00:00'].map(at);
  expect(texts([...chooseStaying(hours.toReversed())])).toEqual(['2026-11-23T14:00', '2026-11-25T02:00']);
});

test.each(['00:30,12:30', '02:30,14:30', '11:30,23:30', '06:00,12:00,18:00'])(
  'at %s both backups of a day stay until the day is over, in every time zone',
  (schedule) => {
    const perDay = schedule.split(',');
    for (const zone of [-11, -5, 0, 5.75, 14]) {
      const local = (day: number, time: string) =>
        new Date(at(`2026-11-${day}T${time}:00`).getTime() - zone * 3_600_000);
      let stored: Date[] = [];
      for (const day of [20, 21, 22, 23]) {
        for (const [index, time] of perDay.entries()) {
          stored = [...chooseStaying([...stored, local(day, time)])];
          const ofToday = perDay.slice(0, index + 1).map((one) => local(day, one));
          expect(texts(stored), `UTC${zone} ${day} ${time}`).toEqual(expect.arrayContaining(texts(ofToday)));
        }
      }
      expect(stored.length).toBeLessThanOrEqual(perDay.length + 4);
    }
  },
);

test('a portal that was off for two years retains the earlier backups', () => {
  const before = rotateThrough(nightly(at('2023-10-01T02:30:00'), 60));
  const after = rotateThrough([...before, at('2026-11-24T02:30:00')]);
  // The new day takes the place of one of the seven.
  expect(texts(after)).toEqual(expect.arrayContaining(['2023-10-31T02:30', ...texts(before).slice(-6)]));
});

test('a single backup is retained, and an empty list stays empty', () => {
  expect(chooseStaying([]).size).toBe(0);
  expect(texts([...chooseStaying([at('2026-11-24T02:30:00')])])).toEqual(['2026-11-24T02:30']);
});

test('nothing is removed while the list of the backups cannot be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tunedesk-rotation-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const target = await openTarget({ backupTarget: { folder }, backupKey: null });
  expect(await target.records.list()).toEqual([]);
  const object = await target.objects.receive(Readable.from([Buffer.from('needed by every backup')]));
  await target.objects.keep(object);
  // Any error but that of a missing folder, such as EIO of a network drive.
  await writeFile(join(folder, 'backups'), '');
  await expect(removeOldBackups(target)).rejects.toThrow('ENOTDIR');
  expect(await target.objects.read(object.key)).not.toBeNull();
});
