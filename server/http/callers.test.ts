import { beforeAll, expect, test } from 'vitest';
import { listSolutions } from '../../features/catalogue/catalogue.calls.ts';
import { getMyUser } from '../../features/accounts/accounts.calls.ts';
import { openSession } from '../../features/accounts/server/sessions.ts';
import { awaitLockWaiters, countLockWaiters, lockTables } from '../testing/locks.ts';
import { buildCustomer } from '../testing/stories.ts';
import { app, openStage } from '../testing/stage.ts';

openStage();
let greedy: Awaited<ReturnType<typeof buildCustomer>>;
let other: typeof greedy;
beforeAll(async () => {
  [greedy, other] = await Promise.all([buildCustomer(app.deps), buildCustomer(app.deps)]);
});

test('sixty hanging calls of one customer with two logins hold two connections and do not delay other customers', async () => {
  const release = await lockTables(app, 'solutions');
  const again = { token: await openSession(app.deps, greedy) };
  const calls = Array.from({ length: 60 }, (_, at) => app.call(listSolutions, {}, at % 2 === 0 ? greedy : again));
  await awaitLockWaiters(app, 2);
  for (let at = 0; at < 20; at += 1) expect((await app.call(getMyUser, {}, other)).status).toBe(200);
  expect(await countLockWaiters(app)).toBe(2);
  // The user's other windows wait as well, other users do not.
  const ended: string[] = [];
  const own = app.call(getMyUser, {}, greedy).then(() => ended.push('own'));
  for (let at = 0; at < 20; at += 1) await app.call(getMyUser, {}, other);
  expect(ended).toEqual([]);
  await release();
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
  await own;
  expect(ended).toEqual(['own']);
});
