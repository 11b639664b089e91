import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Transform } from 'node:stream';

const MAGIC = Buffer.from('TUNEDESK-SEALED1');
const SALT_BYTES = 32;

/** Length of the header before the pieces: a magic number, and the salt of the object's own key. */
export const HEADER_BYTES = MAGIC.length + SALT_BYTES;

export const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
export const SEALED_PIECE_BYTES = PIECE_BYTES + TAG_BYTES;

export const createHeader = () => Buffer.concat([MAGIC, randomBytes(SALT_BYTES)]);

/** Bytes from before the encryption have no header. */
export const isHeader = (bytes: Buffer) =>
  bytes.length === HEADER_BYTES && bytes.subarray(0, MAGIC.length).equals(MAGIC);

/** Derives the key of one object under its name: it fits no other object, and no other key fits this one. */
export const deriveObjectKey = (dataKey: Buffer, header: Buffer, name: string) =>
  Buffer.from(hkdfSync('sha256', dataKey, header.subarray(MAGIC.length), `tunedesk object ${name}`, 32));

/** Returns how many bytes an object of `sealedBytes` contains. */
export function computeOpenedSize(sealedBytes: number): number {
  const body = sealedBytes - HEADER_BYTES;
  return body - Math.ceil(body / SEALED_PIECE_BYTES) * TAG_BYTES;
}

/** Encodes the number of the piece and whether it is the last one, so that none can be left out, moved or cut off. */
function writeNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function seal(key: Buffer, index: number, piece: Buffer, isLast: boolean): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, writeNonce(index, isLast));
  return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
}

function unseal(key: Buffer, index: number, piece: Buffer, isLast: boolean): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, writeNonce(index, isLast));
  decipher.setAuthTag(piece.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()]);
}

/** Cuts what passes into pieces of equal length and a last one, which may be shorter and is never missing. */
function splitIntoPieces(length: number, work: (piece: Buffer, index: number, isLast: boolean) => Buffer): Transform {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let index = 0;
  return new Transform({
    transform(bytes: Buffer, _, done) {
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes <= length) return done();
      const all = Buffer.concat(waiting, waitingBytes);
      let at = 0;
      try {
        // The last piece waits: it is treated differently if it is the end.
        for (; all.length - at > length; at += length) this.push(work(all.subarray(at, at + length), index++, false));
      } catch (error) {
        return done(error as Error);
      }
      waiting = [all.subarray(at)];
      waitingBytes = all.length - at;
      done();
    },
    flush(done) {
      try {
        this.push(work(Buffer.concat(waiting, waitingBytes), index, true));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

/** Turns bytes into sealed pieces. */
export const createSealStream = (key: Buffer): Transform =>
  splitIntoPieces(PIECE_BYTES, (piece, index, isLast) => seal(key, index, piece, isLast));

interface Stretch {
  /** Number of the first piece that arrives. */
  from: number;
  /** Whether the last piece that arrives is the last one of the object. */
  isToEnd: boolean;
}

/** Turns sealed pieces into bytes; fails for any piece that was changed. */
export const createUnsealStream = (key: Buffer, { from, isToEnd }: Stretch): Transform =>
  splitIntoPieces(SEALED_PIECE_BYTES, (piece, index, isLast) => unseal(key, from + index, piece, isLast && isToEnd));
