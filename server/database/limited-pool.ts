import pg from 'pg';
import { getCurrentWork, type Caller } from './callers.ts';
import type { EndStatement } from './end-statement.ts';
import { Overload } from './overload.ts';

/** How many connections one caller may wait for at once; many more than a browser opens. */
const MAX_WAITING = 200;
const MAX_WAIT_MS = 10_000;

interface Waiter {
  start(): void;
}

interface Line {
  used: number;
  waiting: Waiter[];
}

/**
 * Limits the number of connections each caller uses at once: further requests queue behind the caller's own and never
 * ahead of another caller's. What the portal does by itself is limited by the pool only.
 */
export function limitPerCaller(pool: pg.Pool, endStatement: EndStatement): void {
  const lines = new Map<string, Line>();
  const connect = pool.connect.bind(pool) as (callback?: never) => Promise<pg.PoolClient>;
  const connectInTurn = async (): Promise<pg.PoolClient> => {
    const work = getCurrentWork();
    if (work === undefined) return connect();
    work.signal?.throwIfAborted();
    const leave = await takeTurn(lines, work.caller, work.signal);
    try {
      work.signal?.throwIfAborted();
      return lendClient(await connect(), { pool, leave, signal: work.signal, endStatement });
    } catch (error) {
      leave();
      throw error;
    }
  };
  // Kysely calls this for a promise; pg's own calls pass a callback.
  pool.connect = ((callback?: never) =>
    callback === undefined ? connectInTurn() : connect(callback)) as typeof pool.connect;
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
    if (next !== undefined) return next.start();
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
    const giveUp = () => {
      end();
      const at = line.waiting.indexOf(waiter);
      if (at !== -1) line.waiting.splice(at, 1);
      reject(signal?.aborted ? (signal.reason as Error) : new Overload('late', 'no connection of the caller was free'));
    };
    const waiter: Waiter = {
      start: () => {
        end();
        resolve();
      },
    };
    const timer = setTimeout(giveUp, MAX_WAIT_MS);
    signal?.addEventListener('abort', giveUp);
    line.waiting.push(waiter);
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
