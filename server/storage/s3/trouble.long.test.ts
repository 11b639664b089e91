import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test as base } from 'vitest';
import { buildSolution } from '../../../features/catalogue/server/catalogue.factory.ts';
import { downloadOriginal } from '../../../features/files/files.calls.ts';
import { createFile } from '../../../features/files/upload/upload.calls.ts';
import { startTestApp } from '../../testing/app.ts';
import { CREDENTIALS, startS3Server, type S3Request, type Trouble } from '../../testing/s3/s3-server.ts';
import { VEHICLE } from '../../../features/files/files.factory.ts';
import { buildCustomer } from '../../testing/stories.ts';
import { newInstallation } from '../../installation/installation-file.ts';
import { openDiskSpace } from '../disk-space.ts';
import { createKey } from '../storage.ts';
import { StorageDown } from '../read-bytes.ts';
import { awaitBucket, claimBucket, openS3Storage, readOwner } from './open-s3.ts';
import { openBucket } from './bucket.ts';
import { PART_BYTES } from './uploads.ts';
import { parseStorageUrl } from './place.ts';

const ENVIRONMENT = { AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId, AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey };
/** Short waits, for connections without traffic; two attempts. */
const WAITS = { connectMs: 3_000, idleMs: 3_000, attempts: 2 };

/** Opens a server for each test: most of their time is waiting, and they wait side by side. */
async function openStage() {
  const server = await startS3Server();
  const placeOf = (env: Record<string, string> = {}) =>
    parseStorageUrl(server.url, { ...ENVIRONMENT, ...env }, 'STORAGE_URL');
  const open = (env?: Record<string, string>) => {
    const bucket = openBucket(placeOf(env), WAITS);
    return { bucket, storage: openS3Storage(bucket, openDiskSpace({ folders: ['/tmp'], reserveBytes: 0 })) };
  };
  const { bucket, storage } = open();
  return {
    server,
    placeOf,
    open,
    bucket,
    storage,
    async store(bytes: Uint8Array): Promise<string> {
      const received = await storage.receive(streamBytes(bytes));
      await storage.keep(received);
      return received.key;
    },
    async read(key: string): Promise<Buffer> {
      const found = await storage.read(key);
      return buffer(found?.stream as Readable);
    },
    async close() {
      bucket.close();
      await server.close();
    },
  };
}

const test = base.extend<{ s3: Awaited<ReturnType<typeof openStage>> }>({
  // Vitest reads from the pattern which fixtures this one needs.
  // oxlint-disable-next-line no-empty-pattern
  s3: async ({}, use) => {
    const s3 = await openStage();
    await use(s3);
    await s3.close();
  },
});

const isPart = ({ method, query }: S3Request) => method === 'PUT' && query.has('partNumber');
const isEnd = ({ method, query }: S3Request) => method === 'POST' && query.has('uploadId');
const isBegin = ({ method, query }: S3Request) => method === 'POST' && query.has('uploads');
const isRead = ({ method, name }: S3Request) => method === 'GET' && name.startsWith('objects/');

/** Causes this trouble for the first `count` of these requests. */
function first(count: number, is: (request: S3Request) => boolean, trouble: Trouble) {
  let seen = 0;
  return (request: S3Request): Trouble => (is(request) && ++seen <= count ? trouble : null);
}

async function* streamBytes(bytes: Uint8Array) {
  yield bytes;
}

const troubles: Trouble[] = ['cut', 'refuse', 'hang', 'error'];

test.concurrent.for(troubles)(
  'an upload survives one connection with the trouble "%s" at any step',
  async (trouble, { s3 }) => {
    const bytes = randomBytes(6_000_000);
    for (const is of [isBegin, isPart, isEnd]) {
      s3.server.trouble = first(1, is, trouble);
      const key = await s3.store(bytes);
      s3.server.trouble = () => null;
      expect(s3.server.bucket.objects.get(`objects/${key.slice(0, 2)}/${key}`)?.bytes.equals(bytes)).toBe(true);
    }
  },
);

test.concurrent.for(troubles)(
  'with a permanent trouble "%s" an upload fails without leaving a partial object',
  async (trouble, { s3 }) => {
    const bytes = randomBytes(6_000_000);
    for (const is of [isBegin, isPart]) {
      s3.server.trouble = (request) => (is(request) ? trouble : null);
      await expect(s3.storage.receive(streamBytes(bytes))).rejects.toThrow(StorageDown);
    }
    s3.server.trouble = () => null;
    expect([s3.server.bucket.objects.size, await s3.storage.listShelves()]).toEqual([0, []]);
    const received = await s3.storage.receive(streamBytes(bytes));
    s3.server.trouble = (request) => (isEnd(request) || request.method === 'HEAD' ? trouble : null);
    await expect(s3.storage.keep(received)).rejects.toThrow(StorageDown);
    // The server may have completed it, but then as a whole.
    for (const object of s3.server.bucket.objects.values()) expect(object.bytes.equals(bytes)).toBe(true);
  },
);

test.concurrent('a part damaged in transit is refused by the server and sent again', async ({ s3 }) => {
  const bytes = randomBytes(6_000_000);
  s3.server.trouble = first(2, isPart, 'damage');
  const key = await s3.store(bytes);
  expect((await s3.read(key)).equals(bytes)).toBe(true);
  s3.server.trouble = (request) => (isPart(request) ? 'damage' : null);
  await expect(s3.storage.receive(streamBytes(bytes))).rejects.toThrow(StorageDown);
});

