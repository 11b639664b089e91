import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../app/server/read-config.ts';
import { requireRealPayments } from './payment-config.ts';

const read = (env: Record<string, string>) => readConfig(env, '/nowhere').paymentProvider;
const REAL = {
  PAYMENT_MODE: 'paypal',
  PUBLIC_URL: 'https://tuning.example.com',
  PAYPAL_BUTTON_ID: 'B77',
  PAYPAL_RECEIVER_EMAIL: 'Sales@Tuning.example.com',
};

describe('the sale of credits', () => {
  test.each(['', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://shop.localhost'])(
    'defaults to the sandbox, on the portal’s own page, when only this machine reaches the portal ("%s")',
    (PUBLIC_URL) => {
      const provider = read({ PUBLIC_URL });
      expect([provider?.id, provider?.start(PUBLIC_URL).action]).toEqual(['sandbox', '/api/sandbox/checkout']);
      expect(readConfig({ PUBLIC_URL }, '/nowhere')).toMatchObject({ paymentsOff: null, isTestMode: false });
    },
  );

  test.each(['https://tuning.example.com', 'http://192.168.1.20:3000'])(
    'is off by default on %s, where anyone could make up credits',
    (PUBLIC_URL) => {
      expect(readConfig({ PUBLIC_URL }, '/nowhere')).toMatchObject({
        paymentProvider: null,
        paymentsOff: 'NOT_CHOSEN',
      });
    },
  );

  test('uses the sandbox on a public address only when set explicitly, with test mode on every page', () => {
    const env = { PAYMENT_MODE: 'sandbox', PUBLIC_URL: 'https://tuning.example.com' };
    expect(readConfig(env, '/nowhere')).toMatchObject({ paymentProvider: { id: 'sandbox' }, isTestMode: true });
    expect(readConfig({ PAYMENT_MODE: 'sandbox' }, '/nowhere').isTestMode).toBe(false);
    expect(readConfig(REAL, '/nowhere').isTestMode).toBe(false);
  });

  test('is off with PAYMENT_MODE=off', () => {
    expect(readConfig({ PAYMENT_MODE: 'off' }, '/nowhere')).toMatchObject({
      paymentProvider: null,
      paymentsOff: 'SWITCHED_OFF',
    });
  });

  test.each(['PUBLIC_URL', 'PAYPAL_BUTTON_ID', 'PAYPAL_RECEIVER_EMAIL'])('refuses PayPal without %s', (name) => {
    expect(() => read({ ...REAL, [name]: '' })).toThrow(name);
  });

  test('refuses an unknown mode', () => {
    expect(() => read({ PAYMENT_MODE: 'Sandbox!' })).toThrow('PAYMENT_MODE must be one of sandbox, paypal, off');
  });
});

describe('sandbox payments in production', () => {
  const production = { NODE_ENV: 'production' };

  test.each<Record<string, string>>([{}, { PAYMENT_MODE: 'sandbox', PUBLIC_URL: 'https://a.example.com' }])(
    'are refused, even as a mere default: %j',
    (env) => {
      expect(() => requireRealPayments(read(env), production)).toThrow('ALLOW_SANDBOX_PAYMENTS=1');
    },
  );

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['it is allowed in so many words', {}, { ...production, ALLOW_SANDBOX_PAYMENTS: '1' }],
    ['PayPal is set up', REAL, production],
    ['nothing is sold', { PAYMENT_MODE: 'off' }, production],
    ['nothing is sold because nothing is set on a public address', { PUBLIC_URL: 'https://a.example.com' }, production],
    ['it is no production', {}, {}],
  ])('do not prevent the start when %s', (_, config, env) => {
    expect(() => requireRealPayments(read({}), production)).toThrow(/ALLOW_SANDBOX_PAYMENTS/);
    expect(() => requireRealPayments(read(config), env)).not.toThrow();
  });
});
