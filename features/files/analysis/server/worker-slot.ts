import { Worker } from 'node:worker_threads';
import { findThreadProgram, THREAD_ARGUMENTS } from '../../../../server/threads/thread-programs.ts';
import { runOnWorker, type Bounds, type EcuOutcome, type Used } from './run-on-worker.ts';
import type { InputOf, ResultOf, WorkName } from './work.ts';

export interface WorkerSlot {
  readonly isFree: boolean;
  /** The most time and memory that one task has taken so far. */
  readonly worst: Used;
  /** Takes over the bytes that `load` returns; its errors are rethrown. */
  work<Name extends WorkName>(
    name: Name,
    load: () => Promise<InputOf<Name>>,
    signal: AbortSignal,
  ): Promise<EcuOutcome<ResultOf<Name>>>;
  /** Starts the thread, and every later one, with a warm-up; resolves when the thread is ready. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A slot for one worker thread, which starts when it is needed or to warm up. A worker that was too slow, too large,
 * canceled or broken is ended for good, and the next task gets a new one: nothing that a file has done to a thread
 * outlives it.
 */
export function openWorkerSlot(bounds: Bounds): WorkerSlot {
  const closing = new AbortController();
  const worst = { ms: 0, memoryMb: 0 };
  const thread = holdThread(bounds);
  let isBusy = false;

  async function run(message: { name: string; input: object }, signal: AbortSignal): Promise<EcuOutcome<unknown>> {
    const current = thread.get();
    const note = ({ ms, memoryMb }: Used) => {
      worst.ms = Math.max(worst.ms, ms);
      worst.memoryMb = Math.max(worst.memoryMb, memoryMb);
    };
    current.ref();
    const outcome = await runOnWorker(current, message, { bounds, signal, note });
    current.unref();
    if (outcome.outcome !== 'done') {
      await thread.end();
      if (!closing.signal.aborted) thread.get();
    }
    return outcome;
  }

  return {
    get isFree() {
      return !isBusy && !closing.signal.aborted;
    },
    worst,
    async work(name, load, signal) {
      isBusy = true;
      try {
        const input = await load();
        const outcome = await run({ name, input }, AbortSignal.any([signal, closing.signal]));
        return outcome as EcuOutcome<ResultOf<typeof name>>;
      } finally {
        isBusy = false;
      }
    },
    async warm() {
      if (!closing.signal.aborted) await thread.warm();
    },
    async close() {
      closing.abort('closed');
      await thread.end();
    },
  };
}

/** Holds one thread at a time. */
function holdThread(bounds: Bounds) {
  let worker: Worker | null = null;
  let isToBeWarm = false;

  function start(): Worker {
    const started = startThread(bounds, isToBeWarm);
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  return {
    get: (): Worker => (worker ??= start()),
    async warm(): Promise<void> {
      isToBeWarm = true;
      if (worker !== null) return;
      const started = (worker = start());
      await new Promise((resolve) => started.once('message', resolve).once('exit', resolve));
    },
    async end(): Promise<void> {
      const ended = worker;
      worker = null;
      await ended?.terminate();
    },
  };
}

function startThread({ memoryMb }: Bounds, isToBeWarm: boolean): Worker {
  // No environment: a thread that reads hostile bytes has no use for the operator's secrets.
  const thread = new Worker(findThreadProgram('ecu'), {
    env: {},
    workerData: { isToBeWarm },
    execArgv: THREAD_ARGUMENTS,
    resourceLimits: { maxOldGenerationSizeMb: Math.floor(memoryMb * 0.75), maxYoungGenerationSizeMb: 32 },
  });
  // A thread that breaks while idle is noticed and replaced only when there is work.
  thread.on('error', () => undefined);
  thread.unref();
  return thread;
}
