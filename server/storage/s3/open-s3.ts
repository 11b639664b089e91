import { readInstallationFile, type InstallationId } from '../../installation/installation-file.ts';
import { openDiskSpace, type DiskSpace } from '../disk-space.ts';
import type { Storage } from '../storage.ts';
import { awaitBucket } from './await-bucket.ts';
import { openBucket, type Bucket } from './bucket.ts';
import { claimBucket, writeOwner } from './owner-mark.ts';
import type { S3Place } from './place.ts';
import { openS3Storage } from './s3-storage.ts';

async function openAwaited(place: S3Place): Promise<Bucket> {
  const bucket = openBucket(place);
  await awaitBucket(bucket, place);
  return bucket;
}

/** The bucket as the storage of the portal of this data folder; one of another portal is refused. */
export async function openS3(place: S3Place, dataDir: string, space?: DiskSpace): Promise<Storage> {
  const bucket = await openAwaited(place);
  const installation = await readInstallationFile(dataDir);
  if (installation !== null) await claimBucket(bucket, { place, installation });
  return openS3Storage(bucket, space ?? openDiskSpace({ folders: [dataDir], reserveBytes: 0 }));
}

/** Makes the bucket that of another installation. */
export async function giveS3(place: S3Place, installation: InstallationId): Promise<void> {
  const bucket = await openAwaited(place);
  await writeOwner(bucket, installation);
  bucket.close();
}
