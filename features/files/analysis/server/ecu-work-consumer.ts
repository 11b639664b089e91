import { deserialize, serialize } from 'node:v8';
import type { FastifyBaseLogger } from 'fastify';
import type { Connection } from '../../../../server/database/connect.ts';
import { Lease } from '../../../../server/database/lease.ts';
import { openListener, type Listener } from '../../../../server/events/listener.ts';
import { StorageDown } from '../../../../server/storage/read-bytes.ts';
import type { Outcome as ThreadOutcome } from '../../../../server/threads/thread-pool.ts';
import { ECU_THREADS, type EcuRequest, type EcuWork } from './ecu-work.ts';
import type { UnreadOutcome } from './remote-ecu-work.ts';
import type { WorkName } from './work.ts';
import {
  releaseWork,
  removeOrphanedWork,
  settleWork,
  takeWork,
  WAITING_CHANNEL,
  type TakenWork,
} from './work-queue.ts';

interface Options {
  db: Connection['db'];
  /** A direct connection, for LISTEN. */
  directUrl: string;
  ecu: EcuWork;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Tasks taken at the same time: more would only wait here instead of with a worker that is free. */
  atOnce?: number;
}

/** A missed notification, or a worker that ended in mid-task, costs no more than this. */
const POLL_MS = 2000;
/** A file that has ended two workers would also end the next one. */
const MAX_TRIES = 2;

/** Does the ECU work that web processes request, with their users taking turns, until it is stopped. */
export async function startEcuWorkConsumer(
  options: Options,
): Promise<{ stop(): Promise<void>; close(): Promise<void> }> {
  const taking = new EcuWorkConsumer(options);
  await taking.begin();
  return taking;
}

class EcuWorkConsumer {
  readonly #options: Required<Options>;
  readonly #lease: Lease;
  readonly #listener: Listener;
  /** By the ids of the work. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #onError: (error: unknown) => void;
  #looking: NodeJS.Timeout | undefined;
  #serving: Promise<void> = Promise.resolve();
  #hasStopped = false;

  constructor(options: Options) {
    this.#options = { atOnce: ECU_THREADS, ...options };
    this.#onError = (error) => options.log.warn({ err: error }, 'work on ECU files could not be taken');
    this.#lease = new Lease(options.db, this.#onError);
    this.#listener = openListener({
      url: options.directUrl,
      channels: [WAITING_CHANNEL],
      onMessage: () => this.#serveSoon(),
      onStart: () => this.#serveSoon(),
      onStop: () => undefined,
      onError: this.#onError,
    });
  }

  async begin(): Promise<void> {
    await this.#lease.begin();
    this.#listener.keepConnected();
    this.#looking = setInterval(() => {
      removeOrphanedWork(this.#options.db).then(() => this.#serveSoon(), this.#onError);
    }, POLL_MS);
    this.#looking.unref();
  }

  /** Takes no further work; what it has taken continues until the threads are closed. */
  async stop(): Promise<void> {
    this.#hasStopped = true;
    clearInterval(this.#looking);
    await this.#listener.stop();
    await this.#serving;
  }

  /** Resolves when everything taken has ended. */
  async close(): Promise<void> {
    await Promise.all(this.#running.values());
    await this.#lease.end();
  }

  /** Runs one after another, so that no more is taken than there is room for. */
  #serveSoon(): void {
    this.#serving = this.#serving.then(() => this.#serve()).catch(this.#onError);
  }

  async #serve(): Promise<void> {
    while (!this.#hasStopped && this.#running.size < this.#options.atOnce) {
      const running = [...this.#running.keys()];
      const taken = await takeWork(this.#options.db, { takenBy: this.#lease.holder, running });
      if (taken === null) return;
      const one = this.#carryOut(taken)
        .catch(this.#onError)
        .finally(() => {
          this.#running.delete(taken.id);
          this.#serveSoon();
        });
      this.#running.set(taken.id, one);
    }
  }

  async #carryOut(taken: TakenWork): Promise<void> {
    const { db, ecu } = this.#options;
    const place = { id: taken.id, takenBy: this.#lease.holder };
    const outcome = taken.tries > MAX_TRIES ? ENDED_WORKERS : await run(ecu, taken);
    // This process is being stopped, so another one does the work.
    if (outcome.outcome === 'closed') await releaseWork(db, place);
    else await settleWork(db, { ...place, outcome: serialize(outcome) });
  }
}

type Outcome = ThreadOutcome<unknown> | UnreadOutcome;

const ENDED_WORKERS: Outcome = {
  outcome: 'failed',
  haveWorkersEnded: true,
  reason: 'the worker ended in the middle, and so did the one after it',
};

/** The name is passed on unchecked, as to a thread: a name that this release does not have fails there. */
async function run(ecu: EcuWork, { name, request, user_id }: TakenWork): Promise<Outcome> {
  try {
    return await ecu.run(name as WorkName, deserialize(request) as EcuRequest<WorkName>, { user: user_id });
  } catch (error) {
    return { outcome: 'unread', isDown: error instanceof StorageDown, reason: String(error) };
  }
}
