import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, onTestFinished } from 'vitest';
import { samples } from '../../../../ecu/testing/samples.ts';
import { openEcuPool, type EcuPool } from './ecu-work.ts';

export const sample = () => samples.find(({ familyId }) => familyId === 'me7')?.build() as Uint8Array;
export const analyseSample = (pool: EcuPool, user = 1, signal?: AbortSignal) =>
  pool.run('analyse', async () => ({ bytes: sample() }), { client: user, signal });

/** Returns a pool for all tests of a file, and opens others, which are closed after each. */
export function openPools() {
  // One shared thread, unless a test breaks it: whatever one test leaves behind affects the next.
  const pool = openEcuPool({ threads: 1, waiting: { each: 2, all: 10 } });
  afterAll(() => pool.close());
  const opened: EcuPool[] = [];
  afterEach(() => Promise.all(opened.map((own) => own.close())));
  /** Opens a pool for tests of bounds and of closing. */
  const open = (options: Parameters<typeof openEcuPool>[0] = {}): EcuPool => {
    const own = openEcuPool({ threads: 1, ...options });
    opened.push(own);
    return own;
  };
  return { pool, open };
}

/**
 * Counts the threads that start from now on, and collects the outcomes of their warm-ups in the order they get ready.
 */
export function watchThreads() {
  const threads = { started: 0, ready: [] as string[][] };
  const watch = (thread: Worker) => {
    threads.started += 1;
    thread.once('message', ({ ready }: { ready: string[] }) => threads.ready.push(ready));
  };
  process.on('worker', watch);
  onTestFinished(() => void process.off('worker', watch));
  return threads;
}
