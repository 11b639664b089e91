import { randomUUID } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { Connection } from '../../../../server/database/connect.ts';
import { runWithCaller } from '../../../../server/database/callers.ts';
import { Lease } from '../../../../server/database/lease.ts';
import { openListener, type Listener } from '../../../../server/events/listener.ts';
import { StorageDown } from '../../../../server/storage/read-bytes.ts';
import type { Outcome, ResultOf, Waiting } from '../../../../server/threads/thread-pool.ts';
import { LINE_OF_ECU_WORK, type EcuOptions, type EcuRequest, type EcuWork } from './ecu-work.ts';
import type { EcuTasks, WorkName } from './work.ts';
import { addWork, fetchOutcome, listUnsettled, SETTLED_CHANNEL, withdrawWork } from './work-queue.ts';

/** Reading the bytes failed; the error is thrown in the process that requested the work. */
export interface UnreadOutcome {
  outcome: 'unread';
  /** The storage did not respond, but may do so again soon. */
  isDown: boolean;
  reason: string;
}

interface Options {
  db: Connection['db'];
  /** A direct connection, for LISTEN. */
  directUrl: string;
  onError: (error: unknown) => void;
  waiting?: Waiting;
  /** Time limit for waiting and working together; without a worker, the call must be retried. */
  timeoutMs?: number;
}

/** A missed notification costs no more than this. */
const POLL_MS = 1000;
const TIMEOUT_MS = 60_000;
const LOOKING = { name: 'ECU work', connections: 1 };

type Ending = 'settled' | 'gone' | 'late' | 'canceled' | 'closed';

const OUTCOMES = { gone: 'closed', late: 'too busy', canceled: 'canceled', closed: 'closed' } as const;

/**
 * Work done by workers: requested and fetched through the database, while the workers read the bytes from the storage.
 */
export const createRemoteEcuWork = (options: Options): EcuWork => new RemoteEcuWork(options);

class RemoteEcuWork implements EcuWork {
  readonly worst = { ms: 0, memoryMb: 0 };
  readonly #options: Required<Options>;
  readonly #lease: Lease;
  readonly #pending = new Pending();
  readonly #listener: Listener;
  readonly #looking: NodeJS.Timeout;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = { waiting: LINE_OF_ECU_WORK, timeoutMs: TIMEOUT_MS, ...options };
    const { db, directUrl: url, onError } = options;
    this.#lease = new Lease(db, onError);
    this.#listener = openListener({
      url,
      channels: [SETTLED_CHANNEL],
      onMessage: ({ payload = '' }) => this.#pending.end(payload, 'settled'),
      onStart: () => undefined,
      onStop: () => undefined,
      onError,
    });
    this.#looking = setInterval(() => void runWithCaller(LOOKING, () => this.#look()).catch(onError), POLL_MS);
    this.#looking.unref();
  }

  async run<Name extends WorkName>(
    name: Name,
    request: EcuRequest<Name>,
    { user, signal }: EcuOptions,
  ): Promise<Outcome<ResultOf<EcuTasks, Name>>> {
    if (this.#isClosed) return { outcome: 'closed' };
    const { db, waiting, timeoutMs } = this.#options;
    this.#listener.keepConnected();
    await this.#lease.begin();
    const id = randomUUID();
    const ended = this.#pending.add(id, { timeoutMs, signal });
    try {
      const work = { id, userId: user, name, request: serialize(request), askedBy: this.#lease.holder };
      if (!(await addWork(db, work, waiting))) return { outcome: 'too busy' };
      this.#pending.queued.add(id);
      return (await this.#outcomeOf(id, await ended)) as Outcome<ResultOf<EcuTasks, Name>>;
    } finally {
      this.#pending.end(id, 'canceled');
      this.#pending.queued.delete(id);
    }
  }

  warm = async (): Promise<void> => undefined;

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    this.#pending.endAll('closed');
    await this.#listener.stop();
    await this.#lease.end();
  }

  async #look(): Promise<void> {
    const ids = [...this.#pending.queued];
    if (ids.length === 0) return;
    const { open, settled } = await listUnsettled(this.#options.db, ids);
    for (const id of ids.filter((one) => !open.includes(one)))
      this.#pending.end(id, settled.includes(id) ? 'settled' : 'gone');
  }

  async #outcomeOf(id: string, ending: Ending): Promise<Outcome<unknown>> {
    const { db, onError } = this.#options;
    if (ending === 'settled') {
      const outcome = await fetchOutcome(db, id);
      return outcome === null ? { outcome: 'closed' } : readOutcome(outcome);
    }
    await withdrawWork(db, id).catch(onError);
    if (ending === 'late') onError(new Error('no worker (ROLE=worker) has finished a piece of work in time'));
    return { outcome: OUTCOMES[ending] };
  }
}

/** The tasks whose outcome is awaited, by their ids. */
class Pending {
  /** Those that have a row in the database. */
  readonly queued = new Set<string>();
  readonly #endings = new Map<string, (ending: Ending) => void>();

  add(id: string, { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined }): Promise<Ending> {
    return new Promise((resolve) => {
      const cancel = () => this.end(id, 'canceled');
      const timer = setTimeout(() => this.end(id, 'late'), timeoutMs);
      this.#endings.set(id, (ending) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        this.#endings.delete(id);
        resolve(ending);
      });
      signal?.addEventListener('abort', cancel);
      if (signal?.aborted === true) cancel();
    });
  }

  /** Only the first ending counts. */
  end(id: string, ending: Ending): void {
    this.#endings.get(id)?.(ending);
  }

  endAll(ending: Ending): void {
    for (const id of this.#endings.keys()) this.end(id, ending);
  }
}

function readOutcome(bytes: Buffer): Outcome<unknown> {
  const outcome = deserialize(bytes) as Outcome<unknown> | UnreadOutcome;
  if (outcome.outcome !== 'unread') return outcome;
  const reason = new Error(outcome.reason);
  throw outcome.isDown ? new StorageDown(reason) : reason;
}
