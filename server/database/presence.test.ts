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

test('the processes of one portal use the database together, and a claim for one alone waits for all of them', async () => {
  const alone = { log: () => undefined, patienceMs: 100 };
  const together = { ...alone, isShared: true };
  const ends = [await claimDatabase(database.ownerUrl, together), await claimDatabase(database.ownerUrl, together)];
  await ends[0]?.();
  await expect(claimDatabase(database.ownerUrl, alone)).rejects.toThrow('Another Tunedesk');
  await ends[1]?.();
  const end = await claimDatabase(database.ownerUrl, alone);
  await expect(claimDatabase(database.ownerUrl, together)).rejects.toThrow('Another Tunedesk');
  await end();
});
