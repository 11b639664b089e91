import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { policyOfPages } from '../../../server/testing/raw-call.ts';
import { stopWithSoundLedger } from '../../../server/testing/sound-ledger.ts';
import { buildAdmin, buildCustomer, PRICED, readBalance } from '../../../server/testing/stories.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import * as credits from '../../credits/credits.calls.ts';
import { getApplicationConfiguration } from '../../shop/settings.calls.ts';
import { getMyUser } from '../../accounts/accounts.calls.ts';
import type { MyUser } from '../../accounts/user.ts';
import * as contract from '../payments.calls.ts';
import { readPaymentConfig } from './payment-config.ts';
import { post, settleAll, someTransaction } from './payment-stage.factory.ts';
import { buildProvider, signAcme, type AcmeMessage } from './provider.factory.ts';
import type { ProviderEntry } from './provider.ts';
import { openPaypal } from './paypal/paypal.ts';
import { PROVIDERS } from './providers.ts';

const ACME: ProviderEntry = { id: 'acme', isTest: false, paths: ['/acme/notices'], read: () => buildProvider() };

let app: TestApp;
beforeAll(async () => {
  const config = readPaymentConfig({ PAYMENT_MODE: 'acme' }, () => 'https://tuning.example.com', [...PROVIDERS, ACME]);
  app = await startTestApp({ ...config, publicUrl: 'https://tuning.example.com' });
});
afterAll(() => stopWithSoundLedger(app));

async function send(message: Partial<AcmeMessage> & Pick<AcmeMessage, 'reference'>, signature?: string) {
  const body = JSON.stringify({ number: someTransaction(), type: 'COMPLETED', euros: '50.00', ...message });
  const headers = { 'content-type': 'application/json', 'acme-signature': signature ?? signAcme(body) };
  expect(await post(app, Buffer.from(body), '/api/acme/notices', headers)).toBe(200);
  await settleAll(app);
}

const lastMessage = () =>
  app.db.selectFrom('payment_messages').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

test('is chosen by PAYMENT_MODE, and the form may be posted only to its checkout page', async () => {
  const { body } = await app.call(getApplicationConfiguration, {});
  expect(body.checkout).toEqual({
    provider: 'Acme Pay',
    mode: 'acme',
    is_test: false,
    action: 'https://checkout.acme.example/pay',
    fields: { merchant: 'M77', back: 'https://tuning.example.com/buy-credits' },
    custom_field: 'reference',
    amount_field: 'total',
  });
  expect(await policyOfPages(app)).toMatch(/form-action 'self' https:\/\/checkout\.acme\.example$/);
});

test('credits a payment once, pays the file, and gives the entry the neutral source', async () => {
  const customer = await buildCustomer(app.deps);
  const file = await buildFile(app, { ...PRICED, price_cents: 4000, user_id: customer.id });
  const number = someTransaction();
  const reference = `${customer.id}:${file.id}`;
  for (let time = 0; time < 3; time += 1) await send({ number, reference });
  await send({ number, reference, why: 'other' });
  expect(await lastMessage()).toMatchObject({ provider: 'acme', kind: 'EVENT', outcome: 'DUPLICATE' });
  expect(await readBalance(app, customer.id)).toBe(10);
  const { body } = await app.call(credits.listUserLedger, { userId: customer.id }, customer);
  expect(body.credits_ledger).toMatchObject([{ source: 'Upload' }, { source: 'Payment', is_test: false }]);
  expect(body.paypal).toBe(50);
});

test('takes money back under its own name and reason, once the payment is there, and returns canceled reversals', async () => {
  const customer = await buildCustomer(app.deps);
  const reference = String(customer.id);
  const about = someTransaction();
  await send({ reference, about, type: 'REFUNDED', euros: '-20.00', why: 'claim' });
  expect(await lastMessage()).toMatchObject({ outcome: 'AWAITING_PAYMENT' });
  await send({ reference, number: about });
  expect(await readBalance(app, customer.id)).toBe(30);
  await send({ reference, about, type: 'REVERSED', euros: '-30.00' });
  await send({ reference, about, type: 'REVERSAL_CANCELED', euros: '30.00' });
  expect(await lastMessage()).toMatchObject({ outcome: 'REVERSAL_CANCELED' });
  expect(await readBalance(app, customer.id)).toBe(30);
  const { body } = await app.call(credits.listUserLedger, { userId: customer.id }, customer);
  expect((body as credits.Ledger).credits_ledger.map(({ note }) => note)).toEqual([
    'Acme Pay reversal canceled',
    'Acme Pay reversal',
    'Acme Pay refund: the buyer opened a claim',
    null,
  ]);
});

test('credits nothing for a message that it did not sign', async () => {
  const customer = await buildCustomer(app.deps);
  await send({ reference: String(customer.id) }, 'forged');
  expect(await lastMessage()).toMatchObject({ outcome: 'REJECTED', reason: 'not_genuine', verification: 'INVALID' });
  expect(await readBalance(app, customer.id)).toBe(0);
});

test('credits nothing for a test payment, because payments are real', async () => {
  const customer = await buildCustomer(app.deps);
  await send({ reference: String(customer.id), test: true });
  expect(await lastMessage()).toMatchObject({ outcome: 'REVIEW', reason: 'test_mode', verification: 'VERIFIED' });
  expect(await readBalance(app, customer.id)).toBe(0);
});

