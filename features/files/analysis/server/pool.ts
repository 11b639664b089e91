import { openFairQueue } from '../../../../server/threads/fair-queue.ts';
import type { Bounds, EcuOutcome, Used } from './run-on-worker.ts';
import { openWorkerSlot } from './worker-slot.ts';
import type { InputOf, ResultOf, WorkName } from './work.ts';

export type { EcuOutcome } from './run-on-worker.ts';

export interface EcuPool {
  /**
   * Runs a task in a worker thread; users who wait take turns. `load` is called only when it is the task's turn, so
   * that waiting files take no memory here; the thread takes the bytes over. Errors thrown by `load` are rethrown.
   */
  run<Name extends WorkName>(
    name: Name,
    load: () => Promise<InputOf<Name>>,
    options: { user: number; signal?: AbortSignal | undefined },
  ): Promise<EcuOutcome<ResultOf<Name>>>;
  /** Starts the threads one after another and warms them up for their first file; resolves when all are ready. */
  warm(): Promise<void>;
  /** The most time and memory that one task has taken since the start. */
  readonly worst: Used;
  close(): Promise<void>;
}

interface PoolOptions extends Bounds {
  threads: number;
  /** How many tasks may wait: of one user, and of all together. */
  waiting: { each: number; all: number };
}

/** How many tasks may wait, in one process or in a whole portal. */
export const LINE_OF_ECU_WORK = { each: 8, all: 200 };

export const ECU_THREADS = 2;

/** 10 s of processor time and 256 MB for one file. */
const USUAL: PoolOptions = {
  threads: ECU_THREADS,
  timeMs: 10_000,
  timeoutMs: 60_000,
  memoryMb: 256,
  waiting: LINE_OF_ECU_WORK,
};

interface Job {
  start: (slot: ReturnType<typeof openWorkerSlot>) => Promise<void>;
  giveUp: (outcome: 'canceled' | 'closed') => void;
}

/** Opens threads that read the bytes of ECU files, so that no file can hold up, fill or end the program itself. */
export function openEcuPool(options: Partial<PoolOptions> = {}): EcuPool {
  const { threads, waiting, ...bounds } = { ...USUAL, ...options };
  const queue = openFairQueue<Job>(waiting);
  const slots = Array.from({ length: threads }, () => openWorkerSlot(bounds));
  let isClosed = false;

  function serve(): void {
    const slot = slots.find(({ isFree }) => isFree);
    const job = slot === undefined ? null : queue.take();
    if (slot === undefined || job === null) return;
    void job.start(slot).finally(serve);
    serve();
  }

  return {
    run(name, load, { user, signal = new AbortController().signal }) {
      return new Promise((resolve, reject) => {
        const cancel = () => {
          if (queue.remove(job)) resolve({ outcome: 'canceled' });
        };
        const job: Job = {
          async start(slot) {
            signal.removeEventListener('abort', cancel);
            await slot.work(name, load, signal).then(resolve, reject);
          },
          giveUp: (outcome) => resolve({ outcome }),
        };
        if (isClosed) return resolve({ outcome: 'closed' });
        if (signal.aborted) return resolve({ outcome: 'canceled' });
        if (!queue.add(user, job)) return resolve({ outcome: 'too busy' });
        signal.addEventListener('abort', cancel);
        serve();
      });
    },
    async warm() {
      for (const slot of slots) await slot.warm();
    },
    get worst() {
      return {
        ms: Math.max(...slots.map(({ worst }) => worst.ms)),
        memoryMb: Math.max(...slots.map(({ worst }) => worst.memoryMb)),
      };
    },
    async close() {
      isClosed = true;
      for (let job = queue.take(); job !== null; job = queue.take()) job.giveUp('closed');
      await Promise.all(slots.map((slot) => slot.close()));
    },
  };
}
