import { beforeEach, expect, test } from 'vitest';
import { app, openStage } from '../../../../server/testing/stage.ts';
import { buildCustomer } from '../../../../server/testing/stories.ts';
import { buildFile } from '../../server/files.factory.ts';
import * as contract from '../expected-time.calls.ts';
import { findExpectedTime } from './expected-time.ts';
import { readShopHours } from '../../../shop/server/shop-hours.ts';

openStage({ forEachTest: true });

/** A Tuesday. */
const NOW = new Date('2026-11-24T10:00:00Z');
const HOURS = readShopHours({ SHOP_HOURS: 'Mon-Fri 08:00-16:00', SHOP_TIME_ZONE: 'Europe/Skopje' });

let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeEach(async () => {
  customer = await buildCustomer(app.deps);
});

const ready = (createdAt: string, minutes: number, solutionIds: number[] = [1]) =>
  buildFile(app, {
    user_id: customer.id,
    status: 'PROCESSED',
    feasible: 'POSSIBLE',
    solution_ids: solutionIds,
    created_at: createdAt,
    ready_mailed_at: new Date(new Date(createdAt).getTime() + minutes * 60_000),
  });

/** Builds one order a day at noon in Skopje, over the last weeks. */
async function buildHistory(count: number, minutes: number, solutionIds?: number[]) {
  const days = Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(2026, 10, 2 + (index % 5) + 7 * (index % 3))).toISOString().slice(0, 10),
  );
  for (const day of days) await ready(`${day}T11:00:00Z`, minutes, solutionIds);
}

const find = (from: string, hours = HOURS, solutionIds: number[] = [1]) =>
  findExpectedTime(app.db, hours, NOW, { from: new Date(from), solutionIds, fileId: null });

const iso = (moment: string | null) => (moment === null ? null : new Date(moment).toISOString());

test('below 20 orders there is no estimate; from the twentieth on it is the median', async () => {
  await buildHistory(19, 60);
  expect(await find('2026-11-24T10:00:00Z')).toEqual({ usually: null, mostly: null, orders: 0 });
  await ready('2026-11-20T11:00:00Z', 60);
  const found = await find('2026-11-24T10:00:00Z');
  expect([iso(found.usually), found.orders]).toEqual(['2026-11-24T11:00:00.000Z', 20]);
});

test('nights, weekends and holidays do not count: two hours from Friday 15:00 end on Monday at 9:00', async () => {
  await buildHistory(20, 120);
  expect(iso((await find('2026-11-27T14:00:00Z')).usually)).toBe('2026-11-30T08:00:00.000Z');
  const holiday = readShopHours({
    SHOP_HOURS: 'Mon-Fri 08:00-16:00',
    SHOP_TIME_ZONE: 'Europe/Skopje',
    SHOP_HOLIDAYS: '11-30',
  });
  expect(iso((await find('2026-11-27T14:00:00Z', holiday)).usually)).toBe('2026-12-01T08:00:00.000Z');
});

test('a shop that never closes is expected to take as long over a night with 23 or 25 hours', async () => {
  await buildHistory(20, 24 * 60);
  const always = readShopHours({ SHOP_TIME_ZONE: 'Europe/Skopje' });
  const expected = async (now: string) =>
    iso((await findExpectedTime(app.db, always, NOW, { from: new Date(now), solutionIds: [1], fileId: null })).usually);
  expect(await expected('2026-10-24T20:00:00Z')).toBe('2026-10-25T20:00:00.000Z');
  expect(await expected('2026-10-24T23:30:00Z')).toBe('2026-10-25T23:30:00.000Z');
});

test('an order at night that takes no time is expected when the shop opens', async () => {
  await buildHistory(20, 0);
  expect(iso((await find('2026-11-24T22:00:00Z')).usually)).toBe('2026-11-25T07:00:00.000Z');
  expect(iso((await find('2026-11-24T10:00:00Z')).usually)).toBe('2026-11-24T10:00:00.000Z');
});

test('the median and the 80th percentile use orders of the same solutions if there are enough', async () => {
  await buildHistory(16, 60, [1, 2]);
  await buildHistory(4, 180, [1, 2]);
  await buildHistory(20, 240, [3]);
  const alike = await find('2026-11-24T07:00:00Z', HOURS, [1]);
  expect([iso(alike.usually), alike.orders]).toEqual(['2026-11-24T08:00:00.000Z', 20]);
  // The 80th percentile of sixteen times one hour and four times three hours is 84 minutes.
  expect(iso(alike.mostly)).toBe('2026-11-24T08:24:00.000Z');
  expect((await find('2026-11-24T07:00:00Z', HOURS, [9])).orders).toBe(40);
});

test('a queue that is longer than average makes the expected time later', async () => {
  await buildHistory(20, 60);
  const before = await find('2026-11-24T10:00:00Z');
  for (let index = 0; index < 4; index += 1) await buildFile(app, { user_id: customer.id });
  const after = await find('2026-11-24T10:00:00Z');
  expect(new Date(after.usually ?? 0).getTime()).toBeGreaterThan(new Date(before.usually ?? 0).getTime());
});

test('a priced file has no expected time, and another customer’s file is not found', async () => {
  const { id } = await buildFile(app, { user_id: customer.id, status: 'PROCESSED', feasible: 'POSSIBLE' });
  const { body } = await app.call(contract.getExpectedTimeOfFile, { id }, customer);
  expect(body).toEqual({ usually: null, mostly: null, orders: 0 });
  const stranger = await buildCustomer(app.deps);
  expect((await app.call(contract.getExpectedTimeOfFile, { id }, stranger)).status).toBe(404);
});

test('orders from before midnight count as of about the same hour as one sent after it', async () => {
  const always = readShopHours({ SHOP_TIME_ZONE: 'UTC' });
  for (let day = 2; day < 22; day += 1) {
    await ready(`2026-11-${String(day).padStart(2, '0')}T23:30:00Z`, 60);
    await ready(`2026-11-${String(day).padStart(2, '0')}T12:00:00Z`, 300);
  }
  expect(iso((await find('2026-11-25T00:10:00Z', always)).usually)).toBe('2026-11-25T01:10:00.000Z');
});
