import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { InstallationId, readInstallationFile } from '../../installation/installation-file.ts';
import { type DiskSpace, openDiskSpace } from '../disk-space.ts';
import { type ByteRange, type Storage, isDay, isKey } from '../storage.ts';
import { type Bucket, keyOf, nameOf, openBucket, shelfOf } from './bucket.ts';
import { type S3Place, nameBucket } from './place.ts';
import { reasonOf } from './connection.ts';
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

export { abortUploads } from './uploads.ts';

export async function openAwaited(place: S3Place): Promise<Bucket> {
  const bucket = openBucket(place);
  await awaitBucket(bucket, place);
  return bucket;
}

export interface OpenRaw {
  space?: DiskSpace | undefined;
  /** True when the contents are about to be replaced, so that it does not matter which portal they belong to. */
  isAnyones?: boolean;
}

/** Opens the bucket as the storage of this data folder's portal; refuses one of another portal. */
export async function openS3(place: S3Place, dataDir: string, { space, isAnyones }: OpenRaw): Promise<Storage> {
  const bucket = await openAwaited(place);
  if (isAnyones !== true) await claimBucket(bucket, { place, installation: await readInstallationFile(dataDir) });
  return openS3Storage(bucket, space ?? openDiskSpace({ folders: [dataDir], reserveBytes: 0 }));
}

/** Marks the bucket as that of another installation. */
export async function assignS3(place: S3Place, installation: InstallationId): Promise<void> {
  const bucket = await openAwaited(place);
  await writeOwner(bucket, installation);
  bucket.close();
}

/** Returns the installation that the bucket belongs to; null: none yet. */
export async function findS3Owner(place: S3Place): Promise<InstallationId | null> {
  const bucket = await openAwaited(place);
  try {
    return await readOwner(bucket);
  } finally {
    bucket.close();
  }
}

/** How long to wait for a server that starts together with the portal. */
const TIMEOUT_MS = 60_000;
const PAUSE_MS = 1_000;

const REMEDIES: Record<string, string> = {
  NoSuchBucket: 'There is no such bucket: make it, or mend STORAGE_URL.',
  InvalidAccessKeyId: 'Its server does not know the KEY in s3://KEY:SECRET@bucket.',
  SignatureDoesNotMatch: 'The SECRET in s3://KEY:SECRET@bucket is not the one of its KEY.',
  AccessDenied: 'These keys may not read there.',
};

/** Waits for a bucket. Throws a sentence if it refuses us, or if nothing responds for it in time. */
export async function awaitBucket(bucket: Bucket, place: S3Place, timeoutMs = TIMEOUT_MS): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const error = await bucket
      .listFolders('')
      .then(() => bucket.getText(OWNER_MARK))
      .then(() => null)
      .catch((thrown: Error) => thrown);
    if (error === null) return;
    const reason = reasonOf(error);
    const isOver = performance.now() - startedAt >= timeoutMs;
    if (reason === null && !isOver) {
      await sleep(PAUSE_MS);
      continue;
    }
    const remedy = reason === null ? 'Nothing responds there.' : (REMEDIES[reason] ?? '');
    throw new Error(`The storage ${nameBucket(place)} cannot be used (${reason ?? error.message}). ${remedy}`.trim());
  }
}

/** Object in the bucket by which database, data folder and stored files are tied together. */
const OWNER_MARK = 'installation.json';

/** Reads the installation that the bucket belongs to; null: none yet. */
export async function readOwner(bucket: Bucket): Promise<InstallationId | null> {
  const text = await bucket.getText(OWNER_MARK);
  return text === null ? null : InstallationId.parse(JSON.parse(text));
}

export const writeOwner = (bucket: Bucket, installation: InstallationId): Promise<void> =>
  bucket.putText(OWNER_MARK, `${JSON.stringify(installation)}\n`);

interface Claim {
  place: S3Place;
  /** Null: the portal does not exist yet. */
  installation: InstallationId | null;
}

/**
 * Marks a new bucket as this portal's, and throws if it is another's: objects that the wrong database does not
 * reference would look like leftovers.
 */
export async function claimBucket(bucket: Bucket, { place, installation }: Claim): Promise<void> {
  const owner = await readOwner(bucket);
  if (owner !== null && owner.id === installation?.id && owner.copyId === installation.copyId) return;
  if (owner === null && (await bucket.listFolders('objects/')).length === 0) {
    if (installation !== null) await writeOwner(bucket, installation);
    return;
  }
  const whose = owner === null ? 'files of an unknown portal' : 'the files of another portal, or of a copy of this one';
  throw new Error(
    `${nameBucket(place)} has ${whose}. Nothing was changed. Most likely STORAGE_URL is not that of this portal. If it ` +
      'is meant to be from now on: npm run admin -- installation join',
  );
}
