import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabaseLine } from '../testing/database-line.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openServerAccess, ROLE_PASSWORD_FILE, withRole, type Addresses } from './access.ts';

let database: TestDatabase;
let dataDir: string;
let owner: pg.Client;
const made: string[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'tunedesk-access-'));
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  for (const role of made.splice(0))
    await owner.query(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`);
  await owner.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const external = (more: Partial<Addresses> = {}): Addresses => ({
  ownerUrl: database.ownerUrl,
  serverUrl: null,
  pooledUrl: null,
  dataDir,
  isEmbedded: false,
  ...more,
});

async function makeRole(name: string, attributes = ''): Promise<string> {
  await owner.query(`create role ${name} login password 'a-password' ${attributes}`);
  made.push(name);
  return withRole(database.ownerUrl, name, 'a-password');
}

async function readRole(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ role: string }>('select current_user as role from users')).rows[0]?.role ?? 'reads';
  } finally {
    await client.end();
  }
}

test('if the owner may create roles, the first start creates one for the server and later starts use it', async () => {
  const access = await openServerAccess(external());
  expect(access.weakness).toBeNull();
  const role = new URL(access.url).username;
  expect(role).toMatch(/^test_\w+_server$/);
  made.push(role);
  expect(await readRole(access.url)).toBe('reads');
  const file = join(dataDir, ROLE_PASSWORD_FILE);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(access.url).toContain((await readFile(file, 'utf8')).trim());
  expect((await openServerAccess(external())).url).toBe(access.url);
});

test('a lost password of the server’s role is replaced', async () => {
  const first = await openServerAccess(external());
  made.push(new URL(first.url).username);
  await rm(join(dataDir, ROLE_PASSWORD_FILE));
  const second = await openServerAccess(external());
  expect(second.url).not.toBe(first.url);
  expect(await readRole(second.url)).toBe('reads');
  await expect(readRole(first.url)).rejects.toThrow(/password authentication failed/);
});

/** Makes an operator's role that owns everything in the database and nothing more. */
async function makePlainOwner(): Promise<string> {
  const url = await makeRole('plain_owner');
  const { rows } = await owner.query<{ statement: string }>(
    `select format('alter %s %s owner to plain_owner', case c.relkind when 'v' then 'view' else 'table' end, c.oid::regclass) as statement
       from pg_class c where c.relnamespace in ('public'::regnamespace, 'jobs'::regnamespace) and c.relkind in ('r', 'p', 'v')
     union all
     select format('alter function %s owner to plain_owner', p.oid::regprocedure) from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'jobs'::regnamespace)
     union all
     select format('alter schema %I owner to plain_owner', n.nspname) from pg_namespace n where n.nspname in ('public', 'jobs')`,
  );
  for (const { statement } of rows) await owner.query(statement);
  return url;
}

test('an owner that may not create roles still works, and the operator is shown the weakness and the remedy', async () => {
  const ownerUrl = await makePlainOwner();
  const access = await openServerAccess(external({ ownerUrl }));
  expect(access.url).toBe(ownerUrl);
  expect(access.weakness?.sentence).toMatch(/works as plain_owner, which owns the tables.+permission denied/);
  expect(access.weakness?.remedy).toEqual([
    expect.stringMatching(/CREATE ROLE "test_\w+_server" LOGIN PASSWORD/),
    expect.stringMatching(/DATABASE_OWNER_URL=/),
  ]);
});

test('a role that the operator has created is granted what it needs by the owner', async () => {
  const ownerUrl = await makePlainOwner();
  const serverUrl = await makeRole('plain_server');
  expect(await openServerAccess(external({ ownerUrl, serverUrl }))).toEqual({
    url: serverUrl,
    directUrl: serverUrl,
    weakness: null,
  });
  expect(await readRole(serverUrl)).toBe('reads');
});

test('a role that could change the guards is refused with the reasons', async () => {
  const serverUrl = await makeRole('strong_server', 'createrole');
  await expect(openServerAccess(external({ serverUrl }))).rejects.toThrow(
    /strong_server could: it may create roles.+DATABASE_OWNER_URL/,
  );
  await expect(openServerAccess(external({ serverUrl: database.ownerUrl }))).rejects.toThrow(/it is a superuser/);
});

test('role and password can be replaced in every form of an address', () => {
  expect(withRole('postgresql://a:b@host:5433/db?sslmode=require', 'r', 'p w')).toBe(
    'postgresql://r:p%20w@host:5433/db?sslmode=require',
  );
  expect(withRole('postgresql:///db?host=/run/pg&user=a&password=b', 'r', 'p')).toBe(
    'postgresql:///db?host=%2Frun%2Fpg&user=r&password=p',
  );
});

test('the server connects as its own role, through the pooler if that accepts it, and directly where it needs a session', async () => {
  const line = await openDatabaseLine(database.ownerUrl);
  const access = await openServerAccess(external({ pooledUrl: line.url }));
  const role = new URL(access.directUrl).username;
  made.push(role);
  expect([access.weakness, new URL(access.url).username]).toEqual([null, role]);
  expect(new URL(access.url).port).toBe(new URL(line.url).port);
  expect(access.directUrl).toBe((await openServerAccess(external())).url);
  line.stop();
});

test('where the pooler rejects the server’s own role, it uses the configured one and reports that', async () => {
  const line = await openDatabaseLine(database.ownerUrl);
  const { url: pooledUrl } = line;
  line.stop();
  const access = await openServerAccess(external({ pooledUrl }));
  made.push((await openServerAccess(external())).url.split('//')[1]?.split(':')[0] ?? '');
  expect([access.url, access.directUrl]).toEqual([pooledUrl, database.ownerUrl]);
  expect(access.weakness?.sentence).toContain('the pooler at DATABASE_URL does not let');
});

test('processes with the same SECRETS_KEY use the same password, whatever their data folder', async () => {
  const key = 'of-all-processes-on-all-machines-1';
  const first = await openServerAccess(external(), key);
  made.push(new URL(first.url).username);
  const elsewhere = await mkdtemp(join(tmpdir(), 'tunedesk-access-'));
  expect(await openServerAccess(external({ dataDir: elsewhere }), key)).toEqual(first);
  expect(await readRole(first.url)).toBe('reads');
  await rm(elsewhere, { recursive: true });
  expect((await openServerAccess(external(), `${key}2`)).url).not.toBe(first.url);
});
