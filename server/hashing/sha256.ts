import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { findThreadProgram, THREAD_ARGUMENTS } from '../threads/thread-programs.ts';

/** The SHA-256 of bytes that arrive in chunks. */
export interface Sha256 {
  /** Resolves when the bytes have been read and may be overwritten. */
  update(bytes: Uint8Array): Promise<void>;
  /** Returns the hash in lower-case hex. No further call may follow. */
  digest(): Promise<string>;
  /** Ends the hash without a digest. */
  abandon(): void;
}

export interface HashStep {
  id: number;
  bytes: Uint8Array | null;
  end: 'digest' | 'abandon' | null;
}

export interface HashedStep {
  id: number;
  sha256: string | null;
}

/** If the first chunk is smaller than this, the bytes are few or slow, and cost this thread less than two messages. */
const FEW_BYTES = 128 * 1024;

/** Large files are hashed on a separate thread: twenty at once would take a sixth of the one that serves all calls. */
export function openSha256(): Sha256 {
  let hash: Sha256 | null = null;
  return {
    update(bytes) {
      hash ??= bytes.byteLength < FEW_BYTES ? hashHere() : hashThere();
      return hash.update(bytes);
    },
    digest: () => (hash ?? hashHere()).digest(),
    abandon: () => hash?.abandon(),
  };
}

function hashHere(): Sha256 {
  const hash = createHash('sha256');
  return {
    update: async (bytes) => void hash.update(bytes),
    digest: async () => hash.digest('hex'),
    abandon: () => undefined,
  };
}

function hashThere(): Sha256 {
  thread ??= startThread();
  const own = thread;
  const id = (lastId += 1);
  return {
    update: async (bytes) => void (await own.run({ id, bytes: toSend(bytes), end: null })),
    digest: async () => String((await own.run({ id, bytes: null, end: 'digest' })).sha256),
    abandon: () => void own.run({ id, bytes: null, end: 'abandon' }).catch(() => undefined),
  };
}

const isShared = ({ buffer }: Uint8Array) => buffer instanceof SharedArrayBuffer;

/** Bytes that are not shared are copied once, without the rest of their buffer, and transferred. */
const toSend = (bytes: Uint8Array): Uint8Array => (isShared(bytes) ? bytes : new Uint8Array(bytes));

const toTransfer = ({ bytes }: HashStep): ArrayBuffer[] =>
  bytes === null || isShared(bytes) ? [] : [bytes.buffer as ArrayBuffer];

interface HashThread {
  /** Steps run in the order of the calls. */
  run(step: HashStep): Promise<HashedStep>;
}

let thread: HashThread | null = null;
let lastId = 0;

function startThread(): HashThread {
  const worker = new Worker(findThreadProgram('sha256'), { env: {}, execArgv: THREAD_ARGUMENTS });
  const waiting: PromiseWithResolvers<HashedStep>[] = [];
  let broken: Error | null = null;
  worker.unref();
  worker.on('message', (done: HashedStep) => {
    if (waiting.length === 1) worker.unref();
    waiting.shift()?.resolve(done);
  });
  // The next hash will start a new thread.
  const fail = (error: Error) => {
    broken ??= error;
    thread = null;
    for (const { reject } of waiting.splice(0)) reject(broken);
  };
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`the thread that hashes ended with ${code}`)));
  return {
    run(step) {
      if (broken !== null) return Promise.reject(broken);
      const reply = Promise.withResolvers<HashedStep>();
      waiting.push(reply);
      // A program with nothing else to do still waits for its hashes.
      worker.ref();
      worker.postMessage(step, toTransfer(step));
      return reply.promise;
    },
  };
}
