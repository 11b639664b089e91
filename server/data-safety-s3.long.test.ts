import { parseStorageUrl } from './storage/s3/place.ts';
import { dataSafetyOverS3 } from './testing/data-safety-s3.ts';
import { S3_ENVIRONMENT } from './testing/s3/open-test-bucket.ts';
import { startS3Server } from './testing/s3/s3-server.ts';

dataSafetyOverS3(async () => {
  const server = await startS3Server();
  return {
    place: parseStorageUrl(server.url, S3_ENVIRONMENT, 'STORAGE_URL'),
    environment: { STORAGE_URL: server.url, ...S3_ENVIRONMENT },
    close: () => server.close(),
  };
});
