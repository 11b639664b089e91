import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace } from './verify-object.ts';

/** Shorter waits are added up: a timer for every chunk would cost more than reading it. */
const MIN_WAIT_MS = 20;

/** Limits reading to this many bytes a second on average; time that was not used up earlier is not made up for. */
export function createPace(bytesPerSecond: number, signal?: AbortSignal): Pace {
  let dueAt = performance.now();
  return async (bytes) => {
    signal?.throwIfAborted();
    dueAt = Math.max(dueAt, performance.now() - MIN_WAIT_MS) + (bytes / bytesPerSecond) * 1_000;
    const waitMs = dueAt - performance.now();
    if (waitMs >= MIN_WAIT_MS) await sleep(waitMs, null, { signal, ref: false });
  };
}

export const unlimitedPace: Pace = async () => undefined;
