import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Bytes that have arrived and are on disk, but belong to nothing yet. */
export interface StoredBytes {
  key: string;
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/** From the first byte to the last one, which belongs to it. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where the bytes of files are kept. Keys are random and never reused. `receive` leaves the bytes in a waiting room;
 * `keep` makes them permanent before a row names them, so that a row never names bytes that are not safe.
 */
export interface Storage {
  receive(source: AsyncIterable<Uint8Array>): Promise<StoredBytes>;
  keep(bytes: StoredBytes): Promise<void>;
  /** Takes bytes away for good; only for those that no row can name. */
  discard(key: string): Promise<void>;
  /** The same, but leaves bytes that were kept: when nobody knows whether a row names them, `sweep` finds out. */
  discardUnkept(key: string): Promise<void>;
  /** `range` asks for a part, with its last byte; `sizeBytes` is that of the whole. */
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; sizeBytes: number } | null>;
  /** Removes what no row names: left by an upload that was cut off, or by a killed server. Returns how many. */
  sweep(isNamed: (keys: string[]) => Promise<Set<string>>): Promise<number>;
}

const KEY = /^[0-9a-f]{32}$/;

/** Storage in a folder of the file system. */
export async function openFileStorage(folder: string): Promise<Storage> {
  const waiting = join(folder, 'incoming');
  const kept = join(folder, 'objects');
  await mkdir(waiting, { recursive: true });
  await mkdir(kept, { recursive: true });
  const placeOf = (key: string) => join(kept, key.slice(0, 2), key);

  return {
    receive: (source) => receive(waiting, source),

    async keep({ key }) {
      const place = placeOf(key);
      await mkdir(join(kept, key.slice(0, 2)), { recursive: true });
      await rename(join(waiting, key), place);
      await syncFolder(join(kept, key.slice(0, 2)));
      await syncFolder(kept);
    },

    async discard(key) {
      if (!KEY.test(key)) return;
      await rm(join(waiting, key), { force: true });
      await rm(placeOf(key), { force: true });
    },

    async discardUnkept(key) {
      if (KEY.test(key)) await rm(join(waiting, key), { force: true });
    },

    async read(key, range) {
      if (!KEY.test(key)) return null;
      const place = placeOf(key);
      const found = await stat(place).catch(() => null);
      return found ? { stream: createReadStream(place, range), sizeBytes: found.size } : null;
    },

    async sweep(isNamed) {
      let removed = 0;
      for (const name of await readdir(waiting)) {
        await rm(join(waiting, name), { force: true });
        removed += 1;
      }
      for (const shelf of await readdir(kept)) {
        const keys = await readdir(join(kept, shelf));
        const named = await isNamed(keys);
        for (const key of keys.filter((candidate) => !named.has(candidate))) {
          await rm(join(kept, shelf, key), { force: true });
          removed += 1;
        }
      }
      return removed;
    },
  };
}

async function receive(folder: string, source: AsyncIterable<Uint8Array>): Promise<StoredBytes> {
  const key = randomBytes(16).toString('hex');
  const place = join(folder, key);
  const handle = await open(place, 'wx', 0o600);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(place, { force: true });
    throw error;
  }
  await handle.close();
  return { key, sizeBytes, sha256: hash.digest('hex') };
}

/** A rename is only durable once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
