import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

export async function countLockWaiters({ ownerDb }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(ownerDb);
  return rows[0]?.count ?? 0;
}

/** Waits until this many statements in the app's database are waiting for another one. */
export const awaitLockWaiters = (app: TestApp, count: number) =>
  expect.poll(() => countLockWaiters(app), { interval: 20 }).toBe(count);

/** Makes every statement that needs one of these tables wait until the returned function is called. */
export async function lockTables({ ownerDb }: TestApp, ...tables: string[]): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const transaction = ownerDb.transaction().execute(async (tx) => {
    await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))}`.execute(tx);
    locked.resolve();
    await released.promise;
  });
  await Promise.race([locked.promise, transaction]);
  return () => {
    released.resolve();
    return transaction;
  };
}
