import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { Storage } from '../storage/storage.ts';
import type { StoredReference } from './references.ts';
import { openSha256 } from '../hashing/sha256.ts';
import { StorageDown } from '../storage/read-bytes.ts';

export type Fault = 'MISSING' | 'SIZE' | 'SHA256' | 'UNREADABLE';

/** Called with the number of bytes just read; the next ones wait for it. */
export type Pace = (bytes: number) => Promise<void>;

/**
 * Checks that the stored bytes match their row. Without a recorded SHA-256, only their number is compared. Throws while
 * the storage is down.
 */
export async function verifyObject(
  storage: Pick<Storage, 'read'>,
  { key, size_bytes, sha256 }: Pick<StoredReference, 'key' | 'size_bytes' | 'sha256'>,
  pace: Pace,
): Promise<Fault | null> {
  const found = await storage.read(key).catch(findFault);
  if (found === null) return 'MISSING';
  if (typeof found === 'string') return found;
  if (found.sizeBytes !== size_bytes || sha256 === null) {
    found.stream.destroy();
    return found.sizeBytes === size_bytes ? null : 'SIZE';
  }
  const hash = createHash('sha256');
  const pieces = found.stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const piece = await pieces.next().catch(findFault);
      if (typeof piece === 'string') return piece;
      if (piece.done === true) return hash.digest('hex') === sha256 ? null : 'SHA256';
      hash.update(piece.value);
      await pace(piece.value.byteLength);
    }
  } finally {
    found.stream.destroy();
  }
}

/** The file may have been removed between finding and reading it. A storage that is down says nothing about the file. */
function findFault(error: unknown): Fault {
  if (error instanceof StorageDown) throw error;
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'MISSING' : 'UNREADABLE';
}

/** Shorter waits are added up: a timer for every chunk would cost more than reading it. */
const MIN_WAIT_MS = 20;

/** Limits reading to this many bytes a second on average; time that was not used up earlier is not made up for. */
export function createPace(bytesPerSecond: number, signal?: AbortSignal): Pace {
  let dueAt = performance.now();
  return async (bytes) => {
    signal?.throwIfAborted();
    dueAt = Math.max(dueAt, performance.now() - MIN_WAIT_MS) + (bytes / bytesPerSecond) * 1_000;
    const waitMs = dueAt - performance.now();
    if (waitMs >= MIN_WAIT_MS) await sleep(waitMs, null, { signal, ref: false });
  };
}

export const unlimitedPace: Pace = async () => undefined;

/**
 * Passes the same bytes through and compares them with their recorded hash on the way. The last chunk waits for that: a
 * stream with other bytes, or one that cannot be read to its end, breaks off and never ends as if it were whole.
 */
export function compareWhileSent(stored: Readable, sha256: string, onDamaged: () => Promise<void>): Readable {
  const compared = Readable.from(verifyPieces(stored, sha256, onDamaged), { objectMode: false });
  // Needed even if no byte of it was read.
  compared.once('close', () => stored.destroy());
  return compared;
}

async function* verifyPieces(stored: Readable, sha256: string, onDamaged: () => Promise<void>) {
  const hash = openSha256();
  let last: Uint8Array | null = null;
  let hasEnded = false;
  let damage: unknown = null;
  stored.once('error', (error) => (damage = error));
  try {
    for await (const piece of stored as AsyncIterable<Uint8Array>) {
      if (last !== null) yield last;
      await hash.update(piece);
      last = piece;
    }
    hasEnded = true;
    if ((await hash.digest()) !== sha256)
      throw (damage = new Error('the stored bytes are not those that were recorded'));
  } catch (error) {
    // Neither a storage that is down nor a reader who leaves, whose error arrives here too, means damage.
    if (error === damage && !(error instanceof StorageDown)) await onDamaged();
    throw error;
  } finally {
    if (!hasEnded) hash.abandon();
  }
  if (last !== null) yield last;
}
