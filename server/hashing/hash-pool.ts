import { availableParallelism } from 'node:os';
import { tooManyCalls } from '../http/replies.ts';
import { openThreadPool, resultOf, type Outcome, type Waiting } from '../threads/thread-pool.ts';
import type { HashTasks } from './hash-worker.ts';

export interface HashPool {
  /**
   * Returns the argon2id hash of a password. `client` names who causes the work, such as `account 17`: the clients take
   * turns. Rejects with 429 while too much work of this client, or of all together, is waiting.
   */
  hash(password: string, client: string): Promise<string>;
  /** Returns whether the hash is of this password; the same limits apply. */
  verify(passwordHash: string, password: string, client: string): Promise<boolean>;
  close(): Promise<void>;
}

interface HashPoolOptions {
  threads: number;
  waiting: Waiting;
}

/**
 * One core stays free for everything else; on a single-core machine the operating system shares it between the threads.
 */
const USUAL: HashPoolOptions = {
  threads: Math.max(1, Math.min(4, availableParallelism() - 1)),
  waiting: { each: 16, all: 200 },
};

const RETRY_AFTER_SECONDS = 2;

/**
 * Opens threads for argon2 alone. The library's asynchronous calls would run on the four threads with which Node also
 * reads and writes files: a few dozen passwords at once would stop every download.
 */
export function openHashPool(options: Partial<HashPoolOptions> = {}): HashPool {
  const pool = openThreadPool<HashTasks>({ program: 'argon2', bounds: null, ...USUAL, ...options });
  return {
    hash: async (password, client) => hashedOf(await pool.run('hash', () => ({ password }), { client })),
    verify: async (passwordHash, password, client) =>
      hashedOf(await pool.run('verify', () => ({ password, passwordHash }), { client })),
    close: () => pool.close(),
  };
}

function hashedOf<Result>(outcome: Outcome<Result>): Result {
  if (outcome.outcome === 'too busy') throw tooManyCalls(RETRY_AFTER_SECONDS);
  return resultOf(outcome);
}
