import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { samples } from '../../../../ecu/testing/samples.ts';
import { StorageDown } from '../../../../server/storage/read-bytes.ts';
import { toStoredObject, type EcuWork } from './ecu-work.ts';
import { createRemoteEcuWork } from './remote-ecu-work.ts';
import { startEcuWorkConsumer } from './ecu-work-consumer.ts';
import { addWork, LINE_LOCK, removeOrphanedWork, takeWork, withdrawWork } from './work-queue.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';

openStage();

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await app.ownerDb.deleteFrom('ecu_work').execute();
  await app.ownerDb.deleteFrom('process_leases').execute();
});

const onError = (error: unknown) => void troubles.push(String(error));
const troubles: string[] = [];

/** Builds what a separate web process has. */
function openWeb(options: { each?: number; all?: number; timeoutMs?: number } = {}): EcuWork {
  const { each = 8, all = 200, timeoutMs = 60_000 } = options;
  const waiting = { each, all };
  const web = createRemoteEcuWork({ db: app.db, directUrl: app.databaseUrl, onError, waiting, timeoutMs });
  closing.push(() => web.close());
  return web;
}

async function openWorker(ecu: EcuWork, atOnce = 1) {
  const worker = await startEcuWorkConsumer({ db: app.db, directUrl: app.databaseUrl, ecu, log: app.log, atOnce });
  closing.push(async () => {
    await worker.stop();
    for (const piece of held.splice(0)) piece.end({ outcome: 'closed' });
    await worker.close();
  });
  return worker;
}

interface Piece {
  user: number;
  key: string;
  end: (outcome: object) => void;
  fail: (error: Error) => void;
}

/** Ended with the workers, so that a test that fails does not wait for them. */
const held: Piece[] = [];

/** Threads whose work ends when a test ends it; `begun` lists the work in the order in which it began. */
function openHeldThreads() {
  const begun: Piece[] = [];
  const run = ((_name: string, { bytes }: { bytes: { storedKey: string } }, { user }: { user: number }) =>
    new Promise((resolve, reject) => {
      const piece = { user, key: bytes.storedKey, end: resolve, fail: reject };
      begun.push(piece);
      held.push(piece);
    })) as unknown as EcuWork['run'];
  const ecu: EcuWork = {
    run,
    warm: async () => undefined,
    worst: { ms: 0, memoryMb: 0 },
    close: async () => undefined,
  };
  return { ecu, begun, keys: () => begun.map(({ key }) => key) };
}

const ask = (web: EcuWork, user: number, key: string, signal?: AbortSignal) =>
  web.run('analyse', { bytes: toStoredObject(key) }, { user, signal });

