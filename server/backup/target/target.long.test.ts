import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { checkWholeLedger } from '../../../app/server/whole-ledger.ts';
import { buildFile } from '../../../features/files/server/files.factory.ts';
import { openFileStorage } from '../../storage/file-storage.ts';
import { makeFolder, openBarePortal, readOriginals } from '../../testing/bare-portal.ts';
import { openTestBucket } from '../../testing/s3/open-test-bucket.ts';
import { openBackup, restore } from '../restore.ts';
import { withSession } from '../session.ts';
import { BACKUP_LOCK, backUpTo, type BackUpTo } from './back-up-to.ts';
import { listObjects } from './copy-files.ts';
import { openRecord } from './open-record.ts';
import { openTarget, type TargetSettings } from './open-target.ts';
import { listRecords } from './records.ts';
import { removeOldBackups } from './remove-old.ts';

const log = pino({ level: 'silent' });
const printLine = () => undefined;
const [KEY, OTHER_KEY] = ['a key of backups with enough characters', 'another key of backups, as long as that'];

async function newPortal() {
  const portal = await openBarePortal();
  return { ...portal, storage: await openFileStorage(join(portal.dataDir, 'files')) };
}

type Portal = Awaited<ReturnType<typeof newPortal>>;

const inFolder = async (backupKey: string | null = null): Promise<TargetSettings> => ({
  backupTarget: { folder: await makeFolder() },
  backupKey,
});

const backUpPortal = async (config: TargetSettings, portal: Portal, at: string, more: Partial<BackUpTo> = {}) =>
  backUpTo(await openTarget(config), {
    url: portal.url,
    dataDir: portal.dataDir,
    stored: portal.storage,
    installation: 'the portal of this test',
    now: new Date(at),
    printLine,
    ...more,
  });

async function restored(config: TargetSettings, asked = 'newest'): Promise<Portal> {
  const portal = await newPortal();
  const source = await openRecord(await openTarget(config), asked);
  await restore({
    manifest: await openBackup(source),
    source,
    url: portal.url,
    dataDir: portal.dataDir,
    replace: false,
    checkLedger: (db) => checkWholeLedger({ db, log }),
    printLine,
  });
  return portal;
}

/** Reads everything in a folder into one buffer. */
async function everythingIn(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name)))));
}

const folderOf = ({ backupTarget }: TargetSettings) => (backupTarget as { folder: string }).folder;

test('a second backup copies only the bytes the target lacks, and both can be restored', async () => {
  const portal = await newPortal();
  const config = await inFolder();
  const [first, second, third] = [randomBytes(50_000), randomBytes(10), Buffer.alloc(0)];
  for (const bytes of [first, second, first]) await buildFile(portal, { bytes });
  const one = await backUpPortal(config, portal, '2026-11-20T02:00:00Z');
  // Two files with the same bytes count as one.
  expect(one).toMatchObject({ files: 3, newFiles: 2, copiedBytes: 50_010 });
  await buildFile(portal, { bytes: third });
  const two = await backUpPortal(config, portal, '2026-11-21T02:00:00Z');
  expect(two).toMatchObject({ files: 4, newFiles: 1, copiedBytes: 0 });
  expect(await readOriginals(await restored(config))).toEqual([first, second, first, third]);
  expect(await readOriginals(await restored(config, '2026-11-20T02-00-00Z'))).toEqual([first, second, first]);
  expect(await readdir(join(portal.dataDir, 'backup-rows'))).toEqual([]);
});

test('removing a backup removes exactly those bytes that no other backup needs', async () => {
  const portal = await newPortal();
  const config = await inFolder();
  const [shared, lost, late] = [randomBytes(5_000), randomBytes(6_000), randomBytes(7_000)];
  await buildFile(portal, { bytes: shared });
  const removed = await buildFile(portal, { bytes: lost });
  await backUpPortal(config, portal, '2026-11-20T02:00:00Z');
  const target = await openTarget(config);
  // The second file is removed, the way an image is removed with its record.
  const { file_key } = await portal.db
    .selectFrom('files')
    .select('file_key')
    .where('id', '=', removed.id)
    .executeTakeFirstOrThrow();
  await portal.db.deleteFrom('file_history').where('file_id', '=', removed.id).execute();
  await portal.db.deleteFrom('files').where('id', '=', removed.id).execute();
  await portal.storage.discard(file_key);
  await buildFile(portal, { bytes: late });
  await backUpPortal(config, portal, '2026-11-20T14:00:00Z');
  expect(await listRecords(target.records)).toHaveLength(2);
  // Once the day is over its last backup stays; of the objects, the two files, and a list and an archive of each backup.
  await backUpPortal(config, portal, '2026-11-21T14:00:00Z');
  expect((await listRecords(target.records)).map(({ name }) => name).sort()).toEqual([
    '2026-11-20T14-00-00Z',
    '2026-11-21T14-00-00Z',
  ]);
  expect((await listObjects(target.objects)).size).toBe(6);
  expect(await readOriginals(await restored(config))).toEqual([shared, late]);
});

