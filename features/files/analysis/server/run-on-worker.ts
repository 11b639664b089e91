import type { Worker } from 'node:worker_threads';

/** How a task on an ECU file ended. Everything but `done` means that there is no result, with the reason. */
export type EcuOutcome<Result> =
  | { outcome: 'done'; result: Result }
  | { outcome: 'too slow' | 'too much memory' | 'canceled' | 'too busy' | 'closed' }
  /** A defect of ours: the library never throws because of a file's bytes. For the log, not for the user. */
  | { outcome: 'failed'; reason: string };

export interface Bounds {
  /** Processor time, so that a machine busy with other things does not make a file count as slow. */
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
 * The worker's messages: first that it is ready, with the outcomes of its warm-up; then for each task how much
 * processor time it had used before, and how the task ended.
 */
export type WorkerMessage = { ready: string[] } | { began: number } | { result: unknown } | { failed: string };

/** How often a worker's use is measured. */
const POLL_MS = 25;
const MB = 1024 * 1024;

/** Runs one task until it ends or exceeds its bounds; ending the worker is left to the caller. */
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
    const patience = setTimeout(() => finish({ outcome: 'too slow' }), bounds.timeoutMs);
    const look = setInterval(() => {
      void readUsed(worker, began).then((used) => {
        note(used);
        if (used.memoryMb > bounds.memoryMb) finish({ outcome: 'too much memory' });
        else if (used.ms > bounds.timeMs) finish({ outcome: 'too slow' });
      });
    }, POLL_MS);
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

/**
 * Lists buffers to transfer instead of copying. Bytes that share a buffer with others are copied: it is not ours to
 * give.
 */
function buffersOf(input: object): ArrayBuffer[] {
  return Object.values(input).flatMap((value) =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  );
}
