import { randomBytes } from 'node:crypto';
import { describe } from 'vitest';
import { openTestBucket } from '../../testing/s3/open-test-bucket.ts';
import { storageConformance } from '../../testing/storage-conformance.ts';
import { createCompressedStorage } from '../compression/compressed-storage.ts';
import { createEncryptedStorage } from '../encryption/encrypted-storage.ts';

const DATA_KEY = randomBytes(32);

describe('encrypted in S3', () => {
  storageConformance(async () => {
    const opened = await openTestBucket();
    const open = async () => createEncryptedStorage(opened.open(), DATA_KEY);
    return { storage: await open(), reopen: open, close: () => opened.close() };
  });
});

describe('compressed in S3', () => {
  storageConformance(async () => {
    const bucket = await openTestBucket();
    const inBucket = createCompressedStorage(bucket.storage);
    return { storage: inBucket, reopen: async () => inBucket, close: () => bucket.close() };
  });
});
