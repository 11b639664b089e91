import { expect, test } from 'vitest';
import { analyseFile } from './analyse-file.ts';
import { analyseSample, openPools, sample, watchThreads } from './ecu-work.factory.ts';

const { pool, open } = openPools();

test('a file is analysed in a thread: the result is returned, and the bytes are transferred', async () => {
  const bytes = sample();
  const outcome = await pool.run('analyse', async () => ({ bytes }), { client: 1 });
  expect(outcome).toMatchObject({ outcome: 'done', result: { fileType: 'OK', family: { id: 'me7' }, obstacle: null } });
  expect(bytes).toHaveLength(0);
});

test('bytes that are part of a larger buffer are copied, not transferred', async () => {
  const larger = new Uint8Array([0, ...sample()]);
  const part = larger.subarray(1);
  expect(await pool.run('analyse', async () => ({ bytes: part }), { client: 1 })).toMatchObject({ outcome: 'done' });
  expect(part.length).toBe(sample().length);
});

test('work that exceeds its processor time is ended', async () => {
  expect(await analyseSample(open({ timeMs: 1 }))).toEqual({ outcome: 'too slow' });
});

test('work canceled midway is ended, and the next work is done', async () => {
  const canceled = new AbortController();
  const first = analyseSample(pool, 1, canceled.signal);
  const second = analyseSample(pool, 1);
  setImmediate(() => canceled.abort());
  expect(await first).toEqual({ outcome: 'canceled' });
  expect(await second).toMatchObject({ outcome: 'done' });
});

test('a thread whose own heap is too large is ended', async () => {
  // Its program alone takes more than this.
  expect(await analyseSample(open({ memoryMb: 12 }))).toEqual({ outcome: 'too much memory' });
});

test('a fault in the work is reported, and the next work is done', async () => {
  const broken = await pool.run('analyse', async () => ({ bytes: null as unknown as Uint8Array }), { client: 1 });
  expect(broken).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('TypeError') });
  expect(await analyseSample(pool)).toMatchObject({ outcome: 'done' });
});

test('an error while loading is thrown, and the next work is done', async () => {
  const lost = pool.run('analyse', () => Promise.reject(new Error('the bytes are gone')), { client: 1 });
  await expect(lost).rejects.toThrow('the bytes are gone');
  expect(await analyseSample(pool)).toMatchObject({ outcome: 'done' });
});

test('files are loaded when their turn comes, alternating between users; too many are refused', async () => {
  const order: string[] = [];
  const ask = (user: number, name: string) =>
    pool.run(
      'analyse',
      async () => {
        order.push(name);
        return { bytes: new Uint8Array(100) };
      },
      { client: user },
    );
  const all = [ask(1, 'a1'), ask(1, 'a2'), ask(1, 'a3'), ask(1, 'a4'), ask(2, 'b1')];
  expect(order).toEqual(['a1']);
  const outcomes = await Promise.all(all);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'too busy', 'done']);
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('work canceled while waiting is never loaded', async () => {
  const canceled = new AbortController();
  const first = analyseSample(pool);
  const waiting = pool.run('analyse', () => Promise.reject(new Error('loaded')), {
    client: 1,
    signal: canceled.signal,
  });
  canceled.abort();
  expect(await waiting).toEqual({ outcome: 'canceled' });
  expect(await first).toMatchObject({ outcome: 'done' });
});

test('a thread does not start before its first work', async () => {
  const threads = watchThreads();
  const own = open({ threads: 2 });
  expect(threads.started).toBe(0);
  await analyseSample(own);
  expect(threads).toEqual({ started: 1, ready: [[]] });
});

test('a warm pool has one thread that has done a warm-up run; another starts when two files come together', async () => {
  const threads = watchThreads();
  const own = open({ threads: 2 });
  await own.warm();
  const warm = ['done', 'done'];
  expect(threads).toEqual({ started: 1, ready: [warm] });
  const both = await Promise.all([analyseSample(own), analyseSample(own)]);
  expect(both.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  expect(threads).toEqual({ started: 2, ready: [warm, []] });
  await own.warm();
  expect(threads.started).toBe(2);
});

test('a pool that is closed during its warm-up is closed', async () => {
  const own = open({ threads: 2 });
  const warming = own.warm();
  await own.close();
  await warming;
  expect(await analyseSample(own)).toEqual({ outcome: 'closed' });
});

test('closing a pool settles all waiting work', async () => {
  const own = open();
  const both = [analyseSample(own), analyseSample(own)];
  await own.close();
  expect(await Promise.all(both)).toEqual([{ outcome: 'closed' }, { outcome: 'closed' }]);
  expect(await analyseSample(own)).toEqual({ outcome: 'closed' });
});

test('the main thread is barely used while a thread works', async () => {
  await analyseSample(pool);
  // The least of several runs: what else happens on this thread meanwhile is not the work's.
  const use = async (work: (bytes: ReturnType<typeof sample>) => unknown) => {
    const runs: number[] = [];
    for (const bytes of Array.from({ length: 5 }, sample)) {
      const before = process.threadCpuUsage();
      await work(bytes);
      const { user, system } = process.threadCpuUsage(before);
      runs.push(user + system);
    }
    return Math.min(...runs);
  };
  // Here it only has to be handed over and monitored.
  const handedOver = await use(async (bytes) =>
    expect(await pool.run('analyse', async () => ({ bytes }), { client: 1 })).toMatchObject({ outcome: 'done' }),
  );
  const here = await use((bytes) => expect(analyseFile({ bytes })).toMatchObject({ fileType: 'OK' }));
  expect(handedOver).toBeLessThan(here / 2);
  expect(pool.worst.ms).toBeGreaterThan(0);
});
