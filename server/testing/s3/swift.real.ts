import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, test } from 'vitest';
import { startSwift, SWIFT_CREDENTIALS } from './swift.ts';
import { storageConformance } from '../storage-conformance.ts';
import { openDiskSpace } from '../../storage/disk-space.ts';
import { createEncryptedStorage } from '../../storage/encryption/encrypted-storage.ts';
import { awaitBucket, openS3Storage } from '../../storage/s3/open-s3.ts';
import { openBucket } from '../../storage/s3/bucket.ts';

const swift = await startSwift();
afterAll(() => swift.stop());

const admin = new S3Client({
  endpoint: swift.endpoint,
  region: swift.region,
  forcePathStyle: true,
  credentials: SWIFT_CREDENTIALS,
});

const placeOf = (bucket: string) => ({
  bucket,
  prefix: 'a folder/',
  endpoint: swift.endpoint,
  region: swift.region,
  ...SWIFT_CREDENTIALS,
});

async function newBucket() {
  const Bucket = `tunedesk-${randomUUID()}`;
  await admin.send(new CreateBucketCommand({ Bucket }));
  return openBucket(placeOf(Bucket));
}

const space = openDiskSpace({ folders: [tmpdir()], reserveBytes: 0 });

describe('files in Swift', () => {
  storageConformance(async () => {
    const bucket = await newBucket();
    const open = () => openS3Storage(bucket, space);
    return { storage: open(), reopen: async () => open(), close: async () => bucket.close() };
  });
});

describe('encrypted files in Swift', () => {
  storageConformance(async () => {
    const bucket = await newBucket();
    const open = () => createEncryptedStorage(openS3Storage(bucket, space), Buffer.alloc(32, 7));
    return { storage: open(), reopen: async () => open(), close: async () => bucket.close() };
  });
});

test('wrong credentials and a missing bucket are reported as such', async () => {
  const missing = openBucket(placeOf('no-such-bucket'));
  await expect(awaitBucket(missing, placeOf('no-such-bucket'))).rejects.toThrow('NoSuchBucket');
  const place = { ...placeOf('no-such-bucket'), secretAccessKey: 'wrong' };
  await expect(awaitBucket(openBucket(place), place)).rejects.toThrow('SignatureDoesNotMatch');
});
