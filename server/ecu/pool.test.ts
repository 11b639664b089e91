import { afterEach, expect, test } from 'vitest';
import { samples } from '../../ecu/testing/samples.ts';
import { openEcuPool, type EcuPool } from './pool.ts';

const sample = () => samples.find(({ familyId }) => familyId === 'me7')?.build() as Uint8Array;
const analyseSample = (pool: EcuPool, user = 1, signal?: AbortSignal) =>
  pool.run('analyse', async () => ({ bytes: sample() }), { user, signal });

let pool: EcuPool;
const open = (options: Parameters<typeof openEcuPool>[0] = {}) => (pool = openEcuPool({ threads: 1, ...options }));
afterEach(() => pool.close());

test('a file is analysed in a thread: what is found comes back, the bytes are taken over', async () => {
  open();
  const bytes = sample();
  const answer = await pool.run('analyse', async () => ({ bytes }), { user: 1 });
  expect(answer).toMatchObject({ answer: 'done', result: { fileType: 'OK', family: { id: 'me7' }, obstacle: null } });
  expect(bytes).toHaveLength(0);
});

test('bytes that are a part of something larger are copied, not taken', async () => {
  open();
  const larger = new Uint8Array([0, ...sample()]);
  const part = larger.subarray(1);
  expect(await pool.run('analyse', async () => ({ bytes: part }), { user: 1 })).toMatchObject({ answer: 'done' });
  expect(part.length).toBe(sample().length);
});

test('work that takes longer than it may is ended, and the next piece is done', async () => {
  open({ timeMs: 1 });
  expect(await analyseSample(pool)).toEqual({ answer: 'too slow' });
  await pool.close();
  open({ timeMs: 10_000 });
  const canceled = new AbortController();
  const first = analyseSample(pool, 1, canceled.signal);
  const second = analyseSample(pool, 1);
  setImmediate(() => canceled.abort());
  expect(await first).toEqual({ answer: 'canceled' });
  expect(await second).toMatchObject({ answer: 'done' });
});

test('a thread that holds more than it may is ended, and the next piece is done', async () => {
  // Its own program takes more than this.
  open({ memoryMb: 12 });
  expect(await analyseSample(pool)).toEqual({ answer: 'too much memory' });
  expect(pool.worst.memoryMb).toBeGreaterThan(0);
});

test('a fault in the work is told, and the next piece is done', async () => {
  open();
  const broken = await pool.run('analyse', async () => ({ bytes: null as unknown as Uint8Array }), { user: 1 });
  expect(broken).toMatchObject({ answer: 'failed', because: expect.stringContaining('TypeError') });
  expect(await analyseSample(pool)).toMatchObject({ answer: 'done' });
});

test('what cannot be loaded is thrown, and the next piece is done', async () => {
  open();
  const lost = pool.run('analyse', () => Promise.reject(new Error('the bytes are gone')), { user: 1 });
  await expect(lost).rejects.toThrow('the bytes are gone');
  expect(await analyseSample(pool)).toMatchObject({ answer: 'done' });
});

test('files are loaded when it is their turn, by turns of those who wait; whoever asks for too much is told', async () => {
  open({ waiting: { each: 2, all: 10 } });
  const order: string[] = [];
  const ask = (user: number, name: string) =>
    pool.run(
      'analyse',
      async () => {
        order.push(name);
        return { bytes: new Uint8Array(100) };
      },
      { user },
    );
  const all = [ask(1, 'a1'), ask(1, 'a2'), ask(1, 'a3'), ask(1, 'a4'), ask(2, 'b1')];
  expect(order).toEqual(['a1']);
  const answers = await Promise.all(all);
  expect(answers.map(({ answer }) => answer)).toEqual(['done', 'done', 'done', 'too busy', 'done']);
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('canceled while it waits, a piece is never loaded', async () => {
  open();
  const canceled = new AbortController();
  const first = analyseSample(pool);
  const waiting = pool.run('analyse', () => Promise.reject(new Error('loaded')), { user: 1, signal: canceled.signal });
  canceled.abort();
  expect(await waiting).toEqual({ answer: 'canceled' });
  expect(await first).toMatchObject({ answer: 'done' });
});

test('a pool that closes answers everybody', async () => {
  open();
  const both = [analyseSample(pool), analyseSample(pool)];
  await pool.close();
  expect(await Promise.all(both)).toEqual([{ answer: 'closed' }, { answer: 'closed' }]);
  expect(await analyseSample(pool)).toEqual({ answer: 'closed' });
});

test('while a thread works, the program goes on', async () => {
  open();
  await analyseSample(pool);
  let longestMs = 0;
  let last = performance.now();
  const pulse = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last);
    last = performance.now();
  }, 1);
  const answer = await analyseSample(pool);
  clearInterval(pulse);
  expect(answer).toMatchObject({ answer: 'done' });
  // It would be the whole time of the work; a busy machine is given most of it.
  if (answer.answer === 'done') expect(longestMs).toBeLessThan(Math.max(100, answer.ms));
});
