import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { samples } from '../../../../ecu/testing/samples.ts';
import { analyseSample, openPools, watchThreads } from './ecu-work.factory.ts';

const buildEdc16 = samples.find(({ familyId }) => familyId === 'edc16')?.build as () => Uint8Array;
/** Builds a file that is read in one form after another, each of them a copy of 20 MB. */
const large = async () => {
  const bytes = new Uint8Array(20 * 1024 * 1024).fill(0xff);
  buildEdc16().forEach((byte, at) => bytes.set([byte], at ^ 1));
  return { bytes };
};

const { pool, open } = openPools();

test('work that does not end is ended, whether it uses the processor or not', async () => {
  const busy = open({ timeoutMs: 100 });
  await busy.warm();
  expect(await busy.run('analyse', large, { client: 1 })).toEqual({ outcome: 'too slow' });
  const idle = open({ timeoutMs: 300 });
  await idle.warm();
  // A thread that never receives its work waits for it forever.
  const post = vi.spyOn(Worker.prototype, 'postMessage').mockReturnValue();
  onTestFinished(() => post.mockRestore());
  expect(await analyseSample(idle)).toEqual({ outcome: 'too slow' });
  expect(post).toHaveBeenCalledOnce();
  expect(idle.worst.ms).toBe(0);
});

test('a thread that holds too many bytes outside its heap is ended: copies of a file are not on the heap', async () => {
  const own = open({ memoryMb: 80 });
  expect(await own.run('analyse', large, { client: 1 })).toEqual({ outcome: 'too much memory' });
  expect(own.worst.memoryMb).toBeGreaterThan(80);
  expect(await pool.run('analyse', large, { client: 1 })).toMatchObject({ outcome: 'done' });
});

test('the replacement of a warm thread is warm as well', async () => {
  const threads = watchThreads();
  const own = open({ threads: 1 });
  await own.warm();
  const canceled = new AbortController();
  const ended = analyseSample(own, 1, canceled.signal);
  setImmediate(() => canceled.abort());
  expect(await ended).toEqual({ outcome: 'canceled' });
  expect(await analyseSample(own)).toMatchObject({ outcome: 'done' });
  const warm = ['done', 'done'];
  expect(threads).toEqual({ started: 2, ready: [warm, warm] });
});
