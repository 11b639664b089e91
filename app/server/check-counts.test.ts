import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildCredits } from '../../features/credits/server/credits.factory.ts';
import { forgePastGuards } from '../../features/credits/server/forged-ledger.factory.ts';
import { deleteFile } from '../../features/files/files.calls.ts';
import { getDashboard, getUserDashboard, type Dashboard } from '../../features/staff/dashboard/dashboard.calls.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { buildAdmin, buildCustomer, buildPaidFile } from '../../server/testing/stories.ts';
import { checkCounts, checkCountsDaily } from './housekeeping.ts';
import { admin, app, openStage } from '../../server/testing/stage.ts';

type User = Awaited<ReturnType<typeof buildAdmin>>;

openStage({ forEachTest: true });

let customer: User;
beforeEach(async () => {
  customer = await buildCustomer(app.deps);
});

const dashboard = async (reader = customer) =>
  (reader === admin
    ? await app.call(getDashboard, {}, admin)
    : await app.call(getUserDashboard, { userId: reader.id }, reader)
  ).body as Dashboard;

test('a dashboard counts its customer’s files correctly after every change', async () => {
  const canceled = await buildFile(app, { user_id: customer.id, status: 'CANCELED', status_before_cancel: 'PENDING' });
  await buildPaidFile(app.deps, { user_id: customer.id });
  await buildFile(app, { user_id: customer.id });
  await buildFile(app, { status: 'CANCELED', status_before_cancel: 'PENDING' });
  expect(await dashboard()).toMatchObject({ completed: 1, canceled: 1, refunded: 0 });
  await app.call(deleteFile, { id: canceled.id }, admin);
  expect(await dashboard()).toMatchObject({ completed: 1, canceled: 0, refunded: 0 });
});

test('the dashboard of staff counts the files of all customers', async () => {
  const before = await dashboard(admin);
  await buildPaidFile(app.deps, { user_id: customer.id });
  await buildFile(app, { user_id: customer.id, status: 'CANCELED', status_before_cancel: 'PENDING' });
  const { completed, canceled } = await dashboard(admin);
  expect({ completed, canceled }).toEqual({ completed: before.completed + 1, canceled: before.canceled + 1 });
});

/** Removes what the newest entry of the ledger is found by. */
const spoil = () =>
  forgePastGuards(app, async (tx) => {
    await sql`delete from credit_entry_facets where entry_id = (select max(entry_id) from credit_entry_facets)`.execute(
      tx,
    );
  });

test('an entry of the ledger that cannot be found by its source is reported', async () => {
  await buildCredits(app, customer.id, 5);
  expect(await checkCounts(app.deps)).toBe(0);
  await spoil();
  const logged = vi.spyOn(app.deps.log, 'error').mockImplementation(() => undefined);
  expect(await checkCounts(app.deps)).toBe(1);
  expect(logged.mock.calls[0]?.[0]).toMatchObject({
    name: expect.stringMatching(/^entries of account \d+ from Admin$/) as string,
  });
  logged.mockRestore();
});

test('the counts are compared once a day, by one process', async () => {
  await sql`insert into installation (id, copy_id) values (gen_random_uuid(), gen_random_uuid())`.execute(app.ownerDb);
  const logged = vi.spyOn(app.deps.log, 'error').mockImplementation(() => undefined);
  await buildCredits(app, customer.id, 5);
  await spoil();
  expect(await checkCountsDaily(app.deps)).toBe(1);
  expect(await checkCountsDaily(app.deps)).toBe(0);
  app.clock.advance(24 * 3_600_000);
  expect(await checkCountsDaily(app.deps)).toBe(1);
  logged.mockRestore();
});
