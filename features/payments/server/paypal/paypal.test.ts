import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../../app/server/read-config.ts';
import type { PaymentProvider } from '../provider.ts';

const REAL = {
  PAYMENT_MODE: 'paypal',
  PUBLIC_URL: 'https://tuning.example.com',
  PAYPAL_BUTTON_ID: 'B77',
  PAYPAL_RECEIVER_EMAIL: 'Sales@Tuning.example.com',
};
const read = (env: Record<string, string>) => readConfig(env, '/nowhere').paymentProvider as PaymentProvider;

let paypal: Server;
let address: string;
let requests: string[];
beforeAll(async () => {
  paypal = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization ?? ''}`.trim());
    response.end(request.url === '/v1/oauth2/token' ? '{"access_token":"t"}' : '{"verification_status":"SUCCESS"}');
  });
  await new Promise<void>((done) => paypal.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(paypal.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests = [];
});
afterAll(() => paypal.close());

test("PayPal uses the operator's button and address, and PayPal's checkout page unless another is set", () => {
  const provider = read(REAL);
  expect([provider.id, provider.isTest, provider.receiver]).toEqual(['paypal', false, 'sales@tuning.example.com']);
  expect(provider.start('https://tuning.example.com')).toMatchObject({
    action: 'https://www.paypal.com/cgi-bin/webscr',
    fields: { hosted_button_id: 'B77', notify_url: 'https://tuning.example.com/api/paypal/ipn' },
  });
  const other = read({ ...REAL, PAYPAL_CHECKOUT_URL: 'https://checkout.example.com/x' });
  expect(other.start('').action).toBe('https://checkout.example.com/x');
});

test('a notification is verified at the configured address', async () => {
  const provider = read({ ...REAL, PAYPAL_VERIFY_URL: `${address}/verify` });
  const message = { kind: 'IPN', body: Buffer.from('a=1'), headers: {} };
  await expect(provider.verify(message, { ownUrl: 'http://127.0.0.1:9' })).rejects.toThrow('instead of VERIFIED');
  expect(requests).toEqual(['/verify']);
});

test('webhooks are accepted once configured, and verified with complete credentials', async () => {
  const webhook = {
    PAYPAL_WEBHOOK_ID: 'W1',
    PAYPAL_CLIENT_ID: 'c',
    PAYPAL_CLIENT_SECRET: 's',
    PAYPAL_API_URL: address,
  };
  expect(read(REAL).noticeCalls.map(({ kind }) => kind)).toEqual(['IPN']);
  const provider = read({ ...REAL, ...webhook });
  expect(provider.noticeCalls.map(({ kind }) => kind)).toEqual(['IPN', 'WEBHOOK']);
  const message = { kind: 'WEBHOOK', body: Buffer.from('{}'), headers: {} };
  expect(await provider.verify(message, { ownUrl: '' })).toBe('VERIFIED');
  expect(requests).toEqual([
    `/v1/oauth2/token Basic ${btoa('c:s')}`,
    '/v1/notifications/verify-webhook-signature Bearer t',
  ]);
  expect(() => read({ ...REAL, ...webhook, PAYPAL_CLIENT_SECRET: '' })).toThrow('PAYPAL_CLIENT_SECRET');
});
