import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { buildCustomer, readBalance } from '../../../../server/testing/stories.ts';
import { post, settleAll, someTransaction } from '../payment-stage.factory.ts';
import { openPaypal } from './paypal.ts';
import { checkWholeLedger } from '../../../../app/server/whole-ledger.ts';

let app: TestApp;
let provider: Server;
/** The provider's requests, as text, and its reply. */
let questions: { path: string; text: string; authorization: string | undefined }[];
let verdict: string;

beforeAll(async () => {
  provider = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const path = request.url ?? '';
      questions.push({
        path,
        text: Buffer.concat(pieces).toString('utf8'),
        authorization: request.headers.authorization,
      });
      response.setHeader('content-type', 'application/json');
      const replies: Record<string, string> = {
        '/v1/oauth2/token': '{"access_token":"let-me-in"}',
        '/ipn': 'VERIFIED',
      };
      response.end(replies[path] ?? verdict);
    });
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  const apiUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const paymentProvider = openPaypal({
    checkoutUrl: 'https://pay.example.com',
    buttonId: 'B',
    receiverEmail: 'seller@example.com',
    verifyUrl: `${apiUrl}/ipn`,
    webhook: { id: 'HOOK1', apiUrl, clientId: 'client', clientSecret: 'secret' },
  });
  app = await startTestApp({ paymentProvider });
});
beforeEach(() => {
  questions = [];
  verdict = '{"verification_status":"SUCCESS"}';
});
afterAll(async () => {
  provider.close();
  const faults = await checkWholeLedger(app.deps);
  await app.stop();
  if (faults.length > 0) throw new Error(faults.join('; '));
});

const HEADERS = {
  'content-type': 'application/json',
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT',
  'paypal-transmission-id': 't-1',
  'paypal-transmission-sig': 'c2ln',
  'paypal-transmission-time': '2026-11-20T10:15:00Z',
};

const capture = (id: string, custom: string, change: object = {}) => ({
  id: `WH-${id}`,
  event_type: 'PAYMENT.CAPTURE.COMPLETED',
  resource: {
    id,
    amount: { value: '50.00', currency_code: 'EUR' },
    custom_id: custom,
    payee: { email_address: 'Seller@example.com' },
    ...change,
  },
});

/** A notice in the older form about the payment that `capture` is about. */
async function arriveAsNotice(id: string, custom: string): Promise<void> {
  const notice = new URLSearchParams({
    txn_id: id,
    payment_status: 'Completed',
    mc_gross: '50.00',
    mc_currency: 'EUR',
    receiver_email: 'seller@example.com',
    custom,
  });
  expect(await post(app, Buffer.from(notice.toString()), '/api/paypal/ipn')).toBe(200);
  await settleAll(app);
}

async function arrive(event: unknown): Promise<string> {
  const text = typeof event === 'string' ? event : JSON.stringify(event, null, 1);
  expect(await post(app, Buffer.from(text), '/api/paypal/webhook', HEADERS)).toBe(200);
  await settleAll(app);
  return text;
}

