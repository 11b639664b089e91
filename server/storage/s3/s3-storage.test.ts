import { storageConformance } from '../../testing/storage-conformance.ts';
import { CREDENTIALS, startS3Server } from '../../testing/s3/s3-server.ts';
import { openDiskSpace } from '../disk-space.ts';
import { openBucket } from './bucket.ts';
import { parseStorageUrl } from './place.ts';
import { openS3Storage } from './s3-storage.ts';

const ENVIRONMENT = { AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId, AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey };

storageConformance(async () => {
  const server = await startS3Server();
  const bucket = openBucket(parseStorageUrl(server.url, ENVIRONMENT, 'STORAGE_URL'));
  const space = openDiskSpace({ folders: ['/tmp'], reserveBytes: 0 });
  return {
    storage: openS3Storage(bucket, space),
    reopen: async () => openS3Storage(bucket, space),
    async close() {
      bucket.close();
      await server.close();
    },
  };
});
