import { Worker } from 'node:worker_threads';
import { runOnWorker, type Bounds, type EcuOutcome, type Used } from './run-on-worker.ts';
import type { InputOf, ResultOf, WorkName } from './work.ts';

export interface WorkerSlot {
  readonly isFree: boolean;
  /** The most that one piece of work has taken so far. */
  readonly worst: Used;
  /** Takes over the bytes that `load` returns; what it throws is thrown. */
  work<Name extends WorkName>(
    name: Name,
    load: () => Promise<InputOf<Name>>,
    signal: AbortSignal,
  ): Promise<EcuOutcome<ResultOf<Name>>>;
  close(): Promise<void>;
}

/**
 * Room for one worker thread. A worker that was too slow, too large, canceled or broken is ended for good, and the
 * next piece of work gets a new one: nothing that a file has done to a thread outlives it.
 */
export function openWorkerSlot(bounds: Bounds): WorkerSlot {
  const closing = new AbortController();
  const worst = { ms: 0, memoryMb: 0 };
  let worker: Worker | null = start();
  let isBusy = false;

  function start(): Worker {
    const started = startThread(bounds);
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  async function run(message: { name: string; input: object }, signal: AbortSignal): Promise<EcuOutcome<unknown>> {
    const current = (worker ??= start());
    const note = ({ ms, memoryMb }: Used) => {
      worst.ms = Math.max(worst.ms, ms);
      worst.memoryMb = Math.max(worst.memoryMb, memoryMb);
    };
    current.ref();
    const outcome = await runOnWorker(current, message, { bounds, signal, note });
    current.unref();
    if (outcome.outcome !== 'done') {
      worker = null;
      await current.terminate();
      if (!closing.signal.aborted) worker = start();
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
    async close() {
      closing.abort('closed');
      await worker?.terminate();
    },
  };
}

function startThread({ memoryMb }: Bounds): Worker {
  // No environment: a thread that reads hostile bytes has no use for the operator's secrets.
  const thread = new Worker(new URL('worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: Math.floor(memoryMb * 0.75), maxYoungGenerationSizeMb: 32 },
  });
  // What breaks while there is nothing to do is missed, and replaced, when there is.
  thread.on('error', () => undefined);
  thread.unref();
  return thread;
}
