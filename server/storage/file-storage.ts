import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSha256 } from '../hashing/sha256.ts';
import { takeInBatches } from './batches.ts';
import { syncPath } from '../sync-path.ts';
import { type DiskSpace, isNoSpaceError, openDiskSpace, requireFreeSpace } from './disk-space.ts';
import { openQuarantine } from './quarantine.ts';
import { type Storage, type StoredBytes, createKey, isKey, requireKey } from './storage.ts';

/**
 * Size of one read: each read waits for a thread and for its turn among all calls, so few large ones are quicker under
 * load.
 */
const READ_BYTES = 512 * 1024;

/** Mode of folders with customers' files: only for the portal's own user. */
const PRIVATE = 0o700;

/** Opens a storage in a folder of the file system. */
export async function openFileStorage(
  folder: string,
  space: DiskSpace = openDiskSpace({ folders: [folder], reserveBytes: 0 }),
): Promise<Storage> {
  const places = await openPlaces(folder);
  const { waiting, shelfOf, placeOf } = places;
  const quarantine = openQuarantine(join(folder, 'quarantine'), {
    folderOf: (key) => shelfOf(key),
    sourcesOf: (key) => [placeOf(key), join(waiting, key)],
  });

  return {
    space,

    async receive(source, given) {
      await requireFreeSpace(space);
      const key = requireKey(given ?? createKey());
      const received = await receive(join(waiting, key), source, given === undefined ? 'wx' : 'w').catch(
        (error: unknown) => {
          if (isNoSpaceError(error)) space.noteFull();
          throw error;
        },
      );
      return { key, ...received };
    },

    keep: openKeeping(places),

    async discard(key) {
      if (!isKey(key)) return;
      await rm(join(waiting, key), { force: true });
      await rm(placeOf(key), { force: true });
    },

    async discardUnkept(key) {
      if (isKey(key)) await rm(join(waiting, key), { force: true });
    },

    async read(key, range) {
      if (!isKey(key)) return null;
      const place = placeOf(key);
      const find = () => stat(place).catch(() => null);
      const found = (await find()) ?? ((await quarantine.restore(key)) ? await find() : null);
      return found
        ? { stream: createReadStream(place, { ...range, highWaterMark: READ_BYTES }), sizeBytes: found.size }
        : null;
    },

    ...createListings(places),
    ...quarantine,
  };
}

function openKeeping({ waiting, objectsFolder, shelfOf, placeOf }: Places): Storage['keep'] {
  const safeShelves = new Set<string>();
  return async ({ key }) => {
    const shelf = shelfOf(key);
    const isNew = (await mkdir(shelf, { recursive: true, mode: PRIVATE })) !== undefined;
    await rename(join(waiting, key), placeOf(key));
    await syncPath(shelf);
    // A shelf made by another process may not have been durable when that process ended.
    if (isNew || !safeShelves.has(shelf)) await syncPath(objectsFolder);
    safeShelves.add(shelf);
  };
}

interface Places {
  folder: string;
  /** Folder of the bytes until their record is there. */
  waiting: string;
  objectsFolder: string;
  shelfOf: (key: string) => string;
  placeOf: (key: string) => string;
}

async function openPlaces(folder: string): Promise<Places> {
  const waiting = join(folder, 'incoming');
  const objectsFolder = join(folder, 'objects');
  for (const own of [folder, waiting, objectsFolder]) await makePrivate(own);
  for (const shelf of await readdir(objectsFolder)) await chmod(join(objectsFolder, shelf), PRIVATE);
  const shelfOf = (key: string) => join(objectsFolder, key.slice(0, 2));
  return { folder, waiting, objectsFolder, shelfOf, placeOf: (key) => join(shelfOf(key), key) };
}

type Listings = Pick<Storage, 'listShelves' | 'listShelf' | 'listUnfinished' | 'findAgeMs'>;

/** Listings for the sweep. */
const createListings = ({ folder, waiting, objectsFolder, placeOf }: Places): Listings => ({
  listShelves: () => readdir(objectsFolder),
  listShelf: async (shelf) => (await readdir(join(objectsFolder, shelf))).filter(isKey),
  listUnfinished: async () => (await readdir(waiting)).filter(isKey),

  async findAgeMs(key) {
    const found = (await stat(placeOf(key)).catch(() => null)) ?? (await stat(join(waiting, key)).catch(() => null));
    if (found === null) return null;
    // The kernel updates `ctime` even when a file is moved; a copied folder has its old `mtime`.
    const touchedAt = Math.max(found.ctimeMs, found.mtimeMs, found.birthtimeMs);
    return (await readClock(folder)) - touchedAt;
  },
});

async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE });
  // Earlier versions left the mode to the umask.
  await chmod(folder, PRIVATE);
}

async function receive(
  place: string,
  source: AsyncIterable<Uint8Array>,
  flags: 'w' | 'wx',
): Promise<Omit<StoredBytes, 'key'>> {
  const handle = await open(place, flags, 0o600);
  const hash = openSha256();
  const take = async (bytes: Uint8Array) => {
    const hashing = hash.update(bytes);
    hashing.catch(() => undefined);
    await handle.writeFile(bytes);
    await hashing;
  };
  try {
    const sizeBytes = await takeInBatches(source, take);
    const sha256 = await hash.digest();
    await handle.sync();
    await handle.close();
    return { sizeBytes, sha256 };
  } catch (error) {
    hash.abandon();
    // A full disk may also be noticed only while closing.
    await handle.close().catch(() => undefined);
    await rm(place, { force: true });
    throw error;
  }
}

/**
 * Returns the current time, in milliseconds, by the clock that stamps the files of this folder: on a network drive, it
 * is not this machine's.
 */
async function readClock(folder: string): Promise<number> {
  const probe = join(folder, `clock-${process.pid}`);
  await writeFile(probe, '', { mode: 0o600 });
  const { mtimeMs } = await stat(probe);
  await rm(probe, { force: true });
  return mtimeMs;
}
