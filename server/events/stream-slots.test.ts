import { beforeEach, expect, test } from 'vitest';
import { removeOldLeases } from '../database/lease.ts';
import { one, openTwoProcesses, other } from '../testing/two-processes.ts';
import { openEventStream, type EventStream } from '../testing/event-stream.ts';
import { buildCustomer } from '../testing/stories.ts';
import { removeOldStreams, StreamSlots } from './stream-slots.ts';

const MAX_SLOTS = 12;

openTwoProcesses();
beforeEach(() => one.ownerDb.deleteFrom('event_slots').execute());

const listSlots = (userId: number) =>
  one.ownerDb.selectFrom('event_slots').selectAll().where('user_id', '=', userId).orderBy('number').execute();

test('a user who opens too many streams in two processes loses the oldest ones, in either process', async () => {
  const { id, token } = await buildCustomer(one.deps);
  const streams: EventStream[] = [];
  for (let at = 0; at < MAX_SLOTS + 2; at += 1)
    streams.push(await openEventStream(at < 2 ? other.url : one.url, token));
  await expect
    .poll(() => streams.map(({ hasEnded }) => hasEnded))
    .toEqual([true, true, ...Array<boolean>(MAX_SLOTS).fill(false)]);
  expect(await listSlots(id)).toHaveLength(MAX_SLOTS);
  for (const stream of streams) stream.close();
  await expect.poll(() => listSlots(id)).toEqual([]);
});

test('of many streams that open at once in two processes, as many as allowed get a slot', async () => {
  const slots = [new StreamSlots(one.deps), new StreamSlots(other.deps)] as const;
  const taken = await Promise.all(Array.from({ length: MAX_SLOTS }, (_, at) => slots[at % 2 === 0 ? 0 : 1].take(17)));
  expect((await listSlots(17)).map(({ stream }) => stream).toSorted()).toEqual(taken.toSorted());
  for (const slot of slots) await slot.close();
  expect(await listSlots(17)).toEqual([]);
});

test('the streams of a killed process give up their slots', async () => {
  const [killed, left] = [new StreamSlots(one.deps), new StreamSlots(other.deps)];
  for (let at = 0; at < MAX_SLOTS - 1; at += 1) await killed.take(17);
  const first = await left.take(17);
  const lost = (await listSlots(17)).filter(({ stream }) => stream !== first);
  const holder = lost[0]?.holder ?? '';
  await one.ownerDb
    .updateTable('process_leases')
    .set({ ends_at: new Date(0) })
    .where('holder', '=', holder)
    .execute();
  for (let at = 0; at < MAX_SLOTS - 2; at += 1) await left.take(17);
  const slots = await listSlots(17);
  expect(slots.filter((slot) => slot.holder === holder)).toHaveLength(1);
  expect(slots.map(({ stream }) => stream)).toContain(first);
  await removeOldLeases(one.db);
  await removeOldStreams(one.db);
  expect(await listSlots(17)).toEqual(slots.filter((slot) => slot.holder !== holder));
  await left.close();
  await killed.close();
});

test('streams keep their slots when the database has just lost the lease of their process', async () => {
  const slots = new StreamSlots(one.deps);
  await slots.take(17);
  await one.ownerDb.deleteFrom('process_leases').execute();
  await slots.take(17);
  await removeOldStreams(one.db);
  expect(await listSlots(17)).toHaveLength(2);
  await slots.close();
});