test('has its own transaction numbers: the same number from another provider is a different payment', async () => {
  const customer = await buildCustomer(app.deps);
  const number = someTransaction();
  await app.db
    .insertInto('payment_messages')
    .values({ provider: 'paypal', kind: 'IPN', digest: number, body: Buffer.from(''), is_test: false, headers: '{}' })
    .execute();
  app.deps.config.paymentProvider = { ...openPaypal(PAYPAL_SETTINGS), parse: () => buildNotice(number, customer.id) };
  await settleAll(app, () => Promise.resolve('VERIFIED'));
  app.deps.config.paymentProvider = buildProvider();
  await send({ number, reference: String(customer.id) });
  expect(await lastMessage()).toMatchObject({ outcome: 'CREDITED', transaction_id: `acme:${number}` });
  expect(await readBalance(app, customer.id)).toBe(100);
});

test('leaves messages of an unconfigured provider waiting until it is configured', async () => {
  const customer = await buildCustomer(app.deps);
  const body = JSON.stringify({
    number: someTransaction(),
    type: 'COMPLETED',
    euros: '5.00',
    reference: `${customer.id}`,
  });
  await post(app, Buffer.from(body), '/api/acme/notices', { 'acme-signature': signAcme(body) });
  app.deps.config.paymentProvider = openPaypal(PAYPAL_SETTINGS);
  await expect(settleAll(app)).rejects.toThrow('the provider acme is not set up');
  expect(await lastMessage()).toMatchObject({ verification: 'WAITING', outcome: null, attempts: 1 });
  app.deps.config.paymentProvider = buildProvider();
  await settleAll(app);
  expect(await readBalance(app, customer.id)).toBe(5);
});

test('a confirmed payment stays open while its provider is not set up, and is credited once it is', async () => {
  const customer = await buildCustomer(app.deps);
  const number = someTransaction();
  const body = JSON.stringify({ number, type: 'COMPLETED', euros: '5.00', reference: `${customer.id}` });
  await post(app, Buffer.from(body), '/api/acme/notices', { 'acme-signature': signAcme(body) });
  const { id } = await lastMessage();
  await app.db.updateTable('payment_messages').set({ verification: 'VERIFIED' }).where('id', '=', id).execute();
  app.deps.config.paymentProvider = openPaypal(PAYPAL_SETTINGS);
  await expect(settleAll(app)).rejects.toThrow('the provider acme is not set up');
  expect(await lastMessage()).toMatchObject({ verification: 'VERIFIED', outcome: null });
  app.deps.config.paymentProvider = buildProvider();
  await settleAll(app);
  expect(await lastMessage()).toMatchObject({ outcome: 'CREDITED' });
});

test('a payment that the provider confirms and that does not fit is a notice to every administrator, by mail as well', async () => {
  const admin = await buildAdmin(app.deps);
  const number = someTransaction();
  await send({ number, reference: '999999999' });
  expect(await lastMessage()).toMatchObject({ outcome: 'REVIEW', reason: 'user' });
  const { notifications } = (await app.call(getMyUser, {}, admin)).body as MyUser;
  expect(notifications.filter(({ url }) => url === '/admin/payments').map(({ message }) => message)).toEqual([
    `Payment acme:${number} needs your review`,
  ]);
  const mails = await app.db.selectFrom('mails').selectAll().where('recipient', '=', admin.email).execute();
  expect(mails).toHaveLength(1);
});

test('the database stores no confirmed payment as rejected', async () => {
  const { id } = await app.db
    .insertInto('payment_messages')
    .values({
      provider: 'acme',
      kind: 'EVENT',
      digest: 'x1',
      body: Buffer.from(''),
      is_test: false,
      headers: '{}',
      verification: 'VERIFIED',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const discard = app.db
    .updateTable('payment_messages')
    .set({ outcome: 'REJECTED', reason: 'other_receiver', settled_at: new Date() })
    .where('id', '=', id);
  await expect(discard.execute()).rejects.toThrow('payment_messages_rejected_check');
  await app.db.deleteFrom('payment_messages').where('id', '=', id).execute();
});

test('shows an administrator which provider a message came from', async () => {
  const admin = await buildAdmin(app.deps);
  const customer = await buildCustomer(app.deps);
  await send({ reference: String(customer.id) }, 'forged');
  const { id } = await lastMessage();
  const { body } = await app.call(contract.listPayments, { show: 'rejected' }, admin);
  expect(body.messages[0]).toMatchObject({ id, provider: 'acme', kind: 'EVENT' });
});

const PAYPAL_SETTINGS = {
  checkoutUrl: 'https://pay.example.com',
  buttonId: 'B',
  receiverEmail: 'seller@example.com',
  verifyUrl: 'https://pay.example.com/verify',
  webhook: null,
};

const buildNotice = (transactionId: string, userId: number) => ({
  event: 'COMPLETED' as const,
  status: 'Completed',
  transactionId,
  parentId: null,
  amountCents: 5000,
  currency: 'EUR',
  receivers: [],
  custom: String(userId),
  reason: null,
  isTest: false,
});
