import { createHash, randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { buildSolution } from '../../features/catalogue/server/catalogue.factory.ts';
import { VEHICLE } from '../../features/files/files.factory.ts';
import { downloadOriginal } from '../../features/files/files.calls.ts';
import { createFile } from '../../features/files/upload/upload.calls.ts';
import { connect } from '../database/connect.ts';
import type { S3Place } from '../storage/s3/place.ts';
import { callEndpoint } from './app.ts';
import { bootProgram, type Booted } from './boot.ts';
import { createTestDatabase } from './database.ts';
import { buildCustomer } from './stories.ts';
import { composeDeps } from './compose-deps.ts';

const TIMEOUT_MS = 400_000;
const SECRET = 'only-for-tests-only-for-tests-only';
const UPLOADS = 12;

/** An empty bucket, and the settings that give the portal access to it. */
export interface TestBucket {
  place: S3Place;
  environment: Record<string, string>;
  close: () => Promise<unknown>;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Tests for a bucket shared by several processes what server/data-safety.long.test.ts tests for a data folder. */
export function dataSafetyOverS3(openBucket: () => Promise<TestBucket>): void {
  let bucket: TestBucket;
  let folder: string;
  let folders = 0;
  const endings: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    bucket = await openBucket();
    folders = 0;
    folder = await mkdtemp(join(inject('throwawayFolder'), 'safety-s3-'));
    endings.push(bucket.close, () => rm(folder, { recursive: true, force: true }));
  });
  afterEach(async () => {
    for (const end of endings.splice(0).toReversed()) await end();
  });

  const environmentOf = (databaseUrl: string): Record<string, string> => ({
    ...bucket.environment,
    DATABASE_URL: databaseUrl,
    // Each process as if on a machine of its own.
    DATA_DIR: join(folder, String((folders += 1))),
    SESSION_SECRET: SECRET,
    SECRETS_KEY: SECRET,
    LEDGER_KEY: SECRET,
    DISK_RESERVE_MB: databaseUrl === '' ? '100' : '0',
  });

  async function boot(databaseUrl: string, more: Record<string, string> = {}): Promise<Booted> {
    const booted = await bootProgram({ ...environmentOf(databaseUrl), ...more });
    endings.push(() => booted.kill());
    return booted;
  }

  async function newDatabase(): Promise<string> {
    const database = await createTestDatabase();
    endings.push(() => database.drop());
    return database.ownerUrl;
  }

  async function setStage(databaseUrl: string) {
    const connection = connect(databaseUrl, 2);
    endings.push(() => connection.close());
    const deps = composeDeps({ db: connection.db, dataDir: folder, sessionSecret: SECRET });
    const customer = await buildCustomer(deps);
    const { id } = await buildSolution(deps);
    return { customer, upload: { ...VEHICLE, solution_ids: [id] } };
  }

  /** Lists every object with the hash of its bytes. */
  async function everyByte(): Promise<string[]> {
    const { endpoint, region, bucket: Bucket, ...credentials } = bucket.place;
    const client = new S3Client({ endpoint: endpoint ?? '', region, forcePathStyle: true, credentials });
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    const hashes = Contents.map(async ({ Key }) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return `${Key} ${sha256((await Body?.transformToByteArray()) ?? new Uint8Array())}`;
    });
    const found = await Promise.all(hashes);
    client.destroy();
    return found.toSorted();
  }

  test(
    'killed web process: every acknowledged upload can be downloaded with its hash from another process',
    { timeout: TIMEOUT_MS },
    async () => {
      const url = await newDatabase();
      const [one, other] = [await boot(url, { ROLE: 'web' }), await boot(url, { ROLE: 'web' })] as const;
      await boot(url, { ROLE: 'worker' });
      const { customer, upload } = await setStage(url);
      const acknowledged: { id: number; hash: string }[] = [];
      const send = async (at: number) => {
        const bytes = Uint8Array.from(randomBytes(300_000));
        const web = at % 2 === 0 ? one : other;
        const file = { name: 'golf.bin', bytes };
        const reply = await callEndpoint(web.url, createFile, upload, { ...customer, file }).catch(() => null);
        if (reply?.status !== 201) return;
        acknowledged.push({ id: (reply.body as { file: { id: number } }).file.id, hash: sha256(bytes) });
        if (acknowledged.length === 2) await one.kill('SIGKILL');
      };
      for (let at = 0; at < UPLOADS; at += 4) await Promise.all([0, 1, 2, 3].map((more) => send(at + more)));
      expect(acknowledged.length).toBeGreaterThanOrEqual(2);
      // Half of the later uploads went to the process that was killed.
      expect(acknowledged.length).toBeLessThan(UPLOADS);
      for (const { id, hash } of acknowledged) {
        const { status, bytes } = await callEndpoint(other.url, downloadOriginal, { id }, customer);
        expect([status, sha256(bytes)]).toEqual([200, hash]);
      }
      // Uses a new folder, as on a machine that joins, and runs beside this process, which may serve the bucket.
      const env = { ...process.env, LOG_LEVEL: 'error', ...environmentOf(url) };
      const verified = await promisify(execFile)(process.execPath, ['tools/admin/files-verify.ts'], { env });
      expect(verified.stdout).toContain(`${acknowledged.length} stored files were checked`);
    },
  );

  test(
    'wrong database: a start with an empty, the embedded or another portal’s database is refused, and every byte is unchanged',
    { timeout: TIMEOUT_MS },
    async () => {
      const [right, wrong, strange] = [await newDatabase(), await newDatabase(), await newDatabase()];
      const first = await boot(right);
      const { customer, upload } = await setStage(right);
      const file = { name: 'golf.bin', bytes: Uint8Array.from(randomBytes(50_000)) };
      expect((await callEndpoint(first.url, createFile, upload, { ...customer, file })).status).toBe(201);
      await first.kill();
      const before = await everyByte();
      expect(before.length).toBeGreaterThanOrEqual(2);
      // Starts another portal, with a folder for its files.
      await (await boot(strange, { STORAGE_URL: '' })).kill();

      for (const url of [wrong, '', strange]) {
        for (const role of url === '' ? ['all'] : ['all', 'web']) {
          const refused = await boot(url, { ROLE: role });
          expect([refused.exitCode, refused.output]).toEqual([1, expect.stringContaining('installation')]);
          expect(await everyByte()).toEqual(before);
        }
      }
      expect((await boot(right)).exitCode).toBeNull();
      expect(await everyByte()).toEqual(before);
    },
  );

  test(
    'second server: a process that needs exclusive use is refused while web processes use the bucket',
    { timeout: TIMEOUT_MS },
    async () => {
      const url = await newDatabase();
      await boot(url, { ROLE: 'web' });
      const before = await everyByte();
      const second = await boot(url);
      expect([second.exitCode, second.output]).toEqual([1, expect.stringContaining('Another Tunedesk')]);
      expect((await boot(url, { ROLE: 'web' })).exitCode).toBeNull();
      expect(await everyByte()).toEqual(before);
    },
  );
}
