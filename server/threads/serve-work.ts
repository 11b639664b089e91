// Runs in a thread: each message is one task, and one message is the reply to it.
import { parentPort, workerData } from 'node:worker_threads';
import { openCollector } from '../release-memory.ts';
import type { ThreadWork } from './thread-pool.ts';
import type { ThreadMessage } from './work-thread.ts';

/** A thread that has had nothing to do for this long gives back what its last tasks have left behind. */
const COLLECT_AFTER_MS = 5_000;

/** Does the tasks that are sent to this thread; `warmUp` is done first if the thread is to be warm. */
export async function serveWork(work: ThreadWork, warmUp: () => Promise<string[]> = async () => []): Promise<void> {
  if (parentPort === null) throw new Error('this runs in a thread only');
  const port = parentPort;
  const post = (message: ThreadMessage) => port.postMessage(message);
  const { isToBeWarm } = workerData as { isToBeWarm: boolean };
  // A failure here only makes the first task slower.
  const ready = isToBeWarm ? await warmUp().catch(() => []) : [];
  const collect = openCollector();
  let collecting: NodeJS.Timeout | undefined;
  port.on('message', ({ name, input }: { name: string; input: never }) => {
    clearTimeout(collecting);
    collecting = setTimeout(collect, COLLECT_AFTER_MS).unref();
    const { user, system } = process.threadCpuUsage();
    post({ began: user + system });
    const doTask = async () => work[name]?.(input);
    doTask().then(
      (result) => post({ result }),
      // Needed also when the result cannot be sent: the waiting call must get a reply.
      (error: unknown) => post({ failed: (error as Error).stack ?? String(error) }),
    );
  });
  post({ ready });
}