test('while a list of files cannot be read, no bytes are removed', async () => {
  const portal = await newPortal();
  const config = await inFolder();
  await buildFile(portal, { bytes: randomBytes(5_000) });
  const { index } = await backUpPortal(config, portal, '2026-11-20T02:00:00Z');
  const target = await openTarget(config);
  const before = await listObjects(target.objects);
  const listed = join(folderOf(config), 'objects', index.slice(0, 2), index);
  await writeFile(listed, (await readFile(listed)).subarray(0, 40));
  await expect(removeOldBackups(target, { days: 0, weeks: 0, months: 1 })).rejects.toThrow('is damaged at its target');
  expect(await listObjects(target.objects)).toEqual(before);
});

test('an encrypted target reveals neither bytes nor hashes and opens only with its key', async () => {
  const portal = await newPortal();
  const config = await inFolder(KEY);
  const bytes = Buffer.from('the calibration of a customer '.repeat(500));
  const file_name = 'golf-of-a-customer.bin';
  await buildFile(portal, { bytes, file_name });
  await backUpPortal(config, portal, '2026-11-20T02:00:00Z');
  const stored = await everythingIn(folderOf(config));
  for (const words of ['the calibration', file_name]) expect(stored.includes(words), words).toBe(false);
  expect(await readOriginals(await restored(config))).toEqual([bytes]);
  await expect(restored({ ...config, backupKey: OTHER_KEY })).rejects.toThrow('encrypted with another key');
  await expect(restored({ ...config, backupKey: null })).rejects.toThrow('encrypted with another key');
});

test('with a new key everything is copied again, and nothing that earlier backups need is removed', async () => {
  const portal = await newPortal();
  const config = await inFolder(KEY);
  const bytes = randomBytes(5_000);
  await buildFile(portal, { bytes });
  await backUpPortal(config, portal, '2026-11-20T02:00:00Z');
  const later = { ...config, backupKey: OTHER_KEY };
  expect(await backUpPortal(later, portal, '2026-11-21T02:00:00Z')).toMatchObject({ newFiles: 1 });
  expect(await readOriginals(await restored(later))).toEqual([bytes]);
  expect(await readOriginals(await restored(config, '2026-11-20T02-00-00Z'))).toEqual([bytes]);
});

test('a backup with a damaged or a missing object is not restored', async () => {
  const portal = await newPortal();
  const config = await inFolder();
  await buildFile(portal, { bytes: randomBytes(5_000) });
  await backUpPortal(config, portal, '2026-11-20T02:00:00Z');
  const target = await openTarget(config);
  const { archive, index } = (await listRecords(target.records))[0]?.record ?? {};
  const [object = ''] = [...(await listObjects(target.objects))].filter((name) => name !== archive && name !== index);
  const place = join(folderOf(config), 'objects', object.slice(0, 2), object);
  const whole = await readFile(place);
  const altered = Buffer.from(whole);
  altered[100] = (altered[100] ?? 0) ^ 1;
  await writeFile(place, altered);
  await expect(restored(config)).rejects.toThrow('is damaged');
  await rm(place);
  await expect(restored(config)).rejects.toThrow(`lacks 1 of its 3 objects (${object})`);
  await expect(restored(config, '2026-11-01T02-00-00Z')).rejects.toThrow('has no backup 2026-11-01T02-00-00Z');
  // The next backup copies again whatever it does not find at the target.
  await backUpPortal(config, portal, '2026-11-21T02:00:00Z');
  expect(await readFile(place)).toEqual(whole);
});

test('two portals cannot share a target, and one portal cannot make two backups at once', async () => {
  const portal = await newPortal();
  const config = await inFolder();
  await buildFile(portal);
  await withSession(portal.url, async (client) => {
    await client.query(`select pg_advisory_lock(${BACKUP_LOCK})`);
    await expect(backUpPortal(config, portal, '2026-11-20T02:00:00Z')).rejects.toThrow('is being made already');
  });
  await backUpPortal(config, portal, '2026-11-20T02:00:00Z');
  await expect(
    backUpPortal(config, portal, '2026-11-21T02:00:00Z', { installation: 'another portal' }),
  ).rejects.toThrow('has backups of another portal');
});

test('a target in S3 behaves the same, and an interrupted backup there does not count as one', async () => {
  const opened = await openTestBucket();
  const { place, server } = opened;
  onTestFinished(() => opened.close());
  const config: TargetSettings = { backupTarget: { ...place, prefix: 'backups/' }, backupKey: KEY };
  const portal = await newPortal();
  const files = [randomBytes(300_000), randomBytes(6_000_000)];
  for (const bytes of files) await buildFile(portal, { bytes });
  let completed = 0;
  server.trouble = ({ method, query }) =>
    method === 'POST' && query.has('uploadId') && ++completed > 1 ? 'error' : null;
  await expect(backUpPortal(config, portal, '2026-11-20T02:00:00Z')).rejects.toThrow('the storage cannot be used');
  server.trouble = () => null;
  await expect(restored(config)).rejects.toThrow('has no backup newest');
  expect(await backUpPortal(config, portal, '2026-11-21T02:00:00Z')).toMatchObject({ files: 2, newFiles: 1 });
  expect(await readOriginals(await restored(config))).toEqual(files);
  expect(server.bucket.uploads.size).toBe(0);
});
