import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { openFairQueue } from '../threads/fair-queue.ts';
import { tooManyCalls } from '../http/replies.ts';
import { findThreadProgram, THREAD_ARGUMENTS } from '../threads/thread-programs.ts';
import type { HashWork } from './hash-worker.ts';

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
  /** How many tasks may wait: of one client, and of all together. */
  waiting: { each: number; all: number };
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
 * Lower priority than the threads that serve calls: a hash of 25 ms can wait for a call of 1 ms, but not vice versa.
 */
const NICE_INCREMENT = 10;

interface Job {
  work: HashWork;
  resolve(result: string | boolean): void;
  reject(error: unknown): void;
}

/**
 * Opens threads for argon2 alone. The library's asynchronous calls would run on the four threads with which Node also
 * reads and writes files: a few dozen passwords at once would stop every download.
 */
export function openHashPool(options: Partial<HashPoolOptions> = {}): HashPool {
  const { threads, waiting } = { ...USUAL, ...options };
  const queue = openFairQueue<Job>(waiting);
  const pool = new Piscina<HashWork, string | boolean>({
    filename: findThreadProgram('argon2'),
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: Infinity,
    niceIncrement: NICE_INCREMENT,
    env: {},
    execArgv: THREAD_ARGUMENTS,
  });
  let running = 0;

  function runNext(): void {
    const job = running < threads ? queue.take() : null;
    if (job === null) return;
    running += 1;
    void pool
      .run(job.work)
      .then(
        (result) => job.resolve(result),
        (error: unknown) => job.reject(error),
      )
      .finally(() => {
        running -= 1;
        runNext();
      });
    runNext();
  }

  const enqueue = (work: HashWork, client: string): Promise<string | boolean> =>
    new Promise((resolve, reject) => {
      if (!queue.add(client, { work, resolve, reject })) return reject(tooManyCalls(RETRY_AFTER_SECONDS));
      runNext();
    });

  return {
    hash: async (password, client) => String(await enqueue({ password }, client)),
    verify: async (passwordHash, password, client) => (await enqueue({ password, passwordHash }, client)) === true,
    close: () => pool.destroy(),
  };
}
