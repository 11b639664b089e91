/** Size of one write: few writes cost less than many, and at most two of an upload are under way. */
const BATCH_BYTES = 512 * 1024;

/**
 * Number of buffers for all uploads together, about 20 MB. When none is free, the caller continues with each chunk as
 * it arrives.
 */
const MAX_BATCHES = 40;

export interface Batch {
  bytes: Uint8Array;
  /** The bytes may be overwritten from now on. */
  release: () => void;
}

/**
 * Free buffers, in memory that threads share, so that nothing is copied for them. They are reused: none becomes
 * garbage.
 */
const free: Uint8Array[] = [];
let made = 0;

function takeMemory(): Uint8Array | null {
  const found = free.pop();
  if (found !== undefined) return found;
  if (made === MAX_BATCHES) return null;
  made += 1;
  return new Uint8Array(new SharedArrayBuffer(BATCH_BYTES));
}

/**
 * Passes the bytes on in a few large batches, one after the other, and fills the next while `take` works on one. The
 * memory of a batch is reused as soon as `take` has resolved. Returns the number of bytes.
 */
export async function takeInBatches(
  source: AsyncIterable<Uint8Array>,
  take: (bytes: Uint8Array) => Promise<void>,
): Promise<number> {
  let sizeBytes = 0;
  let taking = Promise.resolve();
  try {
    for await (const batch of inBatches(source)) {
      sizeBytes += batch.bytes.byteLength;
      const before = taking;
      taking = takeAfter(before, batch, take);
      taking.catch(() => undefined);
      await before;
    }
  } catch (error) {
    await taking.catch(() => undefined);
    throw error;
  }
  await taking;
  return sizeBytes;
}

async function takeAfter(before: Promise<void>, { bytes, release }: Batch, take: (bytes: Uint8Array) => Promise<void>) {
  try {
    await before;
    await take(bytes);
  } finally {
    release();
  }
}

/**
 * Yields the bytes in batches, each the caller's until it is released. No memory is lost if the source fails or the
 * caller stops early.
 */
export async function* inBatches(source: AsyncIterable<Uint8Array>): AsyncGenerator<Batch> {
  let memory: Uint8Array | null = null;
  let filled = 0;
  const takeBatch = (): Batch => {
    const full = memory as Uint8Array;
    const bytes = full.subarray(0, filled);
    [memory, filled] = [null, 0];
    return { bytes, release: () => void free.push(full) };
  };
  try {
    for await (const piece of source) {
      for (let at = 0; at < piece.byteLength;) {
        memory ??= takeMemory();
        if (memory === null) {
          yield { bytes: piece.subarray(at), release: () => undefined };
          break;
        }
        const part = piece.subarray(at, at + BATCH_BYTES - filled);
        memory.set(part, filled);
        at += part.byteLength;
        filled += part.byteLength;
        if (filled === BATCH_BYTES) yield takeBatch();
      }
    }
    if (memory !== null) yield takeBatch();
  } finally {
    if (memory !== null) free.push(memory);
  }
}
