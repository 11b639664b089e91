import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { claimDatabase } from './presence.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('an operator’s database is one server’s alone, which the refusal of a second one names', async () => {
  const options = { log: () => undefined, patienceMs: 100 };
  const release = await claimDatabase(database.ownerUrl, options);
  await expect(claimDatabase(database.ownerUrl, options)).rejects.toThrow(
    `(Tunedesk, process ${process.pid} on ${hostname()}`.slice(0, 40),
  );
  await release();
  await (
    await claimDatabase(database.ownerUrl, options)
  )();
});