const countRows = async () => (await app.ownerDb.selectFrom('ecu_work').select('id').execute()).length;

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`.execute(app.ownerDb);
  return rows[0]?.count ?? 0;
}

const countedRows = (count: number) => expect.poll(countRows).toBe(count);
const done = (result: string) => ({ outcome: 'done', result });

test('a worker reads and analyses the stored file that a web process hands over, leaving no row behind', async () => {
  const bytes = samples.find(({ familyId }) => familyId === 'me7')?.build() as Uint8Array;
  const { key } = await app.storage.receive(Readable.from([bytes]));
  await app.storage.keep({ key });
  await openWorker(app.deps.ecu);
  const web = openWeb();
  const outcome = await ask(web, 1, key);
  expect(outcome).toEqual(await ask(app.deps.ecu, 1, key));
  expect(outcome).toMatchObject({ outcome: 'done', result: { fileType: 'OK', family: { id: 'me7' } } });
  expect(await countRows()).toBe(0);
});

test('users take turns across all web processes, and each process refuses requests beyond the limits', async () => {
  const [one, other] = [openWeb({ each: 3, all: 5 }), openWeb({ each: 3, all: 5 })];
  const asked = [];
  for (const key of ['a1', 'a2', 'a3']) {
    asked.push(ask(one, 1, key));
    await countedRows(asked.length);
  }
  expect(await ask(other, 1, 'a4')).toEqual({ outcome: 'too busy' });
  for (const key of ['b1', 'b2']) {
    asked.push(ask(other, 2, key));
    await countedRows(asked.length);
  }
  expect(await ask(one, 3, 'c1')).toEqual({ outcome: 'too busy' });
  const { ecu, begun, keys } = openHeldThreads();
  await openWorker(ecu);
  for (let at = 0; at < asked.length; at += 1) {
    await expect.poll(() => begun.length).toBe(at + 1);
    begun[at]?.end(done(keys()[at] ?? ''));
  }
  expect(keys()).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'].map(done));
});

test('a user who has just been served takes turns with one who has queued many jobs meanwhile', async () => {
  const [web, { ecu, begun, keys }] = [openWeb(), openHeldThreads()];
  await openWorker(ecu);
  const asked = [ask(web, 1, 'a1')];
  await expect.poll(keys).toEqual(['a1']);
  for (const [user, key] of [
    [2, 'b1'],
    [2, 'b2'],
    [2, 'b3'],
    [1, 'a2'],
  ] as const) {
    asked.push(ask(web, user, key));
    await countedRows(asked.length);
  }
  for (let at = 0; at < asked.length; at += 1) {
    await expect.poll(() => begun.length).toBe(at + 1);
    begun[at]?.end(done(''));
  }
  await Promise.all(asked);
  expect(keys()).toEqual(['a1', 'b1', 'b2', 'a2', 'b3']);
});

test('work begun by a killed worker is retried by another one, and given up when that is killed too', async () => {
  const [web, first, second, third] = [openWeb(), openHeldThreads(), openHeldThreads(), openHeldThreads()];
  /** Its lease has expired, and nothing that it still does counts. */
  const kill = async (key: string) => {
    const { taken_by } = await app.ownerDb.selectFrom('ecu_work').select('taken_by').executeTakeFirstOrThrow();
    await app.ownerDb.deleteFrom('process_leases').where('holder', '=', taken_by).execute();
    return key;
  };
  const asked = ask(web, 1, 'a');
  const killed = [await openWorker(first.ecu)];
  await expect.poll(first.keys).toEqual(['a']);
  await killed[0]?.stop();
  await kill('a');
  killed.push(await openWorker(second.ecu));
  await expect.poll(second.keys).toEqual(['a']);
  first.begun[0]?.end(done('from the dead'));
  await killed[1]?.stop();
  await kill('a');
  await openWorker(third.ecu);
  expect(await asked).toMatchObject({ outcome: 'failed', haveWorkersEnded: true });
  expect(third.keys()).toEqual([]);
  second.begun[0]?.end(done('from the dead'));
});

/** What a standby does that becomes the primary: unlogged tables begin empty. */
const loseLeases = () => app.ownerDb.deleteFrom('process_leases').execute();

test('work is begun once by workers that live, although the database has just lost their leases', async () => {
  const { ecu, begun, keys } = openHeldThreads();
  await openWorker(ecu, 2);
  await openWorker(ecu, 2);
  await loseLeases();
  const web = openWeb();
  const asked = [ask(web, 1, 'a')];
  await expect.poll(keys).toEqual(['a']);
  // Whoever takes this would first take again what seems to be free.
  asked.push(ask(web, 1, 'b'));
  await expect.poll(keys).toContain('b');
  expect(keys()).toEqual(['a', 'b']);
  for (const piece of begun) piece.end(done(piece.key));
  expect(await Promise.all(asked)).toEqual(['a', 'b'].map(done));
});

test('of four workers that look at the same moment, without leases, one takes the work', async () => {
  const [askedBy, ...workers] = Array.from({ length: 5 }, () => randomUUID());
  for (let round = 0; round < 60; round += 1) {
    await loseLeases();
    const work = {
      id: randomUUID(),
      userId: admin.id,
      name: 'identify',
      request: Buffer.alloc(1),
      askedBy: askedBy ?? '',
    };
    await addWork(app.db, work, { each: 8, all: 200 });
    const taken = await Promise.all(workers.map((takenBy) => takeWork(app.db, { takenBy, running: [] })));
    expect(taken.filter((one) => one !== null)).toHaveLength(1);
    await withdrawWork(app.db, work.id);
  }
});

test('a worker whose lease ended while it worked does not begin the same work again', async () => {
  const [web, { ecu, begun, keys }] = [openWeb(), openHeldThreads()];
  await openWorker(ecu, 2);
  const asked = [ask(web, 1, 'a')];
  await expect.poll(keys).toEqual(['a']);
  await loseLeases();
  asked.push(ask(web, 1, 'b'));
  await expect.poll(keys).toContain('b');
  expect(keys()).toEqual(['a', 'b']);
  for (const piece of begun) piece.end(done(piece.key));
  expect(await Promise.all(asked)).toEqual(['a', 'b'].map(done));
});

test('work is not taken for that of a killed web process when the database has just lost the lease', async () => {
  const [web, { ecu, begun, keys }] = [openWeb(), openHeldThreads()];
  await openWorker(ecu);
  const earlier = ask(web, 1, 'a');
  await expect.poll(keys).toEqual(['a']);
  begun[0]?.end(done('a'));
  await earlier;
  await loseLeases();
  const asked = ask(web, 1, 'b');
  await countedRows(1);
  await removeOrphanedWork(app.db);
  await expect.poll(keys).toEqual(['a', 'b']);
  begun[1]?.end(done('b'));
  expect(await asked).toEqual(done('b'));
});

test('work whose outcome could not be stored is done again', async () => {
  const [web, { ecu, begun, keys }] = [openWeb(), openHeldThreads()];
  await openWorker(ecu);
  const asked = ask(web, 1, 'a');
  await expect.poll(keys).toEqual(['a']);
  begun[0]?.end({ outcome: 'done', result: () => 'a function cannot be stored' });
  await expect.poll(keys, { timeout: 5000 }).toEqual(['a', 'a']);
  begun[1]?.end(done('a'));
  expect(await asked).toEqual(done('a'));
});

test('work that a stopping worker cannot finish is done by another one', async () => {
  const [web, stopping, other] = [openWeb(), openHeldThreads(), openHeldThreads()];
  const asked = ask(web, 1, 'a');
  const worker = await openWorker(stopping.ecu);
  await expect.poll(stopping.keys).toEqual(['a']);
  await worker.stop();
  await openWorker(other.ecu);
  stopping.begun[0]?.end({ outcome: 'closed' });
  await expect.poll(other.keys).toEqual(['a']);
  other.begun[0]?.end(done('by the other'));
  expect(await asked).toEqual(done('by the other'));
});

test('a storage that fails in the worker fails the call in the web process', async () => {
  const [web, { ecu, begun }] = [openWeb(), openHeldThreads()];
  await openWorker(ecu);
  const caught = (key: string) => ask(web, 1, key).catch((error: unknown) => error);
  const down = caught('a');
  await expect.poll(() => begun.length).toBe(1);
  begun[0]?.fail(new StorageDown(new Error('no route')));
  expect(await down).toBeInstanceOf(StorageDown);
  const gone = caught('b');
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.fail(new Error('the bytes are gone'));
  expect(String(await gone)).toContain('the bytes are gone');
});

test('without a worker a call is refused as too busy, and nothing is left in the queue', async () => {
  expect(await ask(openWeb({ timeoutMs: 50 }), 1, 'a')).toEqual({ outcome: 'too busy' });
  expect(await countRows()).toBe(0);
  expect(troubles.at(-1)).toContain('ROLE=worker');
});

test('canceled work leaves the queue', async () => {
  const canceled = new AbortController();
  const asked = ask(openWeb(), 1, 'a', canceled.signal);
  await countedRows(1);
  canceled.abort();
  expect(await asked).toEqual({ outcome: 'canceled' });
  expect(await countRows()).toBe(0);
});

test('work that waits to join the queue is not taken for lost', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval');
  const [web, { ecu, begun, keys }] = [openWeb(), openHeldThreads()];
  const look = timers.mock.calls.at(-1)?.[0] as () => void;
  timers.mockRestore();
  await openWorker(ecu);
  const asked = await app.ownerDb.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LINE_LOCK})`.execute(tx);
    const waiting = ask(web, 1, 'a');
    await expect.poll(countWaiting).toBe(1);
    look();
    // What it has begun has been answered before this.
    for (let at = 0; at < 5; at += 1) await countRows();
    return { waiting };
  });
  await expect.poll(keys).toEqual(['a']);
  begun[0]?.end(done('a'));
  expect(await asked.waiting).toEqual(done('a'));
});

test('work whose row is lost from the database ends', async () => {
  const asked = ask(openWeb(), 1, 'a');
  await countedRows(1);
  await app.ownerDb.deleteFrom('ecu_work').execute();
  expect(await asked).toEqual({ outcome: 'closed' });
});

test('work queued by a killed web process is not done, does not count for limits and is removed', async () => {
  const [killed, web] = [openWeb(), openWeb({ each: 1, all: 1 })];
  const lost = ask(killed, 1, 'a');
  await countedRows(1);
  await app.ownerDb.deleteFrom('process_leases').execute();
  const asked = ask(web, 1, 'b');
  await countedRows(2);
  const { ecu, begun, keys } = openHeldThreads();
  await openWorker(ecu);
  await expect.poll(keys).toEqual(['b']);
  begun[0]?.end(done('b'));
  expect(await asked).toEqual(done('b'));
  await removeOrphanedWork(app.db);
  expect(await lost).toEqual({ outcome: 'closed' });
  expect(await countRows()).toBe(0);
});
