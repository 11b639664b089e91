import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { type Caller, Overload, runWithCaller, runWithSignal } from './callers.ts';
import { connect, type Connection } from './connect.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, 6);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const greedy: Caller = { name: 'user 1', connections: 2 };
const other: Caller = { name: 'user 2', connections: 2 };
const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(connection.db);

/** Counts the sleeping sessions of the database, as the portal itself sees them. */
async function countSleeping(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
     where datname = current_database() and state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`.execute(
    connection.db,
  );
  return rows[0]?.count ?? 0;
}

test('sixty simultaneous statements of one customer use two connections and never delay another customer', async () => {
  const all = Array.from({ length: 60 }, () => runWithCaller(greedy, () => sleep(0.05)));
  let most = 0;
  let others = 0;
  const progress = { isDone: false };
  const done = Promise.all(all).then(() => (progress.isDone = true));
  while (!progress.isDone) {
    most = Math.max(most, await countSleeping());
    await runWithCaller(other, () => sql`select 1`.execute(connection.db));
    others += 1;
  }
  await done;
  expect(most).toBe(2);
  // If the other customer's statement waited for its turn among the sixty, it would be the only one.
  expect(others).toBeGreaterThan(5);
});

test('a customer with more than two hundred waiting statements is refused and can continue afterwards', async () => {
  const all = await Promise.allSettled(Array.from({ length: 250 }, () => runWithCaller(greedy, () => sleep(0.001))));
  const refused = all.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(250 - 202);
  for (const { reason } of refused) expect(reason).toMatchObject({ kind: 'crowded' });
  await expect(runWithCaller(greedy, () => sleep(0))).resolves.toBeDefined();
});

test.each([
  ['loses its connection', false],
  ['behind a pooler is cancelled', true],
])('late work %s, uncommitted changes are undone, and work waiting for a connection gives up', async (_, isPooled) => {
  const own = connect(database.url, 6, { isPooled });
  const ending = new AbortController();
  const inTransaction = () =>
    runWithSignal(ending.signal, () =>
      own.db.transaction().execute(async (tx) => {
        await sql`insert into solutions (name, code, type, credits) values ('Late', 'LATE', 'OPTION', 1)`.execute(tx);
        await sql`select pg_sleep(20)`.execute(tx);
      }),
    );
  const all = [1, 2, 3].map(() => runWithCaller(greedy, inTransaction));
  const results = Promise.allSettled(all);
  await expect.poll(countSleeping, { interval: 20 }).toBe(2);
  ending.abort(new Overload('late', 'too late'));
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect.poll(countSleeping, { interval: 20 }).toBe(0);
  const { rows } = await sql`select from solutions where code = 'LATE'`.execute(connection.db);
  expect(rows).toHaveLength(0);
  await expect(runWithCaller(greedy, () => sql`select 1`.execute(own.db))).resolves.toBeDefined();
  await own.close();
});

test('a statement that exceeds the time limit of its pool is canceled by the database', async () => {
  const bounded = connect(database.url, 1, { statementTimeoutMs: 100 });
  await expect(sql`select pg_sleep(5)`.execute(bounded.db)).rejects.toMatchObject({ code: '57014' });
  await expect(sql`select 1`.execute(bounded.db)).resolves.toBeDefined();
  await bounded.close();
});

test('behind a pooler no prepared statement or setting is left in a session for the next transaction', async () => {
  const readSession = async (isPooled: boolean) => {
    const own = connect(database.url, 1, { isPooled, statementTimeoutMs: 30_000 });
    await own.db.selectFrom('users').select('id').where('id', '=', 1).execute();
    const { rows } = await sql<{ named: number; limit: string }>`
      select (select count(*)::integer from pg_prepared_statements where name like 'select_%') as named,
             current_setting('statement_timeout') as limit`.execute(own.db);
    await own.close();
    return rows[0];
  };
  expect(await readSession(false)).toEqual({ named: 1, limit: '30s' });
  expect(await readSession(true)).toEqual({ named: 0, limit: '0' });
});
