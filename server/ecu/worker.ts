// Runs in a thread of its own: one message is one piece of work, and one message answers it.
import { parentPort } from 'node:worker_threads';
import type { Told } from './run-on-worker.ts';
import { work, type WorkName } from './work.ts';

if (parentPort === null) throw new Error('this runs as a worker only');
const port = parentPort;

port.on('message', ({ name, input }: { name: WorkName; input: never }) => {
  answer(name, input).then(
    (told) => port.postMessage(told),
    // Also when the result cannot be sent: whoever waits has to hear of it.
    (error: unknown) => port.postMessage({ failed: (error as Error).stack ?? String(error) } satisfies Told),
  );
});

async function answer(name: WorkName, input: never): Promise<Told> {
  return { result: await work[name](input) };
}
