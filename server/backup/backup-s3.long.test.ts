import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { checkWholeLedger } from '../../app/server/whole-ledger.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { openFileStorage } from '../storage/file-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { makeFolder, openBarePortal, readOriginals } from '../testing/bare-portal.ts';
import { openTestBucket } from '../testing/s3/open-test-bucket.ts';
import { openBackup, restore } from './restore.ts';
import { backUpToFile } from './target/back-up-to.ts';
import { openBackupFile } from './target/open-record.ts';

const log = pino({ level: 'silent' });
const printLine = () => undefined;

async function newBucket() {
  const opened = await openTestBucket();
  onTestFinished(() => opened.close());
  return opened;
}

async function restored(file: string, storage: Storage | null) {
  const target = await openBarePortal();
  const { url, dataDir } = target;
  const checkLedger = (db: Parameters<typeof checkWholeLedger>[0]['db']) => checkWholeLedger({ db, log });
  const source = await openBackupFile(file, null);
  await restore({
    manifest: await openBackup(source),
    source,
    url,
    dataDir,
    storage,
    replace: false,
    checkLedger,
    printLine,
  });
  return target;
}

/** Makes a portal with files in S3, one of them in quarantine, and its backup. */
async function backedUp() {
  const { storage } = await newBucket();
  const portal = await openBarePortal();
  const files = [randomBytes(300_000), randomBytes(6_000_000), randomBytes(1)];
  const deps = { db: portal.db, storage };
  for (const bytes of files) await buildFile(deps, { bytes });
  const [first] = await portal.db.selectFrom('files').select('file_key').orderBy('id').execute();
  expect(await storage.quarantine(first?.file_key ?? '', '2026-11-01')).toBe(true);
  const made = {
    file: join(await makeFolder(), 'portal.tgz'),
    url: portal.url,
    dataDir: portal.dataDir,
    stored: storage,
    printLine,
  };
  await backUpToFile(made);
  return { portal, storage, files, made };
}

test('a backup of a portal with files in S3 is restored to S3 and to a folder', async () => {
  const { made, files } = await backedUp();
  const { storage, server } = await newBucket();
  const inS3 = await restored(made.file, storage);
  expect(await readOriginals({ db: inS3.db, storage })).toEqual(files);
  expect([server.bucket.objects.size, server.bucket.uploads.size]).toEqual([3, 0]);
  const inFolder = await restored(made.file, null);
  const folder = await openFileStorage(join(inFolder.dataDir, 'files'));
  expect(await readOriginals({ db: inFolder.db, storage: folder })).toEqual(files);
});

test('a backup fails on a file that is missing in S3 and names it', async () => {
  const { portal, storage, made } = await backedUp();
  const { file_key } = await portal.db
    .selectFrom('files')
    .select('file_key')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await storage.discard(file_key);
  await expect(backUpToFile(made)).rejects.toThrow(`1 stored file is missing`);
  await expect(backUpToFile(made)).rejects.toThrow(file_key);
});

test('a restore to S3 that fails leaves neither objects nor unfinished uploads', async () => {
  const { made } = await backedUp();
  const { storage, server } = await newBucket();
  server.trouble = ({ method, query }) => (method === 'POST' && query.has('uploadId') ? 'error' : null);
  await expect(restored(made.file, storage)).rejects.toThrow('the storage cannot be used');
  expect([server.bucket.objects.size, server.bucket.uploads.size]).toEqual([0, 0]);
});
