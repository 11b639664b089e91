import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { readClock, syncFolder } from './folder-times.ts';
import { isNoSpaceError, openDiskSpace, requireRoom, type DiskSpace } from './disk-space.ts';
import { openQuarantine } from './quarantine.ts';

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
  /** The room for more. `receive` refuses while it is low. */
  space: DiskSpace;
  receive(source: AsyncIterable<Uint8Array>): Promise<StoredBytes>;
  keep(bytes: StoredBytes): Promise<void>;
  /** Takes bytes away for good; only for those that no row can name. */
  discard(key: string): Promise<void>;
  /** The same, but leaves bytes that were kept: when nobody knows whether a row names them, the sweep finds out. */
  discardUnkept(key: string): Promise<void>;
  /**
   * `range` asks for a part, with its last byte; `sizeBytes` is that of the whole. An object that is read is in use:
   * one in quarantine is moved back first.
   */
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; sizeBytes: number } | null>;
  /** The parts that the objects are divided in, so that a million of them can be gone through bit by bit. */
  listShelves(): Promise<string[]>;
  /** Keys of the objects on a shelf. */
  listShelf(shelf: string): Promise<string[]>;
  /** Keys of uploads that have not become objects: under way, or cut off. */
  listUnfinished(): Promise<string[]>;
  /**
   * How long ago an object or an unfinished upload was last written or moved, by the clock that stamped it; null when
   * it is gone.
   */
  findAgeMs(key: string): Promise<number | null>;
  /** Sets an object or an unfinished upload aside, under `day` (2026-11-22). False when it is gone. */
  quarantine(key: string, day: string): Promise<boolean>;
  /** The days that have something in quarantine. */
  listQuarantineDays(): Promise<string[]>;
  listQuarantined(day: string): Promise<string[]>;
  /** Moves an object back from quarantine. False when it is not there. */
  restore(key: string): Promise<boolean>;
  /** Removes an object that has been in quarantine since `day`, for good. */
  removeQuarantined(key: string, day: string): Promise<void>;
}

/** At once: each read waits for a thread and for its turn among all calls, so few large ones are quicker beside others. */
const READ_BYTES = 512 * 1024;

const KEY = /^[0-9a-f]{32}$/;

/** Customers' files: for the portal's own user alone. */
const PRIVATE = 0o700;

/** Storage in a folder of the file system. */
export async function openFileStorage(
  folder: string,
  space: DiskSpace = openDiskSpace({ folders: [folder], reserveBytes: 0 }),
): Promise<Storage> {
  const waiting = join(folder, 'incoming');
  const objectsFolder = join(folder, 'objects');
  for (const own of [folder, waiting, objectsFolder]) await makePrivate(own);
  for (const shelf of await readdir(objectsFolder)) await chmod(join(objectsFolder, shelf), PRIVATE);
  const shelfOf = (key: string) => join(objectsFolder, key.slice(0, 2));
  const placeOf = (key: string) => join(shelfOf(key), key);
  const quarantine = openQuarantine(join(folder, 'quarantine'), {
    roomOf: (key) => shelfOf(key),
    sourcesOf: (key) => [placeOf(key), join(waiting, key)],
  });

  return {
    space,

    async receive(source) {
      await requireRoom(space);
      return receive(waiting, source).catch((error: unknown) => {
        if (isNoSpaceError(error)) space.noteFull();
        throw error;
      });
    },

    async keep({ key }) {
      await mkdir(shelfOf(key), { recursive: true, mode: PRIVATE });
      await rename(join(waiting, key), placeOf(key));
      await syncFolder(shelfOf(key));
      await syncFolder(objectsFolder);
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
      const find = () => stat(place).catch(() => null);
      const found = (await find()) ?? ((await quarantine.restore(key)) ? await find() : null);
      return found
        ? { stream: createReadStream(place, { ...range, highWaterMark: READ_BYTES }), sizeBytes: found.size }
        : null;
    },

    listShelves: () => readdir(objectsFolder),
    listShelf: async (shelf) => (await readdir(join(objectsFolder, shelf))).filter((name) => KEY.test(name)),
    listUnfinished: async () => (await readdir(waiting)).filter((name) => KEY.test(name)),

    async findAgeMs(key) {
      const found = (await stat(placeOf(key)).catch(() => null)) ?? (await stat(join(waiting, key)).catch(() => null));
      if (found === null) return null;
      // The kernel stamps `ctime`, also when a file is moved; a copied folder brings its old `mtime` along.
      const touchedAt = Math.max(found.ctimeMs, found.mtimeMs, found.birthtimeMs);
      return (await readClock(folder)) - touchedAt;
    },

    ...quarantine,
  };
}

async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE });
  // Earlier versions left it to the umask.
  await chmod(folder, PRIVATE);
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
    await handle.close();
  } catch (error) {
    // A full disk may be found out while closing, too.
    await handle.close().catch(() => undefined);
    await rm(place, { force: true });
    throw error;
  }
  return { key, sizeBytes, sha256: hash.digest('hex') };
}
