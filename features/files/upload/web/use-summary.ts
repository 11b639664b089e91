import { useEffect, useState } from 'react';
import type { Summary } from '../../../../ecu/summary.ts';

/** `reading`: the library is at work. `failed`: the browser could not run it, so nothing is known about the file. */
export type SummaryOfFile = Summary | 'reading' | 'failed';

/**
 * Reads a file with the ECU library, in a worker that is loaded for the first file. A new file stops the work on the
 * previous one. Returns null when there is no file.
 */
export function useSummary(file: File | null): SummaryOfFile | null {
  const [read, setRead] = useState<{ of: File; summary: SummaryOfFile } | null>(null);
  useEffect(() => {
    if (file === null) return undefined;
    const end = (summary: SummaryOfFile) => setRead({ of: file, summary });
    if (typeof Worker === 'undefined') {
      end('failed');
      return undefined;
    }
    const worker = new Worker(new URL('summary-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Summary>) => end(data));
    worker.addEventListener('error', () => end('failed'));
    file.arrayBuffer().then(
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      (buffer) => worker.postMessage(new Uint8Array(buffer), [buffer]),
      () => end('failed'),
    );
    return () => worker.terminate();
  }, [file]);
  if (file === null) return null;
  return read !== null && read.of === file ? read.summary : 'reading';
}
