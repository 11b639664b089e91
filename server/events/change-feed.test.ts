import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { app, openStage } from '../testing/stage.ts';
import type { ServerEvent } from './audience.ts';
import { removeOldChanges } from './change-reader.ts';
import { openEventFeed, type EventFeed } from './event-feed.ts';

openStage();

let feed: EventFeed;
let news: ServerEvent[];
beforeEach(async () => {
  [feed, news] = [openEventFeed(app.databaseUrl), []];
  await feed.listen({ id: 0, role: 'ADMIN', staff_capabilities: null }, (event) => news.push(event));
});
afterEach(() => feed.stop());

const touch = (id: number, db = app.db) => sql`update files set notes = notes || '!' where id = ${id}`.execute(db);
const idsOf = (events: readonly ServerEvent[]) => events.map(({ id }) => id).toSorted((one, other) => one - other);

test('a transaction notes each source once, however often it changes it', async () => {
  const [one, other] = [await buildFile(app), await buildFile(app)];
  await feed.catchUp();
  news.length = 0;
  await app.db.transaction().execute(async (tx) => {
    for (const { id } of [one, other, one, one]) await touch(id, tx);
  });
  await feed.catchUp();
  expect(idsOf(news)).toEqual([one.id, other.id]);
});

test('of many transactions that end at the same time none is missed, though not each wakes the readers', async () => {
  const files = [];
  for (let made = 0; made < 8; made += 1) files.push(await buildFile(app));
  await feed.catchUp();
  // Sooner than the next look without being woken, but for a pause of the machine.
  let inTime = 0;
  for (let round = 0; round < 5; round += 1) {
    news.length = 0;
    await Promise.all(files.map(({ id }) => touch(id)));
    const startedAt = performance.now();
    await expect.poll(() => idsOf(news), { interval: 2 }).toEqual(files.map(({ id }) => id));
    if (performance.now() - startedAt < 800) inTime += 1;
  }
  expect(inTime).toBeGreaterThan(3);
});

test('a change is announced within moments also if the transaction that had to wake the readers fails', async () => {
  const file = await buildFile(app);
  await feed.catchUp();
  news.length = 0;
  const failing = await app.db.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(7205761)`.execute(failing);
  await touch(file.id);
  await failing.rollback().execute();
  await expect.poll(() => idsOf(news), { timeout: 5000 }).toEqual([file.id]);
});

test('a transaction that was under way at the last reading is read when it has ended', async () => {
  const [slow, quick] = [await buildFile(app), await buildFile(app)];
  await feed.catchUp();
  news.length = 0;
  const underWay = await app.db.startTransaction().execute();
  await touch(slow.id, underWay);
  await touch(quick.id);
  await feed.catchUp();
  expect(idsOf(news)).not.toContain(slow.id);
  await underWay.commit().execute();
  await feed.catchUp();
  expect(idsOf(news)).toContain(slow.id);
});

test('a list has another version after a change of its rows, and the same one otherwise', async () => {
  const file = await buildFile(app);
  const read = () => Promise.all([feed.readListVersion(['files', 'users']), feed.readListVersion(['tickets'])]);
  const before = await read();
  expect(await read()).toEqual(before);
  await touch(file.id);
  const [files, tickets] = await read();
  expect([files === before[0], tickets === before[1]]).toEqual([false, true]);
});

test('what no process has read for long is removed', async () => {
  await sql`insert into change_feed (xid, source) select n::text::xid8, 'work' from generate_series(1, 20) n`.execute(
    app.db,
  );
  await removeOldChanges(app.db, 5);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from change_feed`.execute(app.db);
  expect(rows[0]?.count).toBe(6);
});
