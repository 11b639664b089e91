import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { checkWholeLedger } from '../../app/server/whole-ledger.ts';
import { openLedger } from '../../portal/credits/server/open-ledger.ts';
import { buildFile } from '../../portal/files/server/files.factory.ts';
import { connect } from '../database/connect.ts';
import { openFileStorage } from '../storage/file-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { createTestDatabase } from '../testing/database.ts';
import { openTestBucket } from '../testing/s3/open-test-bucket.ts';
import { archiveFile } from './archive-file.ts';
import { backUp } from './backup.ts';
import { openBackup, restore } from './restore.ts';

const log = pino({ level: 'silent' });
const printLine = () => undefined;
const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tunedesk-backup-s3-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function newBucket() {
  const opened = await openTestBucket();
  endings.push(() => opened.close());
  return opened;
}

async function newPortal(storage: Storage | null) {
  const database = await createTestDatabase();
  const dataDir = await newFolder();
  const connection = connect(database.ownerUrl, 4);
  endings.push(
    () => database.drop(),
    () => connection.close(),
  );
  await openLedger(connection.db, { dataDir, ledgerKey: null, ledgerKeysOld: [] }, printLine);
  return { url: database.ownerUrl, dataDir, db: connection.db, storage };
}

async function restored(file: string, storage: Storage | null) {
  const target = await newPortal(storage);
  const { url, dataDir } = target;
  const checkLedger = (db: Parameters<typeof checkWholeLedger>[0]['db']) => checkWholeLedger({ db, log });
  await restore({
    manifest: await openBackup(archiveFile(file, null)),
    source: archiveFile(file, null),
    url,
    dataDir,
    storage,
    replace: false,
    checkLedger,
    printLine,
  });
  return target;
}

/** A portal with files in S3, one of them in quarantine, and its backup. */
async function backedUp() {
  const { storage } = await newBucket();
  const portal = await newPortal(storage);
  const files = [randomBytes(300_000), randomBytes(6_000_000), randomBytes(1)];
  const deps = { db: portal.db, storage };
  for (const bytes of files) await buildFile(deps, { bytes });
  const [first] = await portal.db.selectFrom('files').select('file_key').orderBy('id').execute();
  expect(await storage.quarantine(first?.file_key ?? '', '2026-11-01')).toBe(true);
  const made = {
    file: join(await newFolder(), 'portal.tgz'),
    url: portal.url,
    dataDir: portal.dataDir,
    storage,
    printLine,
  };
  await backUp(made);
  return { portal, storage, files, made };
}

async function readAll(db: Awaited<ReturnType<typeof newPortal>>['db'], storage: Storage): Promise<Buffer[]> {
  const rows = await db.selectFrom('files').select('file_key').orderBy('id').execute();
  return Promise.all(rows.map(async ({ file_key }) => buffer((await storage.read(file_key))?.stream as Readable)));
}

test('a backup of a portal with files in S3 is restored to S3 and to a folder', async () => {
  const { made, files } = await backedUp();
  const { storage, server } = await newBucket();
  const inS3 = await restored(made.file, storage);
  expect(await readAll(inS3.db, storage)).toEqual(files);
  expect([server.bucket.objects.size, server.bucket.uploads.size]).toEqual([3, 0]);
  const inFolder = await restored(made.file, null);
  expect(await readAll(inFolder.db, await openFileStorage(join(inFolder.dataDir, 'files')))).toEqual(files);
});

test('a backup fails on a file that is missing in S3 and names it', async () => {
  const { portal, storage, made } = await backedUp();
  const { file_key } = await portal.db
    .selectFrom('files')
    .select('file_key')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await storage.discard(file_key);
  await expect(backUp(made)).rejects.toThrow(`1 stored file(s) are missing`);
  await expect(backUp(made)).rejects.toThrow(file_key);
});

test('a restore that breaks off in S3 leaves neither objects nor unfinished uploads', async () => {
  const { made } = await backedUp();
  const { storage, server } = await newBucket();
  server.trouble = ({ method, query }) => (method === 'POST' && query.has('uploadId') ? 'error' : null);
  await expect(restored(made.file, storage)).rejects.toThrow('the storage cannot be used');
  expect([server.bucket.objects.size, server.bucket.uploads.size]).toEqual([0, 0]);
});
