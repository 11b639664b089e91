import { setTimeout as sleep } from 'node:timers/promises';

/** Called between two slices of long work; throws when the work has to stop. */
export type Pause = () => Promise<void>;

/** Pauses for as long as the previous slice took, so that long work uses at most half of one core. */
export function createPause(signal?: AbortSignal): Pause {
  let since = performance.now();
  return async () => {
    const workedMs = performance.now() - since;
    await sleep(Math.max(1, workedMs), null, { signal, ref: false });
    since = performance.now();
  };
}

export const noPause: Pause = async () => undefined;
