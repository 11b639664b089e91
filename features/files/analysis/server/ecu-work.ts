import { readBytes } from '../../../../server/storage/read-bytes.ts';
import type { Storage } from '../../../../server/storage/storage.ts';
import type { EcuPool, EcuOutcome } from './pool.ts';
import type { Used } from './run-on-worker.ts';
import type { InputOf, ResultOf, WorkName } from './work.ts';

/** Bytes that the process doing the work reads from the storage when it is their turn. */
export interface StoredObject {
  storedKey: string;
}

export const toStoredObject = (key: string): StoredObject => ({ storedKey: key });

type StoredIn<Input> = { [Field in keyof Input]: Input[Field] extends Uint8Array ? StoredObject : Input[Field] };

/** The input of a task: plain values that any process understands. */
export type EcuRequest<Name extends WorkName> = StoredIn<InputOf<Name>>;

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
  ): Promise<EcuOutcome<ResultOf<Name>>>;
  warm(): Promise<void>;
  /** The most time and memory that one task has taken in this process since the start. */
  readonly worst: Used;
  close(): Promise<void>;
}

const isStored = (value: unknown): value is StoredObject =>
  typeof value === 'object' && value !== null && 'storedKey' in value;

async function load<Name extends WorkName>(storage: Storage, request: EcuRequest<Name>): Promise<InputOf<Name>> {
  const input: Record<string, unknown> = { ...request };
  for (const [field, value] of Object.entries(request)) {
    if (isStored(value)) input[field] = await readBytes(storage, value.storedKey);
  }
  return input as InputOf<Name>;
}

declare module '../../../../server/http/call.ts' {
  interface Deps {
    /** Reads the bytes of ECU files, in threads of this process or of a worker. */
    ecu: EcuWork;
  }
}

/** Runs the work in the threads of this process. */
export const inThreads = (pool: EcuPool, storage: Storage): EcuWork => ({
  run: (name, request, options) => pool.run(name, () => load<typeof name>(storage, request), options),
  warm: () => pool.warm(),
  get worst() {
    return pool.worst;
  },
  close: () => pool.close(),
});
