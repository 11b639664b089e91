import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

export async function countLockWaiters({ ownerDb }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(ownerDb);
  return rows[0]?.count ?? 0;
}

/** Until so many statements of this program's database wait for another one. */
export const awaitLockWaiters = (app: TestApp, count: number) =>
  expect.poll(() => countLockWaiters(app), { interval: 20, timeout: 10_000 }).toBe(count);
