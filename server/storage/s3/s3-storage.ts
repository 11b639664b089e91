import type { DiskSpace } from '../disk-space.ts';
import { isKey, type Storage } from '../storage.ts';
import type { Bucket } from './bucket.ts';
import { keyOf, nameOf, shelfOf } from './names.ts';
import { openS3Quarantine } from './quarantine.ts';
import { openObject } from './resumable-read.ts';
import { openUploads, ignoreStorageDown } from './uploads.ts';

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
