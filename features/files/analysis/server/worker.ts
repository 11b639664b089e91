// Runs in a thread of its own: each message is one task, and one message is the reply to it.
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerMessage } from './run-on-worker.ts';
import { type WorkName, work } from './work.ts';
import { edc16Sample } from '../../../../ecu/families/edc16/edc16.sample.ts';
import { med17Sample } from '../../../../ecu/families/med17/med17.sample.ts';
import { analyseFile } from './analyse-file.ts';
import { switchOffWithEvidence } from './switch-off-with-evidence.ts';

/** A big-endian and a little-endian memory: between them they cover most of the code that other families use. */
const SAMPLES = [edc16Sample, med17Sample];

/**
 * Does the usual work on built files: code that has run once is compiled, so the first real file does not wait for
 * that.
 */
async function warmUp(): Promise<string[]> {
  const outcomes: string[] = [];
  for (const build of SAMPLES) {
    const bytes = build();
    const codes = analyseFile({ bytes })
      .rows.filter(({ status }) => status === 'ON')
      .slice(0, 1)
      .map(({ dtc }) => dtc);
    const { outcome } = await switchOffWithEvidence({ bytes, codes });
    outcomes.push(outcome);
  }
  return outcomes;
}

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
