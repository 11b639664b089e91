import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Duplex, type Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { HEADER_BYTES, isHeader, deriveObjectKey, createUnsealStream } from '../storage/encryption/sealed.ts';
import { damagedBackup, type ArchiveSource } from './archive.ts';
import { dataKeyOf } from './backup-config.ts';

/** Input to the key of one archive, besides its random header, so that it fits no object of a storage. */
const SEALED_AS = 'backup';

/** Size of one chunk: each chunk of the usual 16 KB would wait for a thread of its own. */
const PIECE_BYTES = 1024 * 1024;

/** Opens a backup of one archive with everything in it, as versions before this one wrote them. */
export function openEarlierFile(file: string, backupKey: string | null): ArchiveSource {
  return {
    name: file,
    async open() {
      const front = await readFront(file);
      if (!isHeader(front)) return unpacked(createReadStream(file, { highWaterMark: PIECE_BYTES }), front);
      if (backupKey === null) throw new Error(`${file} is encrypted. Set BACKUP_KEY to the key it was made with.`);
      const key = deriveObjectKey(dataKeyOf(backupKey), front, SEALED_AS);
      const opened = pipeThrough(
        createReadStream(file, { start: HEADER_BYTES, highWaterMark: PIECE_BYTES }),
        createUnsealStream(key, { from: 0, isToEnd: true }),
      );
      const first = await firstBytes(opened, file);
      return unpacked(opened, first);
    },
  };
}

async function readFront(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Returns the first bytes of a stream, and leaves them in it. With another key, not even the first piece opens. */
async function firstBytes(stream: Readable, file: string): Promise<Buffer> {
  try {
    for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      stream.unshift(piece);
      return piece;
    }
  } catch {
    throw new Error(`${file} does not open with this BACKUP_KEY, or is damaged. Nothing was changed.`);
  }
  throw damagedBackup(file);
}

const GZIP = Buffer.from([0x1f, 0x8b]);

/** Even earlier versions compressed with gzip. */
const unpacked = (bytes: Readable, front: Buffer): Readable =>
  pipeThrough(
    bytes,
    front.subarray(0, 2).equals(GZIP)
      ? createGunzip({ chunkSize: PIECE_BYTES })
      : createZstdDecompress({ chunkSize: PIECE_BYTES }),
  );

/** Pipes a stream through another; the end or failure of either is passed on to the other. */
function pipeThrough(stream: Readable, change: Duplex): Readable {
  pipeline(stream, change, () => undefined);
  return change;
}
