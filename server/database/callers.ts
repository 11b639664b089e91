import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf the database is used. */
export interface Caller {
  /** Such as `user 17`, or `network 192.0.2.7` before anybody has logged in. */
  name: string;
  /** Connections that this caller may use at once. */
  connections: number;
  /** Counts milliseconds of the thread that were used for this caller's replies. */
  charge?: (ms: number) => void;
}

export interface Work {
  caller: Caller;
  /** Ends when the result is no longer awaited. */
  signal: AbortSignal | null;
}

const current = new AsyncLocalStorage<Work>();

/** What is done on behalf of a caller; undefined for what the portal does by itself. */
export const currentWork = (): Work | undefined => current.getStore();

/** Everything that `run` does with the database counts for this caller, also later and in other functions. */
export const runFor = <Result>(caller: Caller, run: () => Result): Result => current.run({ caller, signal: null }, run);

/** The same caller, until the signal ends: what then waits for a connection fails, and what has one loses it. */
export function runUntil<Result>(signal: AbortSignal, run: () => Result): Result {
  const work = current.getStore();
  return work === undefined ? run() : current.run({ ...work, signal }, run);
}

/** For what a stream calls later, when it is not known on whose behalf. */
export const forCurrentCaller = (): (<Result>(run: () => Result) => Result) => AsyncLocalStorage.snapshot();

/** Runs what takes the thread for a while, and counts it for the caller. */
export function charged<Result>(run: () => Result): Result {
  const beganAt = performance.now();
  try {
    return run();
  } finally {
    currentWork()?.caller.charge?.(performance.now() - beganAt);
  }
}
