import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { connect } from './connect.ts';

test('a connection lost between two statements of a transaction fails only that transaction', async () => {
  const database = await createTestDatabase();
  const troubles: Error[] = [];
  const held = connect(database.url, 1, { onError: (error) => troubles.push(error) });
  const other = connect(database.url, 1);
  const lost = held.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.db);
    await expect.poll(() => troubles.length, { interval: 10 }).toBeGreaterThan(0);
    await sql`select 1`.execute(tx);
  });
  await expect(lost).rejects.toThrow(/terminat|not queryable|closed/i);
  expect((await sql<{ one: number }>`select 1 as one`.execute(held.db)).rows).toEqual([{ one: 1 }]);
  await Promise.all([held.close(), other.close()]);
  await database.drop();
});
