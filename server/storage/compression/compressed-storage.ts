import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ByteRange, ReadAndReceive } from '../storage.ts';
import {
  isWorthPacking,
  MIN_PACKED_BYTES,
  MAGIC,
  pack,
  readTotal,
  totalRange,
  unpack,
  type Original,
} from './packed.ts';

/** Number of bytes at the start that decide whether to compress. */
const START_BYTES = 256 * 1024;

/** Shorter files take a few blocks of the disk either way. */
const MIN_BYTES = 16 * 1024;

/**
 * Compresses what is stored from now on, where that pays, and reads compressed objects as well as those stored
 * unchanged (docs/decisions/025-storage.md#stored-files-are-compressed).
 */
export const createCompressedStorage = <Inner extends ReadAndReceive>(inner: Inner): Inner => ({
  ...inner,

  async receive(source: AsyncIterable<Uint8Array>, given?: string) {
    const outcome: { original: Original | null } = { original: null };
    const { key, ...stored } = await inner.receive(packIfWorthwhile(source, outcome), given);
    return { key, ...(outcome.original ?? stored) };
  },

  async read(key: string, range?: ByteRange) {
    const found = await inner.read(key, range && { start: 0, end: MAGIC.length - 1 });
    if (found === null || found.sizeBytes === 0) return found;
    const asItCame = () => (range === undefined ? found : inner.read(key, range));
    if (found.sizeBytes < MIN_PACKED_BYTES || !(await peek(found.stream, MAGIC.length)).equals(MAGIC)) {
      if (range !== undefined) found.stream.destroy();
      return asItCame();
    }
    return readPacked(inner, key, found, range);
  },
});

type Found = NonNullable<Awaited<ReturnType<ReadAndReceive['read']>>>;

async function readPacked(inner: ReadAndReceive, key: string, found: Found, range?: ByteRange): Promise<Found | null> {
  if (range !== undefined) found.stream.destroy();
  const total = await inner.read(key, totalRange(found.sizeBytes));
  const whole = range === undefined ? found : await inner.read(key);
  if (total === null || whole === null) {
    found.stream.destroy();
    return null;
  }
  const sizeBytes = readTotal(await buffer(total.stream));
  const requestedRange = range ?? { start: 0, end: Infinity };
  const stream = Readable.from(unpack(whole.stream, requestedRange), { objectMode: false });
  // Closes the source, even when no byte of it was read.
  stream.once('close', () => whole.stream.destroy());
  return { stream, sizeBytes };
}

async function* packIfWorthwhile(source: AsyncIterable<Uint8Array>, outcome: { original: Original | null }) {
  const pieces = source[Symbol.asyncIterator]();
  try {
    const start = await takeStart(pieces);
    const all = concatPieces(start, pieces);
    if (await shouldPack(Buffer.concat(start))) {
      yield* pack(all, (original) => {
        outcome.original = original;
      });
    } else yield* all;
  } finally {
    await pieces.return?.();
  }
}

/**
 * Returns whether to pack. Bytes that look packed are packed once more, so that bytes stored unchanged are never taken
 * for packed ones.
 */
const shouldPack = async (start: Buffer): Promise<boolean> =>
  start.subarray(0, MAGIC.length).equals(MAGIC) || (start.byteLength >= MIN_BYTES && (await isWorthPacking(start)));

async function takeStart(pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array[]> {
  const start: Uint8Array[] = [];
  for (let bytes = 0; bytes < START_BYTES;) {
    const next = await pieces.next();
    if (next.done === true) break;
    start.push(next.value);
    bytes += next.value.byteLength;
  }
  return start;
}

async function* concatPieces(
  start: readonly Uint8Array[],
  pieces: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* start;
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) return;
    yield next.value;
  }
}

/** Returns the first bytes of a stream that has at least `count`, and leaves them in the stream. */
function peek(stream: Readable, count: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      stream.off('readable', tryRead).off('error', fail).off('close', close);
      finish();
    };
    const tryRead = () => {
      const bytes = stream.read(count) as Buffer | null;
      if (bytes === null) return;
      stream.unshift(bytes);
      settle(() => resolve(bytes));
    };
    const fail = (error: Error) => settle(() => reject(error));
    const close = () => fail(new Error('the stream was closed before its first bytes'));
    stream.on('readable', tryRead).on('error', fail).on('close', close);
  });
}
