import { afterAll, beforeAll, expect, test } from 'vitest';
import { withSession } from '../backup/session.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { buildVersionBeforeBaseline } from '../testing/earlier-version.ts';
import { listMigrations, migrate, requireCurrentTables } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const query = (text: string) => withSession(database.ownerUrl, async (client) => (await client.query(text)).rows);
const ANA = `insert into users (username, full_name, email, phone, country) values ('Ana', 'Ana', 'ana@example.com', '', '')`;

test('a portal of the last version before the baseline is migrated from there, and keeps its rows', async () => {
  await buildVersionBeforeBaseline(database.ownerUrl, ANA);
  await expect(requireCurrentTables(database.ownerUrl)).rejects.toThrow('made by an earlier version');
  await migrate(database.ownerUrl);
  await requireCurrentTables(database.ownerUrl);
  expect(await query('select username from users')).toEqual([{ username: 'Ana' }]);
  const names = (await listMigrations()).map((name) => ({ name }));
  expect(await query('select name from migrations order by name')).toEqual(names);
});

test('a portal of an older version is refused, unchanged, with what to do', async () => {
  const older = ['0001-accounts-files-credits.sql', '0181-disk-use-once-a-day.sql'];
  await buildVersionBeforeBaseline(database.ownerUrl, ANA, older);
  const refusal =
    /^This database was made by a Tunedesk that is too old .* 0181-disk-use-once-a-day\.sql.* needs those of 0182-reports-on-read\.sql\. Nothing was changed\. Start the last version with that file/;
  await expect(migrate(database.ownerUrl)).rejects.toThrow(refusal);
  await expect(requireCurrentTables(database.ownerUrl)).rejects.toThrow(refusal);
  expect(await query('select name from migrations order by name')).toEqual(older.map((name) => ({ name })));
});

test('every migration has a number behind that of the baseline', async () => {
  expect((await listMigrations())[0]).toBe('0200-baseline.sql');
});
