import { readInstallationFile, type InstallationId } from '../../installation/installation-file.ts';
import { openDiskSpace, type DiskSpace } from '../disk-space.ts';
import type { Storage } from '../storage.ts';
import { awaitBucket } from './await-bucket.ts';
import { openBucket, type Bucket } from './bucket.ts';
import { claimBucket, readOwner, writeOwner } from './owner-mark.ts';
import type { S3Place } from './place.ts';
import { openS3Storage } from './s3-storage.ts';

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
