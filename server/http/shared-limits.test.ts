import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { one, openTwoProcesses, other } from '../testing/two-processes.ts';
import { rawCall } from '../testing/raw-call.ts';
import { removeOldRateLimits } from './shared-limits.ts';
import { removeOldSlots, UploadSlots } from './upload-slots.ts';

const MAX_PER_MINUTE = 30;

openTwoProcesses({ forEachTest: true });

const register = async ({ url }: TestApp) =>
  (
    await rawCall(url, {
      method: 'POST',
      path: '/api/register',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
  ).status;

async function registerMany(times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push(await register(time % 2 === 0 ? one : other));
  return statuses;
}

/** Has the same effect as a minute passing. */
const endPeriods = () =>
  one.ownerDb
    .updateTable('rate_limits')
    .set({ ends_at: new Date(0) })
    .execute();

test('a limit counts across two processes and ends in both with its period', async () => {
  expect(await registerMany(MAX_PER_MINUTE)).toEqual(Array.from({ length: MAX_PER_MINUTE }, () => 400));
  expect([await register(one), await register(other)]).toEqual([429, 429]);
  const fresh = await startTestApp({}, { beside: one });
  expect(await register(fresh)).toBe(429);
  await fresh.stop();
  await endPeriods();
  const later = await startTestApp({}, { beside: one });
  expect(await register(later)).toBe(400);
  await later.stop();
});

test('a caller beyond a limit is refused without using the database', async () => {
  await registerMany(MAX_PER_MINUTE + 2);
  const count = () => one.db.selectFrom('rate_limits').select('uses').executeTakeFirstOrThrow();
  const before = await count();
  expect([await register(one), await register(other)]).toEqual([429, 429]);
  expect(await count()).toEqual(before);
});

test('only counts of periods that have ended are removed', async () => {
  await register(one);
  await removeOldRateLimits(one.db);
  expect(await one.db.selectFrom('rate_limits').selectAll().execute()).toHaveLength(1);
  await endPeriods();
  await removeOldRateLimits(one.db);
  expect(await one.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
});

const USER = 17;
const MAX_SLOTS = 2;

/** Opens the slots of two processes. */
const openSlots = () => [new UploadSlots(one.deps, MAX_SLOTS), new UploadSlots(other.deps, MAX_SLOTS)] as const;

test('uploads under way count across two processes, and one that ends makes room in both', async () => {
  const [here, there] = openSlots();
  const leave = await here.take(USER);
  const last = await there.take(USER);
  expect([await here.take(USER), await there.take(USER)]).toEqual([null, null]);
  expect(await here.take(USER + 1)).not.toBeNull();
  await leave?.();
  const again = await there.take(USER);
  expect([again !== null, await here.take(USER)]).toEqual([true, null]);
  await again?.();
  await last?.();
  expect(await here.take(USER)).not.toBeNull();
});

test('of many uploads that begin at once in two processes, exactly as many as allowed proceed', async () => {
  const slots = openSlots();
  const tries = Array.from({ length: 20 }, (_, at) => slots[at % 2 === 0 ? 0 : 1].take(USER));
  expect((await Promise.all(tries)).filter((leave) => leave !== null)).toHaveLength(MAX_SLOTS);
});

test('the slots of a killed process are free when their lease has expired', async () => {
  const [here, there] = openSlots();
  await there.take(USER);
  await there.take(USER);
  expect(await here.take(USER)).toBeNull();
  await removeOldSlots(one.db);
  expect(await here.take(USER)).toBeNull();
  await one.ownerDb
    .updateTable('upload_slots')
    .set({ ends_at: new Date(0) })
    .execute();
  const leave = await here.take(USER);
  expect(leave).not.toBeNull();
  await removeOldSlots(one.db);
  expect(await one.db.selectFrom('upload_slots').selectAll().execute()).toHaveLength(1);
});
