import { setTimeout as sleep } from 'node:timers/promises';
import { InstallationId, readInstallationFile } from '../../installation/installation-file.ts';
import { type DiskSpace, openDiskSpace } from '../disk-space.ts';
import type { Storage } from '../storage.ts';
import { type Bucket, openBucket } from './bucket.ts';
import { type S3Place, nameBucket } from './place.ts';
import { openS3Storage } from './s3-storage.ts';
import { reasonOf } from './connection.ts';

export { abortUploads } from './uploads.ts';
export { openS3Storage };

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
  InvalidAccessKeyId: 'Its server does not know AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY is not the one of AWS_ACCESS_KEY_ID.',
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
