import { useEffect, useState } from 'react';
import type { Changes } from './places.ts';

/** The two files and the codes that were chosen; a new object for every new comparison. */
export type Compared = { original: Uint8Array; modified: Uint8Array; codes: readonly string[] };

type Answer = { of: Compared; changes: Changes | 'failed' };

/** Compares in a worker. Null while it is at work, and while there is nothing to compare. */
export function useChanges(compared: Compared | null): Changes | 'failed' | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (compared === null) return undefined;
    const worker = new Worker(new URL('./places.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Changes>) => setAnswer({ of: compared, changes: data }));
    worker.addEventListener('error', () => setAnswer({ of: compared, changes: 'failed' }));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to be told
    worker.postMessage(compared);
    return () => worker.terminate();
  }, [compared]);
  return answer !== null && answer.of === compared ? answer.changes : null;
}
