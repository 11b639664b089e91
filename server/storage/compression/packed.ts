import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { openSha256 } from '../../hashing/sha256.ts';
import { inBatches } from '../batches.ts';
import type { ByteRange, StoredBytes } from '../storage.ts';

/**
 * Packed bytes: MAGIC, pieces, END. A piece is its packed length and its original length, in four bytes each, followed
 * by a frame of zstd, or by the original bytes where that is not shorter. END is a piece of length zero with the total
 * length.
 */
export const MAGIC = Buffer.from('TUNEDESK-PACKED1');
const HEAD_BYTES = 8;
const TOTAL_BYTES = 8;
export const MIN_PACKED_BYTES = MAGIC.length + HEAD_BYTES + TOTAL_BYTES;

/** No piece is longer, packed or not. */
const MAX_PIECE_BYTES = 1024 * 1024;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * The fastest level: the next ones take two to six times as long for a tenth less. The checksum keeps damaged frames
 * from being read.
 */
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };

/** Compresses in one turn of the compressing thread: bytes that cannot be made shorter grow by less than this. */
const packPiece = (bytes: Uint8Array): Promise<Buffer> =>
  compress(bytes, { params: PARAMS, chunkSize: bytes.byteLength + (bytes.byteLength >> 7) + 1024 });

/** A dump shrinks to half or less, noise and archives do not shrink at all: there is little in between. */
const MAX_PACKED_SHARE = 0.9;

export async function isWorthPacking(start: Uint8Array): Promise<boolean> {
  return (await packPiece(start)).byteLength <= start.byteLength * MAX_PACKED_SHARE;
}

export type Original = Omit<StoredBytes, 'key'>;

/** Packs the bytes of a source; `done` gets the size and hash of what went in, before the last byte comes out. */
export async function* pack(source: AsyncIterable<Uint8Array>, done: (original: Original) => void) {
  const hash = openSha256();
  let sizeBytes = 0;
  try {
    yield MAGIC;
    for await (const { bytes, release } of inBatches(source)) {
      try {
        const hashing = hash.update(bytes);
        hashing.catch(() => undefined);
        const packed = await packPiece(bytes);
        await hashing;
        sizeBytes += bytes.byteLength;
        const shorter = packed.byteLength < bytes.byteLength ? packed : Buffer.from(bytes);
        yield writeHead(shorter.byteLength, bytes.byteLength);
        yield shorter;
      } finally {
        release();
      }
    }
    done({ sizeBytes, sha256: await hash.digest() });
  } catch (error) {
    hash.abandon();
    throw error;
  }
  yield writeEnd(sizeBytes);
}

function writeHead(packedBytes: number, bytes: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(packedBytes, 0);
  head.writeUInt32LE(bytes, 4);
  return head;
}

function writeEnd(sizeBytes: number): Buffer {
  const end = Buffer.alloc(HEAD_BYTES + TOTAL_BYTES);
  end.writeBigUInt64LE(BigInt(sizeBytes), HEAD_BYTES);
  return end;
}

/** Returns the range of the total length within this many packed bytes. */
export const totalRange = (packedBytes: number): ByteRange => ({
  start: packedBytes - TOTAL_BYTES,
  end: packedBytes - 1,
});

export const readTotal = (bytes: Buffer): number => Number(bytes.readBigUInt64LE());

const damaged = () => new Error('packed bytes are damaged');

/** Yields the original bytes of the range from a source of packed ones. Pieces before the range are skipped. */
export async function* unpack(source: AsyncIterable<Uint8Array>, { start, end }: ByteRange) {
  const reader = openByteReader(source);
  try {
    if (!(await reader.take(MAGIC.length)).equals(MAGIC)) throw damaged();
    for (let at = 0; at <= end;) {
      const head = await reader.take(HEAD_BYTES);
      const [packedBytes, bytes] = [head.readUInt32LE(0), head.readUInt32LE(4)];
      if (bytes === 0) {
        if (readTotal(await reader.take(TOTAL_BYTES)) !== at) throw damaged();
        return;
      }
      if (packedBytes > bytes || bytes > MAX_PIECE_BYTES) throw damaged();
      const packed = await reader.take(packedBytes);
      if (at + bytes > start) yield (await open(packed, bytes)).subarray(Math.max(0, start - at), end + 1 - at);
      at += bytes;
    }
  } finally {
    await reader.close();
  }
}

async function open(packed: Buffer, bytes: number): Promise<Buffer> {
  if (packed.byteLength === bytes) return packed;
  const opened = await decompress(packed, { maxOutputLength: bytes, chunkSize: Math.max(bytes, 1024) });
  if (opened.byteLength !== bytes) throw damaged();
  return opened;
}

interface ByteReader {
  /** Returns the next `count` bytes; throws when there are fewer. */
  take(count: number): Promise<Buffer>;
  /** Ends the source, which has no reader any more. */
  close(): Promise<void>;
}

/** Opens a reader that takes a given number of bytes from chunks of any length. */
function openByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const pieces = source[Symbol.asyncIterator]();
  let left: Buffer = Buffer.alloc(0);
  return {
    async take(count) {
      const parts = [left];
      let bytes = left.byteLength;
      while (bytes < count) {
        const next = await pieces.next();
        if (next.done === true) throw new Error(`the bytes ended ${count - bytes} too early`);
        parts.push(Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength));
        bytes += next.value.byteLength;
      }
      const all = parts.length === 1 ? left : Buffer.concat(parts, bytes);
      left = all.subarray(count);
      return all.subarray(0, count);
    },
    async close() {
      await pieces.return?.();
    },
  };
}