const lastOutcome = async () =>
  app.db
    .selectFrom('payment_messages')
    .select(['outcome', 'reason', 'verification'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

describe('a webhook', () => {
  test('is credited once the provider has confirmed its exact text as genuine', async () => {
    const customer = await buildCustomer(app.deps);
    const text = await arrive(capture(someTransaction(), String(customer.id)));
    expect(await readBalance(app, customer.id)).toBe(50);
    const [token, asked] = questions;
    expect([token?.path, token?.authorization]).toEqual(['/v1/oauth2/token', `Basic ${btoa('client:secret')}`]);
    expect(asked?.authorization).toBe('Bearer let-me-in');
    expect(asked?.text.endsWith(`,"webhook_event":${text}}`)).toBe(true);
    expect(JSON.parse(asked?.text ?? '')).toMatchObject({
      webhook_id: 'HOOK1',
      transmission_id: 't-1',
      transmission_sig: 'c2ln',
      transmission_time: '2026-11-20T10:15:00Z',
      auth_algo: 'SHA256withRSA',
      cert_url: 'https://api.paypal.com/v1/notifications/certs/CERT',
    });
  });

  test('about a payment that a notice has reported already credits nothing more, and neither does the reverse', async () => {
    const customer = await buildCustomer(app.deps);
    const custom = String(customer.id);
    const [T, U] = [someTransaction(), someTransaction()];
    await arriveAsNotice(T, custom);
    expect(await lastOutcome()).toMatchObject({ outcome: 'CREDITED' });
    await arrive(capture(T, custom));
    expect(await lastOutcome()).toMatchObject({ outcome: 'DUPLICATE' });
    expect(await readBalance(app, customer.id)).toBe(50);
    await arrive(capture(U, custom));
    expect(await readBalance(app, customer.id)).toBe(100);
    await arriveAsNotice(U, custom);
    expect(await lastOutcome()).toMatchObject({ outcome: 'DUPLICATE' });
    await arrive({ ...capture(U, custom), id: 'another event' });
    expect(await lastOutcome()).toMatchObject({ outcome: 'DUPLICATE' });
    expect(await readBalance(app, customer.id)).toBe(100);
  });

  test('deducts refunds and reversals from the payment that they link to', async () => {
    const customer = await buildCustomer(app.deps);
    const T = someTransaction();
    const up = { links: [{ rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${T}` }] };
    const back = (type: string, value: string) => ({
      ...capture(someTransaction(), '', { ...up, amount: { value, currency_code: 'EUR' } }),
      event_type: `PAYMENT.CAPTURE.${type}`,
    });
    await arrive(capture(T, String(customer.id)));
    await arrive(back('REFUNDED', '20.00'));
    expect(await readBalance(app, customer.id)).toBe(30);
    await arrive(back('REVERSED', '30.00'));
    expect(await readBalance(app, customer.id)).toBe(0);
  });

  test.each<[string, string, string]>([
    ['the provider does not know', '{"verification_status":"FAILURE"}', 'INVALID'],
    ['the provider says nothing clear about', '{"verification_status":"MAYBE"}', 'WAITING'],
    ['the provider answers with a page', '<html>SUCCESS</html>', 'WAITING'],
  ])('that %s is not credited', async (_, notice, verification) => {
    const customer = await buildCustomer(app.deps);
    verdict = notice;
    await arrive(capture(someTransaction(), String(customer.id))).catch(() => undefined);
    expect(await readBalance(app, customer.id)).toBe(0);
    expect(await lastOutcome()).toMatchObject({ verification });
    await app.db.deleteFrom('payment_messages').where('outcome', 'is', null).execute();
  });

  test('whose text would inject fields into the verification request is never sent for verification', async () => {
    await arrive('{"a":1},"webhook_id":"MINE","webhook_event":{"b":2}');
    expect(await lastOutcome()).toMatchObject({ verification: 'INVALID', outcome: 'REJECTED' });
    expect(questions).toEqual([]);
  });

  test.each<[string, (custom: string) => object, object]>([
    [
      'for another account',
      (custom) => capture(someTransaction(), custom, { payee: { email_address: 'x@y.z' } }),
      { outcome: 'REVIEW', reason: 'other_receiver' },
    ],
    [
      'in dollars',
      (custom) => capture(someTransaction(), custom, { amount: { value: '50.00', currency_code: 'USD' } }),
      { outcome: 'REVIEW', reason: 'currency' },
    ],
    [
      'about something else',
      (custom) => ({ ...capture(someTransaction(), custom), event_type: 'CUSTOMER.DISPUTE.CREATED' }),
      { outcome: 'REVIEW', reason: 'unreadable' },
    ],
    [
      'of another shape',
      () => ({ event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: 'none' }),
      { outcome: 'REVIEW', reason: 'unreadable' },
    ],
  ])('%s is not credited', async (_, write, outcome) => {
    const customer = await buildCustomer(app.deps);
    await arrive(write(String(customer.id)));
    expect(await lastOutcome()).toMatchObject(outcome);
    expect(await readBalance(app, customer.id)).toBe(0);
  });
});
