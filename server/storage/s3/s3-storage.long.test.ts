import { openTestBucket } from '../../testing/s3/open-test-bucket.ts';
import { storageConformance } from '../../testing/storage-conformance.ts';

storageConformance(async () => {
  const opened = await openTestBucket();
  return { storage: opened.storage, reopen: async () => opened.open(), close: () => opened.close() };
});
