import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endpoints } from '../../app/endpoints.ts';
import * as files from '../../features/files/files.calls.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createTestDatabase } from '../testing/database.ts';
import { buildAdmin } from '../testing/stories.ts';
import { connect } from './connect.ts';
import { openReplica, type Replica } from './replica.ts';

let app: TestApp;
let replica: Replica;
const troubles: unknown[] = [];
let chosen: number;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app.stop();
});
beforeEach(() => {
  chosen = 0;
  troubles.length = 0;
});

const open = (url: string, primary = app.db) =>
  openReplica(primary, { url, statementTimeoutMs: 30_000, onError: (error) => troubles.push(error) });

/** Returns the address of a stand-in: the test database posing as a replica that has got as far as `reach` sets. */
async function standIn(ownerUrl: string): Promise<{ url: string; reach: (place: string | null) => Promise<void> }> {
  const owner = connect(ownerUrl, 1);
  await sql`create schema stand_in`.execute(owner.db);
  await sql`create table stand_in.place (at pg_lsn)`.execute(owner.db);
  await sql`insert into stand_in.place values (null)`.execute(owner.db);
  await sql`create function stand_in.pg_is_in_recovery() returns boolean language sql as 'select true'`.execute(
    owner.db,
  );
  await sql`create function stand_in.pg_last_wal_replay_lsn() returns pg_lsn language sql as
    'select at from stand_in.place'`.execute(owner.db);
  await owner.close();
  const url = new URL(ownerUrl);
  url.searchParams.set('options', '-c search_path=stand_in,pg_catalog,public');
  const reach = async (place: string | null) => {
    const again = connect(ownerUrl, 1);
    await sql`update stand_in.place set at = ${place}::pg_lsn`.execute(again.db);
    await again.close();
  };
  return { url: url.href, reach };
}

const FAR_AHEAD = 'FFFFFFFF/0';

test('a list is read from the replica while it is up to date and from the database while it lags', async () => {
  const { url, reach } = await standIn(app.ownerUrl);
  replica = open(url);
  expect(await replica.choose()).toBe(app.db);
  await reach(FAR_AHEAD);
  expect(await replica.choose()).not.toBe(app.db);
  await reach('0/1');
  expect(await replica.choose()).toBe(app.db);
  expect(troubles).toEqual([]);
  await replica.close();
});

test('a server that is no longer a replica is not read from', async () => {
  replica = open(app.databaseUrl);
  expect(await replica.choose()).toBe(app.db);
  await replica.close();
});

test('a replica that is gone is reported once and not retried for a while', async () => {
  const gone = await createTestDatabase();
  await gone.drop();
  replica = open(gone.url);
  expect([await replica.choose(), await replica.choose()]).toEqual([app.db, app.db]);
  expect(troubles).toHaveLength(1);
  await replica.close();
});

test('only long lists use the replica, and none of credits or payments', () => {
  const lists = endpoints.filter(({ fromReplica }) => fromReplica);
  expect(lists.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /changes',
    'GET /files',
    'GET /files/csv',
    'GET /tickets',
    'GET /tickets/csv',
    'GET /users',
    'GET /users/csv',
  ]);
});

test('a list is read from the chosen replica, and a single file is not', async () => {
  const elsewhere = await startTestApp();
  await buildFile(elsewhere.deps);
  const own = await startTestApp(
    {},
    {
      beside: app,
      replica: {
        choose: async () => {
          chosen += 1;
          return elsewhere.db;
        },
        close: async () => undefined,
      },
    },
  );
  const admin = await buildAdmin(own.deps);
  const listed = await own.call(files.listFiles, {}, admin);
  expect([listed.status, listed.body]).toEqual([200, [expect.objectContaining({ status: 'PENDING' })]]);
  expect((await own.call(files.downloadFilesCsv, {}, admin)).status).toBe(200);
  expect(chosen).toBe(2);
  const file = await buildFile(own.deps);
  expect((await own.call(files.getFile, { id: file.id }, admin)).status).toBe(200);
  expect(chosen).toBe(2);
  await own.stop();
  await elsewhere.stop();
});
