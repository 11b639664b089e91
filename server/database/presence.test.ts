import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { claimDatabase } from './presence.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('an operator’s database is used by one server only, and the refusal of a second names it', async () => {
  const options = { log: () => undefined, timeoutMs: 100 };
  const release = await claimDatabase(database.ownerUrl, options);
  await expect(claimDatabase(database.ownerUrl, options)).rejects.toThrow(
    `(Tunedesk, process ${process.pid} on ${hostname()}`.slice(0, 40),
  );
  await release();
  await (
    await claimDatabase(database.ownerUrl, options)
  )();
});

test('processes of one portal share the database, and an exclusive claim is refused until all have ended', async () => {
  const alone = { log: () => undefined, timeoutMs: 100 };
  const together = { ...alone, isShared: true };
  const ends = [await claimDatabase(database.ownerUrl, together), await claimDatabase(database.ownerUrl, together)];
  await ends[0]?.();
  await expect(claimDatabase(database.ownerUrl, alone)).rejects.toThrow('Another Tunedesk');
  await ends[1]?.();
  const end = await claimDatabase(database.ownerUrl, alone);
  await expect(claimDatabase(database.ownerUrl, together)).rejects.toThrow('Another Tunedesk');
  await end();
});
