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
  test.each(['', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://shop.localhost'])(
    'by default in the sandbox, on a page of our own, when the portal is reached from this machine alone ("%s")',
    (PUBLIC_URL) => {
      expect(read({ PUBLIC_URL })).toMatchObject({ mode: 'sandbox', checkoutUrl: '/api/sandbox/checkout' });
      expect(readConfig({ PUBLIC_URL }, '/nowhere')).toMatchObject({ paymentsOff: null, isTestMode: false });
    },
  );

  test.each(['https://tuning.example.com', 'http://192.168.1.20:3000'])(
    'not at all by default on %s, where everybody could make credits',
    (PUBLIC_URL) => {
      expect(readConfig({ PUBLIC_URL }, '/nowhere')).toMatchObject({ paypal: null, paymentsOff: 'NOT_CHOSEN' });
    },
  );

  test('in the sandbox on a public address only in so many words, and in test mode on every page then', () => {
    const env = { PAYMENT_MODE: 'sandbox', PUBLIC_URL: 'https://tuning.example.com' };
    expect(readConfig(env, '/nowhere')).toMatchObject({ paypal: { mode: 'sandbox' }, isTestMode: true });
    expect(readConfig({ PAYMENT_MODE: 'sandbox' }, '/nowhere').isTestMode).toBe(false);
    expect(readConfig(REAL, '/nowhere').isTestMode).toBe(false);
  });

  test('not at all when it is off', () => {
    expect(readConfig({ PAYMENT_MODE: 'off' }, '/nowhere')).toMatchObject({
      paypal: null,
      paymentsOff: 'SWITCHED_OFF',
    });
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

  test.each<Record<string, string>>([{}, { PAYMENT_MODE: 'sandbox', PUBLIC_URL: 'https://a.example.com' }])(
    'is refused, also when it is only the default: %j',
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
  ])('does not stop the start when %s', (_, config, env) => {
    expect(() => requireRealPayments(read(config), env)).not.toThrow();
  });
});
