import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { TEST_ROLE } from '../testing/database-url.ts';
import { OWNER_FUNCTIONS, findExcess, grantPrivileges, listExpected, listGranted } from './server-role.ts';

let database: TestDatabase;
let owner: pg.Client;
let server: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  server = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await grantPrivileges(owner, TEST_ROLE);
  await server.connect();
});
afterAll(async () => {
  await server.end();
  await owner.end();
  await database.drop();
});

const findRefusal = (statement: string): Promise<string> =>
  server.query(statement).then(
    () => 'nothing',
    (error: Error) => error.message,
  );

const jobTables = async () =>
  (
    await owner.query<{ name: string }>(`select relname as name from pg_class where relnamespace = 'jobs'::regnamespace
     and relkind in ('r', 'p', 'v') order by 1`)
  ).rows.map(({ name }) => name);

test('the server’s role has exactly the listed privileges on each table', async () => {
  const jobs = await jobTables();
  expect(jobs.length).toBeGreaterThan(3);
  expect(await listGranted(owner, TEST_ROLE)).toEqual(listExpected('public', jobs));
  expect(await listGranted(owner, TEST_ROLE)).toMatchObject({
    'public.credit_accounts': ['SELECT'],
    'public.credit_entries': ['SELECT'],
    'public.credit_journals': ['SELECT'],
    'public.credit_totals': ['SELECT'],
    'public.changes': ['INSERT', 'SELECT'],
  });
});

test('an unlisted privilege is revoked, and a missing one granted, when privileges are set at a start', async () => {
  await owner.query(`grant truncate, update on credit_entries to ${TEST_ROLE}`);
  await owner.query(`revoke insert on files from ${TEST_ROLE}`);
  await grantPrivileges(owner, TEST_ROLE);
  expect(await listGranted(owner, TEST_ROLE)).toEqual(listExpected('public', await jobTables()));
});

test('the role owns nothing, belongs to no role and has no attribute except LOGIN', async () => {
  expect(await findExcess(owner, TEST_ROLE)).toEqual([]);
  const { rows } = await owner.query(
    `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolcanlogin,
            (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
            (select count(*)::int from pg_shdepend where refobjid = r.oid and deptype = 'o') as owned
       from pg_roles r where rolname = $1`,
    [TEST_ROLE],
  );
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
      rolcanlogin: true,
      memberships: 0,
      owned: 0,
    },
  ]);
});

test('each excess right of a role is described', async () => {
  await owner.query('create role too_strong createrole; grant pg_write_all_data to too_strong');
  await owner.query('create table strong_table (); alter table strong_table owner to too_strong');
  expect(await findExcess(owner, 'too_strong')).toEqual([
    'it may create roles',
    'it is a member of pg_write_all_data',
    'it owns tables',
  ]);
  await owner.query('drop owned by too_strong; drop role too_strong');
});

test('of the functions that run as the owner it may call the listed ones only, with a fixed search_path', async () => {
  const { rows } = await owner.query<{ name: string; path: string[] }>(
    `select p.proname as name, p.proconfig as path from pg_proc p
      where p.prosecdef and has_function_privilege($1, p.oid, 'EXECUTE') and p.pronamespace = 'public'::regnamespace order by 1`,
    [TEST_ROLE],
  );
  expect(rows).toEqual(OWNER_FUNCTIONS.map((name) => ({ name, path: ['search_path=pg_catalog, public, pg_temp'] })));
});

test('every function that runs as the owner finds our tables only', async () => {
  const { rows } = await owner.query<{ name: string; path: string[] | null }>(
    `select proname as name, proconfig as path from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`,
  );
  expect(rows.map(({ name }) => name)).toContain('note_changes');
  expect(rows.filter(({ path }) => path?.join() !== 'search_path=pg_catalog, public, pg_temp')).toEqual([]);
});

describe('the database refuses the server', () => {
  test.each([
    ['set session_replication_role = replica', /permission denied/],
    ['set role tunedesk', /permission denied to set role/],
    ['alter table credit_entries disable trigger user', /must be owner/],
    ['drop trigger credit_entries_post on credit_entries', /must be owner/],
    ['create function credit_refuse_change() returns trigger language plpgsql as $$begin end$$', /permission denied/],
    [
      'create or replace function credit_account_guard() returns trigger language plpgsql as $$begin end$$',
      /permission/,
    ],
    ['create table mine ()', /permission denied/],
    ['create temporary table credit_accounts ()', /permission denied/],
    ['create table jobs.mine ()', /permission denied/],
    ['create schema mine', /permission denied/],
    ['create extension dblink', /permission denied|must be superuser/],
    ['create role mine', /permission denied/],
    [`alter role ${TEST_ROLE} superuser`, /permission denied/],
    ['truncate credit_entries', /permission denied/],
    ['truncate users cascade', /permission denied/],
    ['begin; lock credit_accounts in access exclusive mode', /permission denied/],
    ["copy files to program 'true'", /permission denied/],
    ["select pg_read_file('pg_hba.conf')", /permission denied/],
    ['select pg_reload_conf()', /permission denied/],
    ['select rolpassword from pg_authid', /permission denied/],
    ['update credit_accounts set balance_cents = balance_cents + 1', /permission denied/],
    ["insert into credit_journals (key, source) values ('mine', 'Admin')", /permission denied/],
    ['insert into credit_entries (journal_id, account_id, amount_cents) values (1, 1, 100)', /permission denied/],
    ['update credit_entries set amount_cents = 1', /permission denied/],
    ['delete from credit_entries', /permission denied/],
    ['update credit_journals set note = null', /permission denied/],
    ['delete from credit_journals', /permission denied/],
    ['delete from credit_alarms', /permission denied/],
    ['update credit_totals set amount_cents = 0', /permission denied/],
    ["insert into migrations (name) values ('9999')", /permission denied/],
  ])('%s', async (statement, sentence) => {
    expect(await findRefusal(statement)).toMatch(sentence);
    await server.query('rollback');
  });

  test('a login as the owner without the password', async () => {
    const url = new URL(database.ownerUrl);
    url.password = 'guessed';
    const client = new pg.Client({ connectionString: url.href });
    await expect(client.connect()).rejects.toThrow(/password authentication failed/);
  });
});
