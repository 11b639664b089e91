import { useEffect, useState } from 'react';
import type { Changes } from '../places.ts';

/** The two files and the chosen codes; pass a new object for every new comparison. */
export type Compared = { original: Uint8Array; modified: Uint8Array; codes: readonly string[] };

type Result = { of: Compared; changes: Changes | 'failed' };

/** Compares two files in a worker. Returns null while it is at work, and when there is nothing to compare. */
export function useChanges(compared: Compared | null): Changes | 'failed' | null {
  const [result, setResult] = useState<Result | null>(null);
  useEffect(() => {
    if (compared === null) return undefined;
    const worker = new Worker(new URL('places-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Changes>) => setResult({ of: compared, changes: data }));
    worker.addEventListener('error', () => setResult({ of: compared, changes: 'failed' }));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(compared);
    return () => worker.terminate();
  }, [compared]);
  return result !== null && result.of === compared ? result.changes : null;
}
