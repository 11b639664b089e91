import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { emptyBin } from '../../features/staff/bin/server/bin.ts';
import { buildSolution } from '../../features/catalogue/server/catalogue.factory.ts';
import { createTestDatabase } from '../testing/database.ts';
import { connect, type Connection } from './connect.ts';
import { openDatabaseClock, readDatabaseTime } from './database-clock.ts';

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const NEAR_MS = 2_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, 2);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});
afterEach(() => vi.useRealTimers());

const jump = (byMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });

const distance = async (now: Date) => Math.abs(now.getTime() - (await readDatabaseTime(connection.db)).getTime());

test.each([
  ['forward by a year', YEAR_MS],
  ['back by an hour', -HOUR_MS],
])('the portal follows the database’s time when the machine’s clock is set %s', async (_, byMs) => {
  const clock = await openDatabaseClock(connection.db);
  jump(byMs);
  expect(await distance(clock.now())).toBeLessThan(NEAR_MS);
  clock.stop();
  const opened = await openDatabaseClock(connection.db);
  expect(await distance(opened.now())).toBeLessThan(NEAR_MS);
  opened.stop();
});

test('a day-old item stays in the bin when the machine’s clock is set forward by a year', async () => {
  const { db } = connection;
  await buildSolution({ db }, { deleted_at: new Date(Date.now() - 24 * HOUR_MS) });
  jump(YEAR_MS);
  const clock = await openDatabaseClock(db);
  expect(await emptyBin({ db, clock })).toBe(0);
  expect(await emptyBin({ db, clock: { now: () => new Date() } })).toBe(1);
  clock.stop();
});

test('a change of the database’s clock is followed', async () => {
  let aheadMs = 0;
  const moved = connection.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => ({
      ...result,
      rows: result.rows.map(({ now }) => ({ now: new Date(Date.parse(String(now)) + aheadMs).toISOString() })),
    }),
  });
  const clock = await openDatabaseClock(moved, { everyMs: 20 });
  aheadMs = HOUR_MS;
  await expect.poll(() => distance(new Date(clock.now().getTime() - HOUR_MS))).toBeLessThan(NEAR_MS);
  clock.stop();
});

test('the time continues while the database is unreachable', async () => {
  const lost = connect(database.url, 1);
  let asked = 0;
  const counted = lost.db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const clock = await openDatabaseClock(counted, { everyMs: 20 });
  await lost.close();
  const before = asked;
  await expect.poll(() => asked).toBeGreaterThan(before + 2);
  expect(await distance(clock.now())).toBeLessThan(NEAR_MS);
  clock.stop();
});
