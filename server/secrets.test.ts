import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type Connection } from './database/connect.ts';
import { loadOrCreateProofKey } from './proof-key.ts';
import { loadOrCreatePushKeys } from './push/transport.ts';
import { openSecrets, SECRETS_KEY_FILE } from './secrets.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

const KEY = 'a-key-of-the-operator-for-all-machines';

let database: TestDatabase;
let connection: Connection;
const folders: string[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, 2);
});
afterEach(async () => {
  await connection.close();
  await database.drop();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tunedesk-secrets-'));
  folders.push(folder);
  return folder;
}

const open = (dataDir: string, secretsKey: string | null = null) => openSecrets(connection.db, { dataDir, secretsKey });
const keep = async (dataDir: string, secretsKey: string | null = null, made = 'made now') =>
  (await open(dataDir, secretsKey)).keep('session-secret', () => made);
const rows = () => connection.db.selectFrom('secrets').selectAll().orderBy('name').execute();

test('a secret is created once, is the same at every start, and is not readable in the database', async () => {
  const folder = await newFolder();
  expect(await keep(folder, null, 'first')).toBe('first');
  expect(await keep(folder, null, 'second')).toBe('first');
  const [row, ...more] = await rows();
  expect([more, row?.body.toString('latin1').includes('first')]).toEqual([[], false]);
});

test('processes with separate folders share the secrets through SECRETS_KEY', async () => {
  expect(await keep(await newFolder(), KEY, 'first')).toBe('first');
  expect(await keep(await newFolder(), KEY, 'second')).toBe('first');
  await expect(keep(await newFolder(), `${KEY}-not`)).rejects.toThrow('neither in SECRETS_KEY nor in');
});

test('an installation of an earlier version continues with the secrets of its folder', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'session-secret'), 'from-the-folder');
  expect(await keep(folder)).toBe('from-the-folder');
  await writeFile(join(folder, 'session-secret'), 'changed later');
  expect(await keep(folder)).toBe('from-the-folder');
});

test('without the key a start creates no new secrets', async () => {
  const folder = await newFolder();
  await keep(folder);
  await rm(join(folder, SECRETS_KEY_FILE));
  const before = await rows();
  await expect(keep(folder)).rejects.toThrow('restore secrets-key from a backup');
  expect(await rows()).toEqual(before);
  await expect(readFile(join(folder, SECRETS_KEY_FILE))).rejects.toThrow('ENOENT');
});

test('with SECRETS_KEY, secrets encrypted with the folder’s key are encrypted with it instead', async () => {
  const folder = await newFolder();
  await keep(folder, null, 'first');
  expect(await keep(folder, KEY, 'second')).toBe('first');
  await rm(join(folder, SECRETS_KEY_FILE));
  expect(await keep(folder, KEY, 'third')).toBe('first');
});

test('a secret that was altered in the database, or swapped for another, stops the start', async () => {
  const folder = await newFolder();
  const secrets = await open(folder);
  await secrets.keep('proof-key', () => 'of the proofs');
  const [{ body, key_id }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[number]];
  await connection.db.insertInto('secrets').values({ name: 'session-secret', body, key_id }).execute();
  await expect(keep(folder)).rejects.toThrow('The secret "session-secret" in the database is damaged.');
  await connection.db
    .updateTable('secrets')
    .set({ body: body.map((byte, at) => (at === body.length - 1 ? byte ^ 1 : byte)) as Buffer })
    .execute();
  await expect(secrets.keep('proof-key', () => 'another')).rejects.toThrow('The secret "proof-key"');
});

test('the key for proofs and the keys for push notifications are created once and stay the same', async () => {
  const folder = await newFolder();
  const [first, second] = [await open(folder), await open(folder)];
  expect((await loadOrCreateProofKey(first)).publicKey).toBe((await loadOrCreateProofKey(second)).publicKey);
  const made = await loadOrCreatePushKeys(first);
  expect(Buffer.from(made.publicKey, 'base64url')).toHaveLength(65);
  expect(await loadOrCreatePushKeys(second)).toEqual(made);
});
