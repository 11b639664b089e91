import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../send-call.ts';
import { count, type Statuses } from './uploader.ts';

const PAUSE_MS = 20;
export const MAX_P99_MS = 500;

/**
 * Measures how long an ordinary customer waits: makes one call after the other until `isOver`; returns the durations,
 * sorted.
 */
export async function callMeanwhile(
  { url, token }: { url: string; token: string },
  statuses: Statuses,
  isOver: () => boolean,
): Promise<number[]> {
  const took: number[] = [];
  while (!isOver()) {
    const startedAt = performance.now();
    const { status } = await send(url, { method: 'GET', path: '/users/my', token });
    count(statuses, status);
    took.push(performance.now() - startedAt);
    await sleep(PAUSE_MS);
  }
  return took.toSorted((one, other) => one - other);
}

/** Returns median and 99th percentile of sorted figures. */
export const medianAndP99 = (took: readonly number[]) => ({
  median: took[Math.floor(took.length / 2)] ?? Infinity,
  p99: took[Math.floor(took.length * 0.99)] ?? Infinity,
});
