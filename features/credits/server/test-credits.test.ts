import { expect, test } from 'vitest';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { selectLivingUsers } from '../../../server/database/active-users.ts';
import { listPayments } from '../../payments/payments.calls.ts';
import { buildProvider } from '../../payments/server/provider.factory.ts';
import { buildCredits } from './credits.factory.ts';
import { postJournal } from './post-journal.ts';
import { findTestCredits } from './test-credits.ts';

openStage({ forEachTest: true });

const find = () => findTestCredits(app.db, selectLivingUsers(app.db).select('id'));

const tryOut = (userId: number, credits: number) =>
  app.db.transaction().execute((tx) =>
    postJournal(tx, {
      key: `pp:TEST${userId}:Completed`,
      source: 'Payment',
      isTest: true,
      lines: [{ userId, unit: 'MAIN', amountCents: credits * 100 }],
      actor: null,
    }),
  );

test('of test credits, only those that can still be spent are counted, without those taken back', async () => {
  expect(await find()).toEqual({ credits: 0, customers: 0 });
  const [ana, boris] = await Promise.all([buildCustomer(app.deps), buildCustomer(app.deps)]);
  await buildCredits(app.deps, ana.id, 30, { source: 'Payment' });
  await tryOut(ana.id, 50);
  await tryOut(boris.id, 20);
  expect(await find()).toEqual({ credits: 70, customers: 2 });
  await buildCredits(app.deps, boris.id, -15, { source: 'Upload' });
  expect(await find()).toEqual({ credits: 55, customers: 2 });
  await buildCredits(app.deps, ana.id, -50);
  expect(await find()).toEqual({ credits: 5, customers: 1 });
});

test('administrators see remaining test credits when payments are real, not in the sandbox', async () => {
  await tryOut((await buildCustomer(app.deps)).id, 5);
  const left = async () => (await app.call(listPayments, {}, admin)).body.test_credits;
  expect(await left()).toBeNull();
  app.deps.config.paymentProvider = buildProvider();
  expect(await left()).toEqual({ credits: 5, customers: 1 });
});
