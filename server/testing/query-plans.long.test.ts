import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFilledDatabase, type FilledDatabase } from './filled-database.ts';
import { findScans } from './query-plan.ts';

let filled: FilledDatabase;
let client: pg.Client;
beforeAll(async () => {
  filled = await openFilledDatabase();
  client = new pg.Client({ connectionString: filled.url });
  await client.connect();
}, 240_000);
afterAll(() => client.end());

const scans = (text: string, values: unknown[] = [], isPrepared = false) =>
  findScans(client, { text, values, isPrepared });

test('a table read without an index is found wherever it is in the statement', async () => {
  expect(await scans('select id from files where notes = $1', ['x'])).toEqual(['files']);
  expect(await scans('select id from users where id in (select user_id from files where notes = $1)', ['x'])).toContain(
    'files',
  );
  expect(await scans('update tickets set subject = $1 where subject || status = $2', ['x', 'y'])).toEqual(['tickets']);
});

test('a statement with an index, or for the first rows only, is not reported', async () => {
  expect(await scans('select * from files')).toEqual(['files']);
  expect(await scans('select * from files where id = $1', [5], true)).toEqual([]);
  expect(await scans('select count(*) from (select 1 from security_events limit $1) found', [1001])).toEqual([]);
  expect(await scans('select * from users where lower(email) = $1 and deleted_at is null', ['x'])).toEqual([]);
});

test('a prepared statement is also judged by its generic plan once PostgreSQL uses it', async () => {
  // Nearly all rows have this value, or none do: without knowing which, PostgreSQL expects an average one.
  const text = 'select id from tickets where has_unread_reply = $1 and subject = subject';
  expect(await scans(text, [true], true)).toEqual(['tickets']);
});

test('every large table is filled, and a table that is added is large unless it is listed', async () => {
  expect(filled.large.size).toBeGreaterThan(25);
  for (const table of filled.large) {
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from "${table}"`);
    expect(Number(rows[0]?.n), table).toBeGreaterThanOrEqual(20_000);
  }
  expect(filled.large).not.toContain('solutions');
  await client.query('create table added_later (id bigint)');
  try {
    expect([...(await openFilledDatabase()).large].sort()).toEqual([...filled.large, 'added_later'].sort());
  } finally {
    await client.query('drop table added_later');
  }
});
