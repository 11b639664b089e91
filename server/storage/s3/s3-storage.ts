import { Readable } from 'node:stream';
import type { DiskSpace } from '../disk-space.ts';
import { type ByteRange, type Storage, isDay, isKey } from '../storage.ts';
import { type Bucket, keyOf, nameOf, shelfOf } from './bucket.ts';
import { abortUploads, ignoreStorageDown, openUploads } from './uploads.ts';
import { StorageDown } from '../read-bytes.ts';

/**
 * Opens a storage in a bucket. Every upload is a multipart one, even with a single part: its bytes are at the server
 * when `receive` returns, and `keep` has the server make an object of them, at once and as a whole. So no byte is
 * copied, and what was not made permanent is not an object.
 */
export function openS3Storage(bucket: Bucket, space: DiskSpace): Storage {
  const uploads = openUploads(bucket, space);
  const quarantine = openS3Quarantine(bucket);
  return {
    space,
    receive: (source, key) => uploads.receive(source, key),
    keep: (bytes) => uploads.keep(bytes),

    async discard(key) {
      if (!isKey(key) || (await uploads.discardUnkept(key))) return;
      await ignoreStorageDown(bucket.remove(nameOf(key)));
    },

    discardUnkept: async (key) => void (await uploads.discardUnkept(key)),

    async read(key, range) {
      if (!isKey(key)) return null;
      const find = () => openObject(bucket, nameOf(key), range);
      return (await find()) ?? ((await quarantine.restore(key)) ? find() : null);
    },

    listShelves: () => bucket.listFolders('objects/'),
    listShelf: async (shelf) => (await bucket.listNames(`objects/${shelf}/`)).map(keyOf).filter(isKey),
    listUnfinished: async () => (await bucket.listUploads('objects/')).map(({ name }) => keyOf(name)).filter(isKey),

    async findAgeMs(key) {
      const object = await bucket.head(nameOf(key));
      const since =
        object?.modified ?? (await bucket.listUploads(shelfOf(key))).find(({ name }) => keyOf(name) === key)?.initiated;
      return since === undefined ? null : bucket.now() - since.getTime();
    },

    ...quarantine,
  };
}

/** How often in a row a read that breaks off is resumed where it stopped. */
const MAX_BREAKS = 3;

/** Reads an object, or a part of it, over as many connections as it takes. */
async function openObject(bucket: Bucket, name: string, range?: ByteRange) {
  const first = await bucket.get(name, range);
  if (first === null) return null;
  const { start, end } = range ?? { start: 0, end: first.sizeBytes - 1 };
  const last = Math.min(end, first.sizeBytes - 1);
  async function* pieces() {
    let found: Awaited<ReturnType<Bucket['get']>> = first;
    let at = start;
    for (let breaks = 0; ; breaks += 1) {
      try {
        for await (const piece of found?.stream ?? []) {
          at += (piece as Buffer).byteLength;
          breaks = 0;
          yield piece as Buffer;
        }
      } catch (error) {
        if (breaks >= MAX_BREAKS) throw new StorageDown(error);
      }
      if (at > last) return;
      if (breaks >= MAX_BREAKS) throw new StorageDown(new Error(`${name} ended at ${at} of ${last + 1}`));
      found = await bucket.get(name, { start: at, end: last }, first?.etag);
    }
  }
  const stream = Readable.from(pieces(), { objectMode: false });
  // A reader may leave before the first piece.
  stream.once('close', () => first.stream.destroy());
  return { stream, sizeBytes: first.sizeBytes };
}

type Quarantine = Pick<
  Storage,
  'quarantine' | 'listQuarantineDays' | 'listQuarantined' | 'measureQuarantine' | 'restore' | 'removeQuarantined'
>;

const composeQuarantineName = (day: string, key = '') => `quarantine/${day}/${key}`;

/**
 * Opens the quarantine: objects set aside, under their day. They move by a copy at the server and a removal: if that is
 * interrupted, an object is in both places, and either is enough. Unfinished uploads, which no row can name, cannot be
 * moved and are aborted.
 */
function openS3Quarantine(bucket: Bucket): Quarantine {
  const listDays = async () => (await bucket.listFolders('quarantine/')).filter(isDay).sort();
  const move = async (from: string, to: string) => {
    if (!(await bucket.copy(from, to))) return false;
    await bucket.remove(from);
    return true;
  };
  return {
    async quarantine(key, day) {
      if (!isKey(key) || !isDay(day)) return false;
      return (await move(nameOf(key), composeQuarantineName(day, key))) || abortUploads(bucket, key);
    },

    listQuarantineDays: listDays,

    listQuarantined: async (day) =>
      (await bucket.listNames(composeQuarantineName(day)))
        .map((name) => name.slice(composeQuarantineName(day).length))
        .filter(isKey),

    measureQuarantine: () => bucket.measure('quarantine/'),

    async restore(key) {
      if (!isKey(key)) return false;
      for (const day of await listDays()) if (await move(composeQuarantineName(day, key), nameOf(key))) return true;
      return false;
    },

    async removeQuarantined(key, day) {
      if (isKey(key) && isDay(day)) await bucket.remove(composeQuarantineName(day, key));
    },
  };
}
