import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import * as files from '../../features/files/files.calls.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { findOpenAlarm } from '../../features/credits/server/alarms.ts';
import { forgePastGuards } from '../../features/credits/server/forged-ledger.factory.ts';
import { checkAccountSeals } from '../../features/credits/server/new-entries.ts';
import { startTestApp } from '../../server/testing/app.ts';
import { readHealth } from '../../server/testing/read-health.ts';
import { buildCustomer, PRICED } from '../../server/testing/stories.ts';
import { startLedgerCheck } from './background.ts';
import { checkWholeLedger } from './whole-ledger.ts';
import { app, openStage } from '../../server/testing/stage.ts';

openStage({ forEachTest: true });
let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeEach(async () => {
  customer = await buildCustomer(app.deps, 500);
});

/** Changes data as a superuser could while the portal is off, bypassing every guard of the database. */
const tamper = (statement: string) => forgePastGuards(app, (tx) => sql.raw(statement).execute(tx));

const ledgerHealth = async ({ url } = app) => {
  const { status, body } = await readHealth({ url });
  return [status, body.ledger];
};

const check = () => startLedgerCheck({ db: app.db, log: app.deps.log }, 5);

test('the health report calls the ledger unverified until the check at startup has found nothing', async () => {
  expect(await ledgerHealth()).toEqual([200, 'unverified']);
  await check().done;
  expect(await ledgerHealth()).toEqual([200, 'ok']);
});

test('a web process, which checks nothing itself, relies on the check of the workers', async () => {
  const web = await startTestApp({ role: 'web' }, { beside: app });
  expect(await ledgerHealth(web)).toEqual([200, 'unverified']);
  await check().done;
  expect(await ledgerHealth(web)).toEqual([200, 'ok']);
  await tamper('update credit_journals set created_at = created_at - interval $$1 day$$');
  await checkWholeLedger(app.deps);
  expect(await ledgerHealth(web)).toEqual([503, 'stopped']);
  await web.stop();
});

test('a break in old entries is reported once the check has read them, and never called verified', async () => {
  await tamper('update credit_journals set created_at = created_at - interval $$1 day$$');
  expect(await checkAccountSeals(app.deps)).toEqual([]);
  expect(await ledgerHealth()).toEqual([200, 'unverified']);
  await check().done;
  expect(await ledgerHealth()).toEqual([503, 'stopped']);
});

test('a balance that was changed while the portal was off cannot be spent, even before that check', async () => {
  const file = await buildFile(app, { ...PRICED, user_id: customer.id });
  await tamper('update credit_accounts set balance_cents = balance_cents + 1 where balance_cents > 0');
  expect(await checkAccountSeals(app.deps)).toEqual([
    expect.stringMatching(/is not sealed with the key of the ledger/),
  ]);
  expect(await ledgerHealth()).toEqual([503, 'stopped']);
  expect((await app.call(files.confirmAndPay, { id: file.id }, customer)).body.code).toBe('credits.spending_stopped');
});

test('the quick check of the accounts does not clear an alarm raised by the whole check', async () => {
  await app.db.insertInto('credit_alarms').values({ finding: 'journal 1 has no entries' }).execute();
  expect(await checkAccountSeals(app.deps)).toEqual([]);
  expect(await findOpenAlarm(app.db)).toBe('journal 1 has no entries');
});

test('a check that failed to run is retried', async () => {
  const logged = vi.spyOn(app.deps.log, 'error');
  await tamper('alter table credit_journals rename to credit_journals_away');
  const { done } = check();
  await expect.poll(() => logged.mock.calls.length).toBeGreaterThan(0);
  expect(await ledgerHealth()).toEqual([200, 'unverified']);
  await tamper('alter table credit_journals_away rename to credit_journals');
  await done;
  expect(await ledgerHealth()).toEqual([200, 'ok']);
  logged.mockRestore();
});

test('a stop does not wait for the next retry', async () => {
  await tamper('alter table credit_journals rename to credit_journals_away');
  const logged = vi.spyOn(app.deps.log, 'error');
  const started = startLedgerCheck({ db: app.db, log: app.deps.log }, 60_000);
  await expect.poll(() => logged.mock.calls.length).toBeGreaterThan(0);
  await started.stop();
  expect(logged).toHaveBeenCalledTimes(1);
  logged.mockRestore();
});
