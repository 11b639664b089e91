import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { createKey, requireKey, type ByteRange, type ReadAndReceive } from '../storage.ts';
import {
  HEADER_BYTES,
  isHeader,
  createHeader,
  deriveObjectKey,
  computeOpenedSize,
  PIECE_BYTES,
  SEALED_PIECE_BYTES,
  createSealStream,
  createUnsealStream,
} from './sealed.ts';

/**
 * Encrypts what is stored from now on (AES-256-GCM, each object with a key of its own), and also reads what was stored
 * before. Pieces are sealed one by one, so that a range needs only its own.
 */
export function createEncryptedStorage<Inner extends ReadAndReceive>(inner: Inner, dataKey: Buffer): Inner {
  return {
    ...inner,

    async receive(source: AsyncIterable<Uint8Array>, given?: string) {
      const key = requireKey(given ?? createKey());
      const header = createHeader();
      const counted = { hash: createHash('sha256'), bytes: 0 };
      await inner.receive(sealedBytes(source, { header, key: deriveObjectKey(dataKey, header, key), counted }), key);
      return { key, sizeBytes: counted.bytes, sha256: counted.hash.digest('hex') };
    },

    async read(key: string, range?: ByteRange) {
      const found = await inner.read(key, range && { start: 0, end: HEADER_BYTES - 1 });
      if (found === null) return null;
      const { header, stream: body } = await readHeader(found.stream);
      if (range !== undefined) body.destroy();
      if (header === null)
        return range === undefined ? { stream: body, sizeBytes: found.sizeBytes } : inner.read(key, range);
      const own = deriveObjectKey(dataKey, header, key);
      const sizeBytes = computeOpenedSize(found.sizeBytes);
      const stream =
        range === undefined
          ? pipeThrough(body, createUnsealStream(own, { from: 0, isToEnd: true }))
          : await readRange(inner, { key, own, sizeBytes, range });
      return { stream, sizeBytes };
    },
  };
}

interface Sealing {
  header: Buffer;
  key: Buffer;
  counted: { hash: ReturnType<typeof createHash>; bytes: number };
}

async function* sealedBytes(source: AsyncIterable<Uint8Array>, { header, key, counted }: Sealing) {
  async function* counting() {
    for await (const piece of source) {
      counted.hash.update(piece);
      counted.bytes += piece.byteLength;
      yield piece;
    }
  }
  yield header;
  yield* pipeThrough(
    Readable.from(counting(), { objectMode: false }),
    createSealStream(key),
  ) as AsyncIterable<Uint8Array>;
}

/** Pipes a stream through a transform; the end or failure of either is passed on to the other. */
function pipeThrough(stream: Readable, change: Transform): Readable {
  pipeline(stream, change, () => undefined);
  return change;
}

interface Peeled {
  /** Null: there is no header, and `stream` is unchanged. */
  header: Buffer | null;
  stream: Readable;
}

/** Takes the header from the front of the stream. */
async function readHeader(stream: Readable): Promise<Peeled> {
  const taken: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    taken.push(piece);
    bytes += piece.length;
    if (bytes >= HEADER_BYTES) break;
  }
  const front = Buffer.concat(taken, bytes);
  // The stream has ended, so nothing can be put back into it.
  if (bytes < HEADER_BYTES) return { header: null, stream: Readable.from(bytes === 0 ? [] : [front]) };
  const header = front.subarray(0, HEADER_BYTES);
  const rest = isHeader(header) ? front.subarray(HEADER_BYTES) : front;
  if (rest.length > 0) stream.unshift(rest);
  return { header: isHeader(header) ? header : null, stream };
}

interface Reading {
  key: string;
  own: Buffer;
  sizeBytes: number;
  range: ByteRange;
}

/** Reads the pieces that contain the range, and cuts off what is before and after it. */
async function readRange(inner: ReadAndReceive, { key, own, sizeBytes, range }: Reading): Promise<Readable> {
  const last = Math.min(range.end, sizeBytes - 1);
  const [from, to] = [Math.floor(range.start / PIECE_BYTES), Math.floor(last / PIECE_BYTES)];
  const at = (piece: number) => HEADER_BYTES + piece * SEALED_PIECE_BYTES;
  const isToEnd = to === Math.floor((sizeBytes - 1) / PIECE_BYTES);
  const found = await inner.read(key, { start: at(from), end: at(to + 1) - 1 });
  if (found === null) throw new Error(`the bytes of ${key} are gone from the storage`);
  const opened = pipeThrough(found.stream, createUnsealStream(own, { from, isToEnd }));
  return pipeThrough(opened, createSliceStream(range.start - from * PIECE_BYTES, last - range.start + 1));
}

function createSliceStream(skip: number, length: number): Transform {
  let [before, left] = [skip, length];
  return new Transform({
    transform(bytes: Buffer, _, done) {
      const part = bytes.subarray(before, before + left);
      before = Math.max(before - bytes.length, 0);
      left -= part.length;
      done(null, part);
    },
  });
}
