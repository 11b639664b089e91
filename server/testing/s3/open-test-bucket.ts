import { tmpdir } from 'node:os';
import { openDiskSpace } from '../../storage/disk-space.ts';
import { openBucket } from '../../storage/s3/bucket.ts';
import { parseStorageUrl } from '../../storage/s3/place.ts';
import { openS3Storage } from '../../storage/s3/open-s3.ts';
import { CREDENTIALS, startS3Server } from './s3-server.ts';

export const S3_ENVIRONMENT = {
  AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
};

/** Opens an empty bucket on a server of its own. */
export async function openTestBucket() {
  const server = await startS3Server();
  const place = parseStorageUrl(server.url, S3_ENVIRONMENT, 'STORAGE_URL');
  const bucket = openBucket(place);
  const open = () => openS3Storage(bucket, openDiskSpace({ folders: [tmpdir()], reserveBytes: 0 }));
  return {
    server,
    place,
    bucket,
    storage: open(),
    /** Opens the bucket as another process sees it. */
    open,
    async close() {
      bucket.close();
      await server.close();
    },
  };
}
