import type { Worker } from 'node:worker_threads';

/** How a piece of work on an ECU file ended. Everything but `done` means that there is no result, with the reason. */
export type EcuOutcome<Result> =
  | { outcome: 'done'; result: Result }
  | { outcome: 'too slow' | 'too much memory' | 'canceled' | 'too busy' | 'closed' }
  /** Our own fault: the library never throws for the bytes of a file. For the log, not for the user. */
  | { outcome: 'failed'; reason: string };

export interface Bounds {
  /** Of the processor: a machine that has other things to do makes no file slow. */
  timeMs: number;
  /** By the clock on the wall: only what waits for ever takes this long. */
  patienceMs: number;
  memoryMb: number;
}

/** What has been used so far. */
export interface Used {
  ms: number;
  memoryMb: number;
}

/**
 * The worker's messages: once that it is ready, with the outcomes of its warm-up; then for each piece of work how much
 * processor time it has had before, and how the work ended.
 */
export type WorkerMessage = { ready: string[] } | { began: number } | { result: unknown } | { failed: string };

/** How often a worker is looked at. */
const LOOK_MS = 25;
const MB = 1024 * 1024;

/** One piece of work, until it has ended or has overstepped its bounds; ending the worker is the caller's. */
export function runOnWorker(
  worker: Worker,
  message: { name: string; input: object },
  { bounds, signal, note }: { bounds: Bounds; signal: AbortSignal; note: (used: Used) => void },
): Promise<EcuOutcome<unknown>> {
  let began: number | null = null;
  return new Promise((resolve) => {
    const onMessage = (workerMessage: WorkerMessage) => {
      if ('ready' in workerMessage) return;
      if ('began' in workerMessage) began = workerMessage.began;
      else
        finish(
          'failed' in workerMessage
            ? { outcome: 'failed', reason: workerMessage.failed }
            : { outcome: 'done', ...workerMessage },
        );
    };
    const broke = (error: Error) => finish(outcomeOf(error));
    const ended = () => finish({ outcome: 'failed', reason: 'the worker ended in the middle' });
    const cancel = () => finish({ outcome: signal.reason === 'closed' ? 'closed' : 'canceled' });
    const patience = setTimeout(() => finish({ outcome: 'too slow' }), bounds.patienceMs);
    const look = setInterval(() => {
      void readUsed(worker, began).then((used) => {
        note(used);
        if (used.memoryMb > bounds.memoryMb) finish({ outcome: 'too much memory' });
        else if (used.ms > bounds.timeMs) finish({ outcome: 'too slow' });
      });
    }, LOOK_MS);
    function finish(outcome: EcuOutcome<unknown>): void {
      clearTimeout(patience);
      clearInterval(look);
      signal.removeEventListener('abort', cancel);
      worker.off('message', onMessage).off('error', broke).off('exit', ended);
      resolve(outcome);
    }
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel);
    worker.on('message', onMessage).on('error', broke).on('exit', ended);
    worker.postMessage(message, buffersOf(message.input));
  });
}

function outcomeOf(error: Error & { code?: string }): EcuOutcome<never> {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { outcome: 'too much memory' };
  return { outcome: 'failed', reason: error.stack ?? error.message };
}

/**
 * Time of the processor, the heap of the thread and the bytes beside it; reported while it works, by the machine below
 * it.
 */
async function readUsed(worker: Worker, began: number | null): Promise<Used> {
  // A thread that has ended, or not begun, has nothing to report.
  const [heap, cpu] = await Promise.all([
    worker.getHeapStatistics().catch(() => null),
    worker.cpuUsage().catch(() => null),
  ]);
  return {
    ms: cpu === null || began === null ? 0 : (cpu.user + cpu.system - began) / 1000,
    memoryMb: heap === null ? 0 : (heap.total_heap_size + heap.external_memory) / MB,
  };
}

/** Handed over instead of copied. Bytes that share their buffer with others are copied: those are not ours to give. */
function buffersOf(input: object): ArrayBuffer[] {
  return Object.values(input).flatMap((value) =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  );
}
