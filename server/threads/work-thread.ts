import { Worker } from 'node:worker_threads';
import { findThreadProgram, THREAD_ARGUMENTS, type ThreadProgram } from './thread-programs.ts';

/** How a task ended. Everything but `done` means that there is no result, with the reason. */
export type Outcome<Result> =
  | { outcome: 'done'; result: Result }
  | { outcome: 'too slow' | 'too much memory' | 'canceled' | 'too busy' | 'closed' }
  /**
   * A defect of ours: the ECU library never throws because of a file's bytes. For the log, not for the user. Not when
   * the processes have ended that were doing it (`haveWorkersEnded`): that may have had nothing to do with the file.
   */
  | { outcome: 'failed'; reason: string; haveWorkersEnded?: true };

/** What one task may use. */
export interface Bounds {
  /** Processor time, so that a machine busy with other things does not make a task count as slow. */
  timeMs: number;
  /** Wall-clock time: only what waits for ever takes this long. */
  timeoutMs: number;
  memoryMb: number;
}

/** Time and memory used so far. */
export interface Used {
  ms: number;
  memoryMb: number;
}

/**
 * The thread's messages: first that it is ready, with the outcomes of its warm-up; then for each task how much
 * processor time it had used before, and how the task ended.
 */
export type ThreadMessage = { ready: string[] } | { began: number } | { result: unknown } | { failed: string };

export interface WorkThread {
  readonly isFree: boolean;
  /** The most time and memory that one task has taken so far. */
  readonly worst: Used;
  /** Takes over the bytes that `load` returns; its errors are rethrown. */
  work(name: string, load: () => unknown, signal: AbortSignal | undefined): Promise<Outcome<unknown>>;
  /** Starts the thread, and every later one in its place, with a warm-up; resolves when the thread is ready. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A place for one thread, which starts when it is needed or to warm up. A thread that was too slow, too large, canceled
 * or broken is ended for good, and the next task gets a new one: nothing that a file has done to a thread outlives it.
 */
export function openWorkThread(program: ThreadProgram, bounds: Bounds | null): WorkThread {
  const closing = new AbortController();
  const worst = { ms: 0, memoryMb: 0 };
  const thread = holdWorker(program, bounds);
  let isBusy = false;

  async function run(message: { name: string; input: unknown }, signal: AbortSignal): Promise<Outcome<unknown>> {
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
        const ending = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
        return await run({ name, input }, ending);
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

/** Holds one worker at a time. */
function holdWorker(program: ThreadProgram, bounds: Bounds | null) {
  let worker: Worker | null = null;
  let isToBeWarm = false;

  function start(): Worker {
    const started = startWorker(program, bounds, isToBeWarm);
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

function startWorker(program: ThreadProgram, bounds: Bounds | null, isToBeWarm: boolean): Worker {
  // No environment: a thread that reads hostile bytes has no use for the operator's secrets.
  const worker = new Worker(findThreadProgram(program), {
    env: {},
    workerData: { isToBeWarm },
    execArgv: THREAD_ARGUMENTS,
    ...(bounds !== null && {
      resourceLimits: { maxOldGenerationSizeMb: Math.floor(bounds.memoryMb * 0.75), maxYoungGenerationSizeMb: 32 },
    }),
  });
  // A thread that breaks while idle is noticed and replaced only when there is work.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}

interface Watching {
  bounds: Bounds | null;
  signal: AbortSignal;
  note: (used: Used) => void;
}

/** How often a thread's use is measured. */
const POLL_MS = 25;
const MB = 1024 * 1024;

/** Runs one task until it ends or exceeds its bounds; ending the thread is left to the caller. */
function runOnWorker(
  worker: Worker,
  message: { name: string; input: unknown },
  { bounds, signal, note }: Watching,
): Promise<Outcome<unknown>> {
  let began: number | null = null;
  return new Promise((resolve) => {
    const onMessage = (workerMessage: ThreadMessage) => {
      if ('ready' in workerMessage) return;
      if ('began' in workerMessage) began = workerMessage.began;
      else if ('failed' in workerMessage) finish({ outcome: 'failed', reason: workerMessage.failed });
      else finish({ outcome: 'done', ...workerMessage });
    };
    const broke = (error: Error) => finish(outcomeOf(error));
    const ended = () => finish({ outcome: 'failed', reason: 'the worker ended in the middle' });
    const cancel = () => finish({ outcome: signal.reason === 'closed' ? 'closed' : 'canceled' });
    const stopWatching =
      bounds === null
        ? () => undefined
        : watchUse(bounds, {
            readUse: () => readUsed(worker, began),
            note,
            exceeded: (outcome) => finish({ outcome }),
          });
    function finish(outcome: Outcome<unknown>): void {
      stopWatching();
      signal.removeEventListener('abort', cancel);
      worker.off('message', onMessage).off('error', broke).off('exit', ended);
      resolve(outcome);
    }
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel);
    worker.on('message', onMessage).on('error', broke).on('exit', ended);
    worker.postMessage(message, listBuffers(message.input));
  });
}

interface Use {
  readUse: () => Promise<Used>;
  note: (used: Used) => void;
  exceeded: (outcome: 'too slow' | 'too much memory') => void;
}

/** Calls `exceeded` when a task exceeds its bounds; returns what ends the watch. */
function watchUse({ timeMs, timeoutMs, memoryMb }: Bounds, { readUse, note, exceeded }: Use): () => void {
  const timeout = setTimeout(() => exceeded('too slow'), timeoutMs);
  const look = setInterval(() => {
    void readUse().then((used) => {
      note(used);
      if (used.memoryMb > memoryMb) exceeded('too much memory');
      else if (used.ms > timeMs) exceeded('too slow');
    });
  }, POLL_MS);
  return () => {
    clearTimeout(timeout);
    clearInterval(look);
  };
}

function outcomeOf(error: Error & { code?: string }): Outcome<never> {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { outcome: 'too much memory' };
  return { outcome: 'failed', reason: error.stack ?? error.message };
}

/**
 * Reads the processor time, the thread's heap and the memory outside of it; the virtual machine reports them even while
 * the thread works.
 */
async function readUsed(worker: Worker, began: number | null): Promise<Used> {
  // A thread that has ended or not yet begun has nothing to report.
  const [heap, cpu] = await Promise.all([
    worker.getHeapStatistics().catch(() => null),
    worker.cpuUsage().catch(() => null),
  ]);
  return {
    ms: cpu === null || began === null ? 0 : (cpu.user + cpu.system - began) / 1000,
    memoryMb: heap === null ? 0 : (heap.total_heap_size + heap.external_memory) / MB,
  };
}

/** Lists buffers to transfer. Bytes that share a buffer with others are copied: it is not ours to give. */
function listBuffers(input: unknown): ArrayBuffer[] {
  return Object.values(input as object).flatMap((value) =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  );
}
