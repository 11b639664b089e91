import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createKey } from '../../storage/storage.ts';
import type { ObjectStore } from './open-target.ts';
import { nameIn, RECORDS_FOLDER, type Records } from './records.ts';

/** Header and content of an entry take whole blocks. */
const BLOCK_BYTES = 512;
const READ_BYTES = 1024 * 1024;

/** Where a header (POSIX ustar) has what. */
const [SIZE_AT, CHECKSUM_AT, TYPE_AT, MAGIC_AT] = [124, 148, 156, 257];
const MAGIC = 'ustar\u000000';
/** A larger size is written as a number of base 256, after this mark. */
const MAX_OCTAL_BYTES = 8 ** 11 - 1;
const BASE_256 = 0x80;

const toBlocks = (bytes: number) => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;

/** Where the content of an entry is. */
interface Place {
  start: number;
  sizeBytes: number;
}

/** What the folder of a target has, as entries of one tar: each is written once, after the others, and read by itself. */
export interface TarFolder {
  objects: ObjectStore;
  records: Pick<Records, 'list' | 'read' | 'write'>;
  /** Completes the file and makes it durable. */
  finish(): Promise<void>;
  /** Leaves the file as it is. */
  close(): Promise<void>;
}

export const createTarFolder = (file: string): TarFolder => openEntries(file, new Map());

/** Opens a tar that was finished; throws when it is cut off or is none. */
export const openTarFolder = async (file: string): Promise<TarFolder> => openEntries(file, await readPlaces(file));

export async function isTar(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BLOCK_BYTES), 0, BLOCK_BYTES, 0);
    return bytesRead === BLOCK_BYTES && buffer.toString('latin1', MAGIC_AT, MAGIC_AT + MAGIC.length) === MAGIC;
  } finally {
    await handle.close();
  }
}

function encodeHeader(name: string, sizeBytes: number): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0);
  header.write('0000600\u00000000000\u00000000000\u0000', 100);
  if (sizeBytes <= MAX_OCTAL_BYTES) {
    header.write(sizeBytes.toString(8).padStart(11, '0'), SIZE_AT);
  } else {
    header.writeUInt8(BASE_256, SIZE_AT);
    header.writeBigUInt64BE(BigInt(sizeBytes), SIZE_AT + 4);
  }
  header.write(Math.floor(Date.now() / 1000).toString(8), 136);
  header.write('0', TYPE_AT);
  header.write(MAGIC, MAGIC_AT);
  header.write(`${sumHeader(header).toString(8).padStart(6, '0')}\u0000 `, CHECKSUM_AT);
  return header;
}

/** Null for a block of zeros; throws for a block that is no header. */
function decodeHeader(header: Buffer): { name: string; sizeBytes: number } | null {
  if (header.every((byte) => byte === 0)) return null;
  if (sumHeader(header) !== Number.parseInt(header.toString('latin1', CHECKSUM_AT, CHECKSUM_AT + 6), 8))
    throw new Error('a header of the tar is damaged');
  const sizeBytes =
    header[SIZE_AT] === BASE_256
      ? Number(header.readBigUInt64BE(SIZE_AT + 4))
      : Number.parseInt(header.toString('latin1', SIZE_AT, SIZE_AT + 11), 8);
  return { name: header.toString('latin1', 0, header.indexOf(0)), sizeBytes };
}

/** The checksum itself counts as spaces. */
const sumHeader = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= CHECKSUM_AT && at < CHECKSUM_AT + 8 ? 0x20 : byte), 0);

async function readPlaces(file: string): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const block = Buffer.alloc(BLOCK_BYTES);
    for (let start = BLOCK_BYTES; ;) {
      const { bytesRead } = await handle.read(block, 0, BLOCK_BYTES, start - BLOCK_BYTES);
      const header = bytesRead === BLOCK_BYTES ? decodeHeader(block) : null;
      if (header === null) return places;
      if (start + header.sizeBytes > size) throw new Error(`${file} is cut off in ${header.name}`);
      places.set(header.name, { start, sizeBytes: header.sizeBytes });
      start += toBlocks(header.sizeBytes) + BLOCK_BYTES;
    }
  } finally {
    await handle.close();
  }
}

const objectEntry = (key: string) => `objects/${key.slice(0, 2)}/${key}`;
const recordEntry = (name: string) => `${RECORDS_FOLDER}/${name}.json`;

function openEntries(file: string, places: Map<string, Place>): TarFolder {
  const { append, ...ending } = openToAppend(file, places);

  function read(name: string, range = { start: 0, end: Infinity }): { stream: Readable; sizeBytes: number } | null {
    const place = places.get(name);
    if (place === undefined) return null;
    const [start, end] = [place.start + range.start, place.start + Math.min(range.end, place.sizeBytes - 1)];
    const stream = end < start ? Readable.from([]) : createReadStream(file, { start, end, highWaterMark: READ_BYTES });
    return { stream, sizeBytes: place.sizeBytes };
  }

  const namesIn = (folder: string) => [...places.keys()].filter((name) => name.startsWith(`${folder}/`)).map(nameIn);
  return {
    objects: {
      receive: async (source, key = createKey()) => ({ key, ...(await append(objectEntry(key), source)) }),
      // There is nothing before the whole file is finished, and everything then.
      keep: async () => undefined,
      discardUnkept: async () => undefined,
      read: async (key, range) => read(objectEntry(key), range),
      listShelves: async () => ['objects'],
      listShelf: async (shelf) => namesIn(shelf),
    },
    records: {
      list: async () => namesIn(RECORDS_FOLDER),
      async read(name) {
        const found = read(recordEntry(name));
        return found === null ? null : text(found.stream);
      },
      write: async (name, words) => void (await append(recordEntry(name), Readable.from([Buffer.from(words)]))),
    },
    ...ending,
  };
}

/** The file is made at the first entry; one entry is written after the other, and none after one that failed. */
function openToAppend(file: string, places: Map<string, Place>) {
  let handle: FileHandle | null = null;
  let end = 0;
  let written: Promise<unknown> = Promise.resolve();

  async function write(name: string, source: AsyncIterable<Uint8Array>) {
    handle ??= await open(file, 'wx', 0o600);
    const start = end + BLOCK_BYTES;
    const hash = createHash('sha256');
    let sizeBytes = 0;
    async function* counted() {
      for await (const piece of source) {
        hash.update(piece);
        sizeBytes += piece.byteLength;
        yield piece;
      }
    }
    await handle.writeFile(Buffer.alloc(BLOCK_BYTES));
    await handle.writeFile(counted());
    await handle.writeFile(Buffer.alloc(toBlocks(sizeBytes) - sizeBytes));
    // The size is known only now.
    await handle.write(encodeHeader(name, sizeBytes), 0, BLOCK_BYTES, end);
    places.set(name, { start, sizeBytes });
    end = start + toBlocks(sizeBytes);
    return { sizeBytes, sha256: hash.digest('hex') };
  }

  return {
    append: (name: string, source: AsyncIterable<Uint8Array>): ReturnType<typeof write> => {
      const writing = written.then(() => write(name, source));
      written = writing;
      return writing;
    },
    finish: async (): Promise<void> => {
      await handle?.writeFile(Buffer.alloc(2 * BLOCK_BYTES));
      await handle?.sync();
      await handle?.close();
    },
    close: async () => handle?.close(),
  };
}
