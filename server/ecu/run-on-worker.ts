import type { Worker } from 'node:worker_threads';

/** How a piece of work on an ECU file ended. Everything but `done` says that there is no result, and why. */
export type EcuAnswer<Result> =
  | { answer: 'done'; result: Result; ms: number }
  | { answer: 'too slow' | 'too much memory' | 'canceled' | 'too busy' | 'closed' }
  /** Our own fault: the library never throws for the bytes of a file. For the log, not for the user. */
  | { answer: 'failed'; because: string };

export interface Bounds {
  timeMs: number;
  memoryMb: number;
}

/** What the worker says when it has finished. */
export interface Told {
  result?: unknown;
  failed?: string;
}

/** How often the memory of a worker is looked at. */
const LOOK_MS = 25;
const MB = 1024 * 1024;

/** One piece of work, until it has ended or has overstepped its bounds; ending the worker is the caller's. */
export function runOnWorker(
  worker: Worker,
  message: { name: string; input: object },
  { bounds, signal, noteMemory }: { bounds: Bounds; signal: AbortSignal; noteMemory: (usedMb: number) => void },
): Promise<EcuAnswer<unknown>> {
  const beganAt = performance.now();
  return new Promise((resolve) => {
    const told = ({ result, failed }: Told) =>
      finish(
        failed === undefined
          ? { answer: 'done', result, ms: performance.now() - beganAt }
          : { answer: 'failed', because: failed },
      );
    const broke = (error: Error) => finish(answerOf(error));
    const ended = () => finish({ answer: 'failed', because: 'the worker ended in the middle' });
    const cancel = () => finish({ answer: signal.reason === 'closed' ? 'closed' : 'canceled' });
    const clock = setTimeout(() => finish({ answer: 'too slow' }), bounds.timeMs);
    const look = setInterval(() => {
      void readMemoryMb(worker).then((usedMb) => {
        noteMemory(usedMb);
        if (usedMb > bounds.memoryMb) finish({ answer: 'too much memory' });
      });
    }, LOOK_MS);
    function finish(answer: EcuAnswer<unknown>): void {
      clearTimeout(clock);
      clearInterval(look);
      signal.removeEventListener('abort', cancel);
      worker.off('message', told).off('error', broke).off('exit', ended);
      resolve(answer);
    }
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel);
    worker.on('message', told).on('error', broke).on('exit', ended);
    worker.postMessage(message, buffersOf(message.input));
  });
}

function answerOf(error: Error & { code?: string }): EcuAnswer<never> {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { answer: 'too much memory' };
  return { answer: 'failed', because: error.stack ?? error.message };
}

/** The heap of the thread and the bytes beside it; asked while it works, which it need not answer itself. */
async function readMemoryMb(worker: Worker): Promise<number> {
  const statistics = await worker.getHeapStatistics().catch(() => null);
  return statistics === null ? 0 : (statistics.total_heap_size + statistics.external_memory) / MB;
}

/** Handed over instead of copied. Bytes that share their buffer with others are copied: those are not ours to give. */
function buffersOf(input: object): ArrayBuffer[] {
  return Object.values(input).flatMap((value) =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  );
}
