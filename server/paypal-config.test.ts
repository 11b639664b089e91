import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { requireRealPayments } from './paypal-config.ts';

const read = (env: Record<string, string>) => readConfig(env, '/nowhere').paypal;
const REAL = {
  PAYMENT_MODE: 'paypal',
  PUBLIC_URL: 'https://tuning.example.com',
  PAYPAL_BUTTON_ID: 'B77',
  PAYPAL_RECEIVER_EMAIL: 'Sales@Tuning.example.com',
};

describe('how credits are sold', () => {
  test('by default in the sandbox, on a page of our own', () => {
    expect(read({})).toMatchObject({ mode: 'sandbox', checkoutUrl: '/api/sandbox/checkout' });
  });

  test('not at all when it is off', () => {
    expect(read({ PAYMENT_MODE: 'off' })).toBeNull();
  });

  test("with PayPal's own addresses, unless others are set", () => {
    expect(read(REAL)).toEqual({
      mode: 'paypal',
      checkoutUrl: 'https://www.paypal.com/cgi-bin/webscr',
      buttonId: 'B77',
      receiverEmail: 'sales@tuning.example.com',
      verifyUrl: 'https://ipnpb.paypal.com/cgi-bin/webscr',
      webhook: null,
    });
    expect(read({ ...REAL, PAYPAL_VERIFY_URL: 'https://verify.example.com/x' })?.verifyUrl).toBe(
      'https://verify.example.com/x',
    );
  });

  test.each(['PUBLIC_URL', 'PAYPAL_BUTTON_ID', 'PAYPAL_RECEIVER_EMAIL'])('PayPal without %s is refused', (name) => {
    expect(() => read({ ...REAL, [name]: '' })).toThrow(name);
  });

  test('a webhook needs all that it is checked with', () => {
    const webhook = { PAYPAL_WEBHOOK_ID: 'W1', PAYPAL_CLIENT_ID: 'c', PAYPAL_CLIENT_SECRET: 's' };
    expect(read({ ...REAL, ...webhook })?.webhook).toEqual({
      id: 'W1',
      apiUrl: 'https://api-m.paypal.com',
      clientId: 'c',
      clientSecret: 's',
    });
    expect(() => read({ ...REAL, ...webhook, PAYPAL_CLIENT_SECRET: '' })).toThrow('PAYPAL_CLIENT_SECRET');
  });

  test('an unknown mode is refused', () => {
    expect(() => read({ PAYMENT_MODE: 'Sandbox!' })).toThrow('PAYMENT_MODE must be one of sandbox, paypal, off');
  });
});

describe('play money in production', () => {
  const production = { NODE_ENV: 'production' };

  test('is refused, also when it is only the default', () => {
    expect(() => requireRealPayments(read({}), production)).toThrow('ALLOW_SANDBOX_PAYMENTS=1');
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['it is allowed in so many words', {}, { ...production, ALLOW_SANDBOX_PAYMENTS: '1' }],
    ['PayPal is set up', REAL, production],
    ['nothing is sold', { PAYMENT_MODE: 'off' }, production],
    ['it is no production', {}, {}],
  ])('does not stop the start when %s', (_, config, env) => {
    expect(() => requireRealPayments(read(config), env)).not.toThrow();
  });
});
