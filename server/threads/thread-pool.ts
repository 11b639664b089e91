import type { ThreadProgram } from './thread-programs.ts';
import { openWorkThread, type Bounds, type Outcome, type Used, type WorkThread } from './work-thread.ts';

export type { Bounds, Outcome, Used } from './work-thread.ts';

/** Who takes turns: a user's id, or a name that stands for a client. */
type Client = number | string;

/** How many tasks may wait: of one client, and of all together. */
export interface Waiting {
  each: number;
  all: number;
}

/** What a thread does, by name. Input and result are copied or handed over, so they must be plain values. */
export type ThreadWork = Record<string, (input: never) => unknown>;

export type InputOf<Work extends ThreadWork, Name extends keyof Work> = Parameters<Work[Name]>[0];
export type ResultOf<Work extends ThreadWork, Name extends keyof Work> = Awaited<ReturnType<Work[Name]>>;

export interface ThreadPool<Work extends ThreadWork> {
  /**
   * Runs a task in a thread; clients who wait take turns. `load` is called only when it is the task's turn, so that
   * what waits takes no memory here; the thread takes the bytes over. Errors thrown by `load` are rethrown.
   */
  run<Name extends keyof Work & string>(
    name: Name,
    load: () => InputOf<Work, Name> | Promise<InputOf<Work, Name>>,
    options: { client: Client; signal?: AbortSignal | undefined },
  ): Promise<Outcome<ResultOf<Work, Name>>>;
  /** Starts one thread and warms it up, as well as any later one in its place; resolves when it is ready. */
  warm(): Promise<void>;
  /** The most time and memory that one task has taken since the start. */
  readonly worst: Used;
  close(): Promise<void>;
}

interface PoolOptions {
  program: ThreadProgram;
  threads: number;
  waiting: Waiting;
  /** Null: the work is our own and needs no bounds. */
  bounds: Bounds | null;
}

interface Job {
  start: (thread: WorkThread) => Promise<void>;
  giveUp: (outcome: 'canceled' | 'closed') => void;
}

/** Opens threads for work that would hold up the one that serves all calls. A thread starts with its first task. */
export function openThreadPool<Work extends ThreadWork>(options: PoolOptions): ThreadPool<Work> {
  const queue = openFairQueue<Job>(options.waiting);
  const threads = Array.from({ length: options.threads }, () => openWorkThread(options.program, options.bounds));
  let isClosed = false;

  function serve(): void {
    const thread = threads.find(({ isFree }) => isFree);
    const job = thread === undefined ? null : queue.take();
    if (thread === undefined || job === null) return;
    void job.start(thread).finally(serve);
    serve();
  }

  return {
    run(name, load, { client, signal }) {
      return new Promise((resolve, reject) => {
        const cancel = () => {
          if (queue.remove(job)) resolve({ outcome: 'canceled' });
        };
        const job: Job = {
          async start(thread) {
            signal?.removeEventListener('abort', cancel);
            const working = thread.work(name, load, signal) as Promise<Outcome<ResultOf<Work, typeof name>>>;
            await working.then(resolve, reject);
          },
          giveUp: (outcome) => resolve({ outcome }),
        };
        if (isClosed) return resolve({ outcome: 'closed' });
        if (signal?.aborted) return resolve({ outcome: 'canceled' });
        if (!queue.add(client, job)) return resolve({ outcome: 'too busy' });
        signal?.addEventListener('abort', cancel);
        serve();
      });
    },
    async warm() {
      // Each idle thread takes some 45 MB: the others start when several tasks come together.
      await threads[0]?.warm();
    },
    get worst() {
      return {
        ms: Math.max(...threads.map(({ worst }) => worst.ms)),
        memoryMb: Math.max(...threads.map(({ worst }) => worst.memoryMb)),
      };
    },
    async close() {
      isClosed = true;
      for (let job = queue.take(); job !== null; job = queue.take()) job.giveUp('closed');
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

/** Returns the result of work that has no bounds and cannot fail, so that anything else is an error. */
export function resultOf<Result>(outcome: Outcome<Result>): Result {
  if (outcome.outcome === 'done') return outcome.result;
  throw new Error(`the thread has no result: ${outcome.outcome === 'failed' ? outcome.reason : outcome.outcome}`);
}

interface FairQueue<Item> {
  /** Returns false when the caller, or all together, have enough waiting already. */
  add(who: Client, item: Item): boolean;
  /** Takes the next item; those who wait take turns, so a user with a hundred files does not hold up a user with one. */
  take(): Item | null;
  /** Returns false when the item is no longer waiting. */
  remove(item: Item): boolean;
  readonly length: number;
}

export function openFairQueue<Item>({ each, all }: { each: number; all: number }): FairQueue<Item> {
  // A Map preserves its order: the client served last is moved to its end.
  const waiting = new Map<Client, Item[]>();
  let length = 0;

  function keep(who: Client, items: Item[]): void {
    waiting.delete(who);
    if (items.length > 0) waiting.set(who, items);
  }

  return {
    add(who, item) {
      const items = waiting.get(who) ?? [];
      if (items.length >= each || length >= all) return false;
      items.push(item);
      waiting.set(who, items);
      length += 1;
      return true;
    },
    take() {
      const [first] = waiting;
      if (first === undefined) return null;
      const [who, items] = first;
      const item = items.shift() ?? null;
      keep(who, items);
      length -= 1;
      return item;
    },
    remove(item) {
      for (const [who, items] of waiting) {
        const at = items.indexOf(item);
        if (at === -1) continue;
        items.splice(at, 1);
        if (items.length === 0) waiting.delete(who);
        length -= 1;
        return true;
      }
      return false;
    },
    get length() {
      return length;
    },
  };
}
