import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from './database/connect.ts';
import { buildFile } from '../portal/files/server/files.factory.ts';
import { openFileStorage } from './storage/storage.ts';
import { bootProgram, type Booted } from './testing/boot.ts';
import { createTestDatabase } from './testing/database.ts';

const FILES = 4;
const TIMEOUT_MS = 120_000;

let folder: string;
let dataDir: string;
const endings: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunedesk-safety-'));
  dataDir = join(folder, 'data');
  endings.push(() => rm(folder, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function newDatabase(): Promise<string> {
  const database = await createTestDatabase();
  endings.push(() => database.drop());
  return database.ownerUrl;
}

async function boot(databaseUrl: string, inFolder = dataDir): Promise<Booted> {
  const booted = await bootProgram({ DATABASE_URL: databaseUrl, DATA_DIR: inFolder });
  endings.push(() => booted.kill('SIGKILL'));
  return booted;
}

/** What customers have entrusted to the portal. */
async function addFiles(databaseUrl: string): Promise<void> {
  const connection = connect(databaseUrl, 2);
  const deps = { db: connection.db, storage: await openFileStorage(join(dataDir, 'files')) };
  for (let at = 0; at < FILES; at += 1) await buildFile(deps, { bytes: randomBytes(2_000) });
  await connection.close();
}

async function everyByte(): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
  const hashes = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name));
      return `${name} ${createHash('sha256').update(bytes).digest('hex')}`;
    });
  return (await Promise.all(hashes)).sort();
}

test(
  'a program that is started on a wrong database ends with both sides named, and every byte is still there',
  { timeout: TIMEOUT_MS },
  async () => {
    const [right, wrong] = [await newDatabase(), await newDatabase()];
    const first = await boot(right);
    expect(first.exitCode).toBeNull();
    await addFiles(right);
    await first.kill();
    const before = await everyByte();
    expect(before).toHaveLength(FILES);

    for (const url of [wrong, '']) {
      const refused = await boot(url);
      expect([refused.exitCode, refused.said]).toEqual([1, expect.stringContaining(dataDir)]);
      expect(refused.said).toContain(`${FILES} stored file(s)`);
      expect(refused.said).toContain('npm run installation -- join');
      expect(refused.said).not.toContain('The first administrator');
      expect(await everyByte()).toEqual(before);
    }
    const again = await boot(right);
    expect(again.exitCode).toBeNull();
    expect(await everyByte()).toEqual(before);
  },
);

test(
  'a second server on a folder or on a database is refused by the name of the first, which goes on',
  { timeout: TIMEOUT_MS },
  async () => {
    const url = await newDatabase();
    const first = await boot(url);
    await addFiles(url);
    const before = await everyByte();
    const holder = `process ${first.id} on ${hostname()}`;

    const second = await boot(url);
    expect([second.exitCode, second.said]).toEqual([
      1,
      expect.stringContaining(`Another Tunedesk (${holder}) is using`),
    ]);
    await cp(dataDir, join(folder, 'copy'), { recursive: true });
    const third = await boot(url, join(folder, 'copy'));
    expect([third.exitCode, third.said]).toEqual([1, expect.stringContaining('is using the database')]);
    expect(third.said).toContain(`process ${first.id} on`);
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);

    // Killed, it leaves nothing behind that the next start would have to wait for.
    await first.kill('SIGKILL');
    const next = await boot(url);
    expect(next.exitCode).toBeNull();
    expect(await everyByte()).toEqual(before);
  },
);
