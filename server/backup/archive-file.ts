import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, pipeline as connect, type Duplex, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createZstdCompress, createZstdDecompress } from 'node:zlib';
import {
  HEADER_BYTES,
  isHeader,
  createHeader,
  deriveObjectKey,
  createSealStream,
  createUnsealStream,
} from '../storage/encryption/sealed.ts';
import { syncPath } from '../sync-path.ts';
import { damagedBackup, packArchive, type Add, type ArchiveSource } from './archive.ts';
import { dataKeyOf } from './backup-config.ts';

/** Input to the key of one archive, besides its random header, so that it fits no object of a storage. */
const SEALED_AS = 'backup';

/** Size of one chunk: each chunk of the usual 16 KB would wait for a thread of its own. */
const PIECE_BYTES = 1024 * 1024;

/** Most of it is compressed already: what pays is to get past that quickly. */
const compression = () =>
  createZstdCompress({
    chunkSize: PIECE_BYTES,
    params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  });

/**
 * Writes a compressed archive, readable only by its owner, and encrypted if there is a key. It appears under its name
 * complete, or not at all.
 */
export async function writeArchive(
  file: string,
  backupKey: string | null,
  fill: (add: Add) => Promise<void>,
): Promise<void> {
  const draft = `${file}.partial`;
  await rm(draft, { force: true });
  try {
    const sink = createWriteStream(draft, { mode: 0o600, flags: 'wx', highWaterMark: PIECE_BYTES });
    await pipeline(packArchive(fill), compression(), sealed(backupKey, sink), sink);
    await syncPath(draft);
    await rename(draft, file);
    await syncPath(dirname(file));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Returns the stage that seals the bytes, and writes the header to where they will follow. */
function sealed(backupKey: string | null, sink: NodeJS.WritableStream): Duplex {
  if (backupKey === null) return new PassThrough();
  const header = createHeader();
  sink.write(header);
  return createSealStream(deriveObjectKey(dataKeyOf(backupKey), header, SEALED_AS));
}

/** Returns the source for a file that was written by this version or an earlier one. */
export function archiveFile(file: string, backupKey: string | null): ArchiveSource {
  return {
    name: file,
    async open() {
      const found = await stat(file).catch(() => null);
      if (!found?.isFile()) throw new Error(`There is no file ${file}.`);
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

/** Earlier versions compressed with gzip. */
const unpacked = (bytes: Readable, front: Buffer): Readable =>
  pipeThrough(
    bytes,
    front.subarray(0, 2).equals(GZIP)
      ? createGunzip({ chunkSize: PIECE_BYTES })
      : createZstdDecompress({ chunkSize: PIECE_BYTES }),
  );

/** Pipes a stream through another; the end or failure of either is passed on to the other. */
function pipeThrough(stream: Readable, change: Duplex): Readable {
  connect(stream, change, () => undefined);
  return change;
}
