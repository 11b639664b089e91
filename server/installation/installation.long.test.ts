import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildUser } from '../../features/accounts/server/accounts.factory.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { HOLDER_FILE, LOCK_FILE } from '../database/data-folder-lock.ts';
import type { Config } from '../config.ts';
import { connect } from '../database/connect.ts';
import { openFileStorage } from '../storage/file-storage.ts';
import { openS3, writeOwner } from '../storage/s3/open-s3.ts';
import { createTestDatabase } from '../testing/database.ts';
import { openTestBucket } from '../testing/s3/open-test-bucket.ts';
import { nameDatabase, withClient } from './database-side.ts';
import { newInstallation, readInstallationFile } from './installation-file.ts';
import { openPortal } from './open-portal.ts';

const endings: (() => Promise<unknown>)[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunedesk-installation-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function newDatabase({ isBlank = false } = {}): Promise<string> {
  const database = await createTestDatabase();
  endings.push(() => database.drop());
  if (isBlank) await run(database.ownerUrl, 'drop schema public cascade; create schema public');
  return database.ownerUrl;
}

const run = (url: string, statement: string) => withClient(url, (client: pg.Client) => client.query(statement));

/** Does what a start does before anything else, and stops again. */
async function start(
  databaseUrl: string | null,
  dataDir: string,
  shared: Partial<Pick<Config, 'storagePlace' | 'secretsKey' | 'ledgerKey' | 'storageKey'>> = {},
): Promise<void> {
  const database = await openPortal(
    { databaseUrl, databaseOwnerUrl: null, dataDir, ...shared },
    { log: () => undefined, onLost: () => undefined },
  );
  await database.stop();
}

/** Adds files of a customer, as uploads leave them. */
async function addFiles(url: string, dataDir: string, count: number): Promise<void> {
  const connection = connect(url, 4);
  const storage = await openFileStorage(join(dataDir, 'files'));
  const deps = { db: connection.db, storage };
  const user = await buildUser(deps);
  for (let at = 0; at < count; at += 1) await buildFile(deps, { user_id: user.id });
  await connection.close();
}

async function buildUserIn(url: string): Promise<void> {
  const connection = connect(url, 1);
  await buildUser({ db: connection.db });
  await connection.close();
}

/** Every file of a folder with the hash of its content, except the lock. */
async function everyByte(dataDir: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || [LOCK_FILE, HOLDER_FILE].includes(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    found[path.slice(dataDir.length + 1)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }
  return found;
}

const listTables = async (url: string) =>
  (await run(url, `select tablename from pg_tables where schemaname = 'public' order by 1`)).rows;

async function portalWithFiles(): Promise<{ url: string; dataDir: string }> {
  const [url, dataDir] = [await newDatabase(), join(folder, 'data')];
  await start(url, dataDir);
  await addFiles(url, dataDir, 3);
  return { url, dataDir };
}

test('a wrong database is refused, describing both sides and the remedy, and every byte is unchanged', async () => {
  const { url, dataDir } = await portalWithFiles();
  const before = await everyByte(dataDir);
  const empty = await newDatabase({ isBlank: true });
  const error = await start(empty, dataDir).catch((refusal: Error) => refusal.message);
  expect(error).toContain(nameDatabase(empty));
  expect(error).toContain('no installation id, 0 users, 0 stored files referenced');
  expect(error).toMatch(new RegExp(`data folder {2}${dataDir}: installation [0-9a-f]{8}, copy [0-9a-f]{8}, 3 stored`));
  expect(error).toContain('npm run admin -- installation join');
  // Not even tables are created in a database that is not ours.
  expect(await listTables(empty)).toEqual([]);

  const other = await newDatabase();
  await start(other, join(folder, 'other'));
  await addFiles(other, join(folder, 'other'), 1);
  await expect(start(other, dataDir)).rejects.toThrow('They belong to two different portals.');
  await expect(start(url, join(folder, 'other'))).rejects.toThrow('They belong to two different portals.');
  await expect(start(url, join(folder, 'new'))).rejects.toThrow('The database belongs to a portal, and the folder to');
  expect(await everyByte(dataDir)).toEqual(before);
  await start(url, dataDir);
  expect(await everyByte(dataDir)).toEqual(before);
});

test('a start that has lost its DATABASE_URL creates no embedded database beside the files', async () => {
  const { dataDir } = await portalWithFiles();
  const before = await everyByte(dataDir);
  await expect(start(null, dataDir)).rejects.toThrow(/DATABASE_URL is not set.*is that of a portal, with 3 stored/s);
  expect(await everyByte(dataDir)).toEqual(before);
  expect(await readdir(dataDir)).not.toContain('database');
});

test('a database without the ids of its folder is joined with one only if all its files are present there', async () => {
  const [url, dataDir] = [await newDatabase(), join(folder, 'data')];
  await addFiles(url, dataDir, 3);
  await run(url, 'delete from installation');
  await cp(dataDir, join(folder, 'incomplete'), { recursive: true });
  const [shelf = ''] = await readdir(join(folder, 'incomplete/files/objects'));
  await rm(join(folder, 'incomplete/files/objects', shelf), { recursive: true });
  await expect(start(url, join(folder, 'incomplete'))).rejects.toThrow(/references, \d are not in the folder/);
  await start(url, dataDir);
  expect(await readdir(dataDir)).toContain('installation.json');
  await expect(start(url, join(folder, 'incomplete'))).rejects.toThrow('The database belongs to a portal');
});

test('a start with a database that was moved away is refused with the new location', async () => {
  const { url, dataDir } = await portalWithFiles();
  await run(url, `update installation set moved_at = '2026-11-20', moved_to = 'db.example.com:5432/portal'`);
  await expect(start(url, dataDir)).rejects.toThrow(
    /moved to db\.example\.com:5432\/portal on 2026-11-20.*npm run admin -- installation undo-move/,
  );
});

test('with files in a bucket, a process with a new folder joins the portal that the bucket is marked with', async () => {
  const url = await newDatabase();
  const opened = await openTestBucket();
  endings.push(() => opened.close());
  const { place, bucket } = opened;
  const key = 'of-all-processes-on-all-machines';
  const shared = { storagePlace: place, secretsKey: key, ledgerKey: key };
  const first = join(folder, 'first');
  await mkdir(first);
  await start(url, first, shared);
  await openS3(place, first, {});
  await buildUserIn(url);

  const second = join(folder, 'second');
  await mkdir(second);
  await start(url, second, shared);
  expect(await readInstallationFile(second)).toEqual(await readInstallationFile(first));

  const used = join(folder, 'used');
  await mkdir(used);
  await writeFile(join(used, 'secrets-key'), 'of another portal');
  await expect(start(url, used, shared)).rejects.toThrow('The database belongs to a portal, and the folder to none.');
  const third = join(folder, 'third');
  await mkdir(third);
  for (const less of [
    { ...shared, storagePlace: null },
    { ...shared, secretsKey: null },
    { ...shared, ledgerKey: null },
  ]) {
    await expect(start(url, third, less)).rejects.toThrow('The database belongs to a portal, and the folder to none.');
  }
  await writeOwner(bucket, newInstallation());
  await expect(start(url, third, shared)).rejects.toThrow('The database belongs to a portal, and the folder to none.');
  expect(await readdir(third)).not.toContain('installation.json');
});
