import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import type { EndStatement } from './end-statement.ts';

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

/** How many connections one caller may wait for at once; many more than a browser opens. */
const MAX_WAITING = 200;
const MAX_WAIT_MS = 10_000;

interface Line {
  used: number;
  /** What starts each of those who wait. */
  waiting: (() => void)[];
}

/**
 * Lends the connections of a pool, a few to each caller at once: further requests queue behind the caller's own and never
 * ahead of another caller's. What the portal does by itself is limited by the pool only.
 */
export function shareConnections(pool: pg.Pool, endStatement: EndStatement): PostgresPool {
  const lines = new Map<string, Line>();
  async function connect(): Promise<pg.PoolClient> {
    const work = getCurrentWork();
    if (work === undefined) return pool.connect();
    work.signal?.throwIfAborted();
    const leave = await takeTurn(lines, work.caller, work.signal);
    try {
      work.signal?.throwIfAborted();
      return lendClient(await pool.connect(), { pool, leave, signal: work.signal, endStatement });
    } catch (error) {
      leave();
      throw error;
    }
  }
  return { connect, end: () => pool.end(), options: pool.options };
}

/** Resolves when the caller may use another connection; returns the function that gives it back. */
async function takeTurn(lines: Map<string, Line>, caller: Caller, signal: AbortSignal | null): Promise<() => void> {
  const line = lines.get(caller.name) ?? { used: 0, waiting: [] };
  lines.set(caller.name, line);
  if (line.used < caller.connections) line.used += 1;
  else await wait(line, signal);
  let hasLeft = false;
  return () => {
    if (hasLeft) return;
    hasLeft = true;
    const next = line.waiting.shift();
    if (next !== undefined) return next();
    line.used -= 1;
    if (line.used === 0) lines.delete(caller.name);
  };
}

function wait(line: Line, signal: AbortSignal | null): Promise<void> {
  if (line.waiting.length >= MAX_WAITING) throw new Overload('crowded', 'too many calls of one caller wait');
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    const start = () => {
      end();
      resolve();
    };
    const giveUp = () => {
      end();
      line.waiting.splice(line.waiting.indexOf(start), 1);
      reject(signal?.aborted ? (signal.reason as Error) : new Overload('late', 'no connection of the caller was free'));
    };
    const timer = setTimeout(giveUp, MAX_WAIT_MS);
    signal?.addEventListener('abort', giveUp);
    line.waiting.push(start);
  });
}

interface ClientLoan {
  pool: pg.Pool;
  endStatement: EndStatement;
  leave: () => void;
  signal: AbortSignal | null;
}

/** Lends a connection. If its work is late, it is ended, which undoes uncommitted work, and is never used again. */
function lendClient(client: pg.PoolClient, { pool, leave, signal, endStatement }: ClientLoan): pg.PoolClient {
  const release = client.release.bind(client);
  let isEnded = false;
  const end = () => {
    if (!(signal?.reason instanceof Overload) || signal.reason.kind !== 'late') return;
    isEnded = true;
    // Ending it takes a moment, in which work already reported as not done must not be committed.
    client.query = () => Promise.reject(signal.reason as Overload);
    void endStatement(pool, client);
  };
  signal?.addEventListener('abort', end);
  client.release = (error) => {
    signal?.removeEventListener('abort', end);
    release(isEnded ? true : error);
    leave();
  };
  return client;
}

/**
 * Thrown when the database could not be used in time. It is neither a refusal nor an `HttpProblem`: how far such a call
 * got is unknown, so its uploaded bytes stay until the sweep finds out (`discardAfter` in call-guard.ts).
 */
export class Overload extends Error {
  /**
   * `crowded`: too many calls of one caller are waiting. `late`: the time for a call is over. `gone`: the client has
   * left.
   */
  readonly kind: 'crowded' | 'late' | 'gone';

  constructor(kind: Overload['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

export const isClientGone = (error: unknown): boolean => error instanceof Overload && error.kind === 'gone';
