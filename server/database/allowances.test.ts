import { expect, test } from 'vitest';
import { findExhausted, removeOldAllowances, takeAllowance } from './allowances.ts';
import { app, openStage } from '../testing/stage.ts';

openStage();

const MINUTE_MS = 60_000;
const NOW = new Date('2026-03-02T10:00:00Z');
const END = new Date('2026-03-02T10:01:00Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);

test('a period begins with the first use, and counting starts over when it has ended', async () => {
  const three = { subject: 'three a minute', periodMs: MINUTE_MS, maxUses: 3 };
  const taken = [];
  for (const ms of [0, 10_000, 59_000]) taken.push(await takeAllowance(app.db, after(ms), three));
  expect(taken).toEqual([null, null, null]);
  expect(await takeAllowance(app.db, after(59_999), three)).toEqual(END);
  expect(await findExhausted(app.db, after(59_999), three)).toEqual(END);
  expect(await takeAllowance(app.db, after(60_000), three)).toBeNull();
  expect(await findExhausted(app.db, after(60_000), three)).toBeNull();
});

test('bytes count as well, including those of the very first use', async () => {
  const hundred = { subject: 'a hundred bytes', periodMs: MINUTE_MS, maxUses: 9, maxBytes: 100 };
  expect(await takeAllowance(app.db, NOW, hundred, 101)).toEqual(END);
  expect(await takeAllowance(app.db, NOW, hundred, 60)).toBeNull();
  expect(await takeAllowance(app.db, NOW, hundred, 41)).toEqual(END);
  expect(await findExhausted(app.db, NOW, hundred, 41)).toEqual(END);
  expect(await takeAllowance(app.db, NOW, hundred, 40)).toBeNull();
});

test('of twenty simultaneous uses exactly as many pass as are allowed', async () => {
  const five = { subject: 'five at once', periodMs: MINUTE_MS, maxUses: 5, maxBytes: 1000 };
  const all = await Promise.all(Array.from({ length: 20 }, () => takeAllowance(app.db, NOW, five, 10)));
  expect(all.filter((refused) => refused === null)).toHaveLength(5);
});

test('a use whose transaction is rolled back does not count', async () => {
  const one = { subject: 'one', periodMs: MINUTE_MS, maxUses: 1 };
  const failed = app.db.transaction().execute(async (tx) => {
    await takeAllowance(tx, NOW, one);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await takeAllowance(app.db, NOW, one)).toBeNull();
});

test('expired allowances are removed', async () => {
  await takeAllowance(app.db, NOW, { subject: 'old', periodMs: 1, maxUses: 1 });
  await takeAllowance(app.db, NOW, { subject: 'young', periodMs: MINUTE_MS, maxUses: 1 });
  await removeOldAllowances(app.db, after(1));
  const left = await app.db
    .selectFrom('allowances')
    .select('subject')
    .where('subject', 'in', ['old', 'young'])
    .execute();
  expect(left).toEqual([{ subject: 'young' }]);
});
