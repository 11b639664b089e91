import { AsyncLocalStorage } from 'node:async_hooks';

/** The party on whose behalf the database is used. */
export interface Caller {
  /** Such as `user 17`, or `network 192.0.2.7` before a login. */
  name: string;
  /** Number of connections that this caller may use at once. */
  connections: number;
  /** Charges the caller with milliseconds of the thread spent on their replies. */
  charge?: (ms: number) => void;
}

export interface Work {
  caller: Caller;
  /** Aborts when the result is no longer awaited. */
  signal: AbortSignal | null;
}

const current = new AsyncLocalStorage<Work>();

/** Returns the work being done on behalf of a caller; undefined for what the portal does by itself. */
export const getCurrentWork = (): Work | undefined => current.getStore();

/** Attributes everything that `run` does with the database to this caller, including later and in other functions. */
export const runWithCaller = <Result>(caller: Caller, run: () => Result): Result =>
  current.run({ caller, signal: null }, run);

/**
 * Runs for the same caller until the signal aborts: work that then waits for a connection fails, and work that has one
 * loses it.
 */
export function runWithSignal<Result>(signal: AbortSignal, run: () => Result): Result {
  const work = current.getStore();
  return work === undefined ? run() : current.run({ ...work, signal }, run);
}

/** Captures the current caller for the callbacks of a stream, which run later, when the caller would be unknown. */
export const bindToCurrentCaller = (): (<Result>(run: () => Result) => Result) => AsyncLocalStorage.snapshot();

/** Runs work that occupies the thread for a while, and charges its time to the caller. */
export function chargeRun<Result>(run: () => Result): Result {
  const startedAt = performance.now();
  try {
    return run();
  } finally {
    getCurrentWork()?.caller.charge?.(performance.now() - startedAt);
  }
}
