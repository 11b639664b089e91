import { readBytes } from '../../../../server/storage/read-bytes.ts';
import type { Storage } from '../../../../server/storage/storage.ts';
import {
  openThreadPool,
  type Bounds,
  type InputOf,
  type Outcome,
  type ResultOf,
  type ThreadPool,
  type Used,
  type Waiting,
} from '../../../../server/threads/thread-pool.ts';
import type { EcuTasks, WorkName } from './work.ts';

/** Bytes that the process doing the work reads from the storage when it is their turn. */
export interface StoredObject {
  storedKey: string;
}

export const toStoredObject = (key: string): StoredObject => ({ storedKey: key });

type StoredIn<Input> = { [Field in keyof Input]: Input[Field] extends Uint8Array ? StoredObject : Input[Field] };

/** The input of a task: plain values that any process understands. */
export type EcuRequest<Name extends WorkName> = StoredIn<InputOf<EcuTasks, Name>>;

export interface EcuOptions {
  user: number;
  signal?: AbortSignal | undefined;
}

/** Work on the bytes of ECU files, in threads of this process or of another one. */
export interface EcuWork {
  /** Users who wait take turns. Errors while reading the bytes are rethrown. */
  run<Name extends WorkName>(
    name: Name,
    request: EcuRequest<Name>,
    options: EcuOptions,
  ): Promise<Outcome<ResultOf<EcuTasks, Name>>>;
  warm(): Promise<void>;
  /** The most time and memory that one task has taken in this process since the start. */
  readonly worst: Used;
  close(): Promise<void>;
}

const isStored = (value: unknown): value is StoredObject =>
  typeof value === 'object' && value !== null && 'storedKey' in value;

async function load<Name extends WorkName>(
  storage: Storage,
  request: EcuRequest<Name>,
): Promise<InputOf<EcuTasks, Name>> {
  const input: Record<string, unknown> = { ...request };
  for (const [field, value] of Object.entries(request)) {
    if (isStored(value)) input[field] = await readBytes(storage, value.storedKey);
  }
  return input as InputOf<EcuTasks, Name>;
}

declare module '../../../../server/http/call.ts' {
  interface Deps {
    /** Reads the bytes of ECU files, in threads of this process or of a worker. */
    ecu: EcuWork;
  }
}

/** How many tasks may wait, in one process or in a whole portal. */
export const LINE_OF_ECU_WORK: Waiting = { each: 8, all: 200 };

export const ECU_THREADS = 2;

/** For one file. */
const ECU_BOUNDS: Bounds = { timeMs: 10_000, timeoutMs: 60_000, memoryMb: 256 };

export type EcuPool = ThreadPool<EcuTasks>;

interface EcuPoolOptions extends Bounds {
  threads: number;
  waiting: Waiting;
}

/** Opens threads that read the bytes of ECU files, so that no file can hold up, fill or end the program itself. */
export function openEcuPool(options: Partial<EcuPoolOptions> = {}): EcuPool {
  const { threads = ECU_THREADS, waiting = LINE_OF_ECU_WORK, ...bounds } = options;
  return openThreadPool({ program: 'ecu', threads, waiting, bounds: { ...ECU_BOUNDS, ...bounds } });
}

/** Runs the work in the threads of this process. */
export const inThreads = (pool: EcuPool, storage: Storage): EcuWork => ({
  run: (name, request, { user, signal }) =>
    pool.run(name, () => load<typeof name>(storage, request), { client: user, signal }),
  warm: () => pool.warm(),
  get worst() {
    return pool.worst;
  },
  close: () => pool.close(),
});