test.concurrent.for(['cut', 'half', 'hang', 'error'] as const)(
  'a read with the trouble "%s" resumes where it stopped',
  async (trouble, { s3 }) => {
    const bytes = randomBytes(3_000_000);
    const key = await s3.store(bytes);
    s3.server.trouble = first(1, isRead, trouble);
    expect((await s3.read(key)).equals(bytes)).toBe(true);
  },
);

test.concurrent('a read that breaks off every time ends with an error, and never as if it were complete', async ({
  s3,
}) => {
  const key = await s3.store(randomBytes(3_000_000));
  // Half of half of half: none of these reads reaches the end.
  s3.server.trouble = (request) => (isRead(request) ? 'half' : null);
  const found = await s3.storage.read(key);
  s3.server.trouble = (request) => (isRead(request) ? 'refuse' : null);
  await expect(buffer(found?.stream as Readable)).rejects.toThrow(StorageDown);
});

test.concurrent('a source is read no further than two parts ahead of a server that does not accept them', async ({
  s3,
}) => {
  let taken = 0;
  async function* endless() {
    for (;;) {
      taken += 1_000_000;
      yield Buffer.alloc(1_000_000);
    }
  }
  s3.server.trouble = (request) => (isPart(request) ? 'hang' : null);
  await expect(s3.storage.receive(endless())).rejects.toThrow(StorageDown);
  expect(taken).toBeLessThan(3 * PART_BYTES);
});

const WRONG_CREDENTIALS: { env: Record<string, string>; reason: string; remedy: string }[] = [
  {
    env: { AWS_SECRET_ACCESS_KEY: 'another' },
    reason: 'SignatureDoesNotMatch',
    remedy: 'SECRET in s3://KEY:SECRET@bucket is not the one of its KEY',
  },
  {
    env: { AWS_ACCESS_KEY_ID: 'another' },
    reason: 'InvalidAccessKeyId',
    remedy: 'does not know the KEY in s3://KEY:SECRET@bucket',
  },
];

test.concurrent.for(WRONG_CREDENTIALS)(
  'with wrong credentials ($reason) reads and writes fail, and the start reports the reason',
  async ({ env, reason, remedy }, { s3 }) => {
    const wrong = s3.open(env);
    await expect(wrong.storage.receive(streamBytes(randomBytes(10)))).rejects.toThrow(StorageDown);
    await expect(wrong.storage.read(createKey())).rejects.toThrow(StorageDown);
    const sentence = await awaitBucket(wrong.bucket, s3.placeOf(env)).catch((error: Error) => error.message);
    expect(sentence).toContain(reason);
    expect(sentence).toContain(remedy);
    expect(sentence).not.toContain(CREDENTIALS.secretAccessKey);
    wrong.bucket.close();
  },
);

test.concurrent('a missing bucket is refused by name, and one that does not respond is waited for', async ({ s3 }) => {
  const place = { ...s3.placeOf(), bucket: 'no-such-bucket' };
  const wrong = openBucket(place, WAITS);
  await expect(awaitBucket(wrong, place)).rejects.toThrow('s3://no-such-bucket/ cannot be used (NoSuchBucket)');
  wrong.close();
  let asked = 0;
  s3.server.trouble = () => (++asked <= 5 ? 'refuse' : null);
  await awaitBucket(s3.bucket, s3.placeOf());
  s3.server.trouble = () => 'refuse';
  await expect(awaitBucket(s3.bucket, s3.placeOf(), 0)).rejects.toThrow('Nothing responds there');
});

test.concurrent('a bucket belongs to one portal and is refused to any other and to a copy', async ({ s3 }) => {
  const place = s3.placeOf();
  const installation = newInstallation();
  await claimBucket(s3.bucket, { place, installation });
  await claimBucket(s3.bucket, { place, installation });
  for (const other of [newInstallation(), newInstallation(installation.id)])
    await expect(claimBucket(s3.bucket, { place, installation: other })).rejects.toThrow('the files of another portal');
  expect(await readOwner(s3.bucket)).toEqual(installation);
  s3.server.bucket.objects.clear();
  await s3.store(randomBytes(10));
  await expect(claimBucket(s3.bucket, { place, installation })).rejects.toThrow('files of an unknown portal');
});

test.concurrent('while the storage is down, uploads and downloads are refused, and work again afterwards', async ({
  s3,
}) => {
  const app = await startTestApp({}, { storage: s3.storage });
  try {
    const customer = await buildCustomer(app.deps);
    const solution = await buildSolution(app.deps);
    const bytes = randomBytes(400_000);
    const send = () =>
      app.call(
        createFile,
        { ...VEHICLE, solution_ids: [solution.id] },
        { ...customer, file: { name: 'golf.bin', bytes } },
      );
    for (const is of [isBegin, isPart, isEnd]) {
      s3.server.trouble = (request) => (is(request) ? 'error' : null);
      const refused = await send();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      expect([s3.server.bucket.objects.size, s3.server.bucket.uploads.size]).toEqual([0, 0]);
    }
    expect(await app.db.selectFrom('files').selectAll().execute()).toEqual([]);
    s3.server.trouble = () => null;
    const accepted = await send();
    expect(accepted.status).toBe(201);
    const { id } = accepted.body.file as { id: number };
    s3.server.trouble = () => 'error';
    const down = await app.call(downloadOriginal, { id }, customer);
    expect([down.status, down.headers.get('retry-after')]).toEqual([503, '5']);
    s3.server.trouble = () => null;
    const download = await app.call(downloadOriginal, { id }, customer);
    expect(Buffer.from(download.bytes).equals(bytes)).toBe(true);
  } finally {
    await app.stop();
  }
});
