import { createHash } from 'node:crypto';
import { type ThreadPool, openThreadPool, resultOf } from '../threads/thread-pool.ts';
import type { Sha256Tasks } from './sha256-worker.ts';

/** The SHA-256 of bytes that arrive in chunks. */
export interface Sha256 {
  /** Resolves when the bytes have been read and may be overwritten. */
  update(bytes: Uint8Array): Promise<void>;
  /** Returns the hash in lower-case hex. No further call may follow. */
  digest(): Promise<string>;
  /** Ends the hash without a digest. */
  abandon(): void;
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

/** Opened for the first large file. */
let pool: ThreadPool<Sha256Tasks> | undefined;
let lastId = 0;

function hashThere(): Sha256 {
  const threads = (pool ??= openThreadPool({
    program: 'sha256',
    threads: 1,
    waiting: { each: Infinity, all: Infinity },
    bounds: null,
  }));
  const id = (lastId += 1);
  let updates = 0;
  // Tasks of one client run in the order in which they are given.
  return {
    async update(bytes) {
      const isFirst = updates === 0;
      updates += 1;
      resultOf(await threads.run('update', () => ({ id, bytes: toSend(bytes), isFirst }), { client: id }));
    },
    digest: async () => resultOf(await threads.run('digest', () => ({ id }), { client: id })),
    abandon: () => void threads.run('abandon', () => ({ id }), { client: id }),
  };
}

/** Bytes that are not shared are copied once, without the rest of their buffer, and transferred. */
const toSend = (bytes: Uint8Array): Uint8Array =>
  bytes.buffer instanceof SharedArrayBuffer ? bytes : new Uint8Array(bytes);

/**
 * Returns the SHA-256 of bytes that arrive in chunks, in lower-case hex; on this thread, for commands and short input.
 */
export async function hashPieces(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
