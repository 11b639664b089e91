// Runs in a thread of its own: each message is one task, and one message is the reply to it.
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerMessage } from './run-on-worker.ts';
import { warmUp } from './warm-up.ts';
import { work, type WorkName } from './work.ts';

if (parentPort === null) throw new Error('this runs as a worker only');
const port = parentPort;

const post = (message: WorkerMessage) => port.postMessage(message);

const outcome = async (name: WorkName, input: never): Promise<unknown> => work[name](input);

function listen(): void {
  port.on('message', ({ name, input }: { name: WorkName; input: never }) => {
    const { user, system } = process.threadCpuUsage();
    post({ began: user + system });
    outcome(name, input).then(
      (result) => post({ result }),
      // Needed also when the result cannot be sent: the waiting call must get a reply.
      (error: unknown) => post({ failed: (error as Error).stack ?? String(error) }),
    );
  });
}

const { isToBeWarm } = workerData as { isToBeWarm: boolean };
// A failure here only makes the first file slower.
const warmingUp = isToBeWarm ? warmUp().catch(() => []) : Promise.resolve([]);
void warmingUp.then((outcomes) => {
  listen();
  post({ ready: outcomes });
});
