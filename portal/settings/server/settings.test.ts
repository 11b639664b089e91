import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { getApplicationConfiguration } from '../settings.contract.ts';

let app: TestApp;
afterEach(() => app.stop());

/** What a portal that was started with these variables tells every browser. */
async function ask(env: Record<string, string>) {
  const { gainUrl, paypal, paymentsOff, isTestMode, publicUrl } = readConfig(env, '/nowhere');
  app = await startTestApp({ gainUrl, paypal, paymentsOff, isTestMode, publicUrl });
  const { body, headers } = await app.call(getApplicationConfiguration, {});
  return { configuration: body as Record<string, unknown>, policy: headers.get('content-security-policy') ?? '' };
}

describe('what the operator configures', () => {
  test('without anything there is nothing to buy and no page for Gain, and forms go nowhere else', async () => {
    const { configuration, policy } = await ask({ PAYMENT_MODE: 'off' });
    expect(configuration).toMatchObject({
      gain_url: null,
      paypal: null,
      payments_off: 'SWITCHED_OFF',
      is_test_mode: false,
    });
    expect(policy).toMatch(/form-action 'self'$/);
  });

  test("PayPal's button and where the buyer comes back to are the operator's, and the form may go there only (X-PAY-01)", async () => {
    const { configuration, policy } = await ask({
      PAYMENT_MODE: 'paypal',
      PAYPAL_BUTTON_ID: 'B77',
      PAYPAL_RECEIVER_EMAIL: 'sales@tuning.example.com',
      PAYPAL_CHECKOUT_URL: 'https://checkout.example.com/pay',
      PUBLIC_URL: 'https://tuning.example.com/',
    });
    expect(configuration.paypal).toEqual({
      is_sandbox: false,
      checkout_url: 'https://checkout.example.com/pay',
      hosted_button_id: 'B77',
      notify_url: 'https://tuning.example.com/api/paypal/ipn',
      return_url: 'https://tuning.example.com/buy-credits?success=true',
      cancel_url: 'https://tuning.example.com/buy-credits',
    });
    expect(policy).toMatch(/form-action 'self' https:\/\/checkout\.example\.com$/);
  });

  test('the sandbox is a page of the portal itself, and says what it is', async () => {
    const { configuration, policy } = await ask({});
    expect(configuration.paypal).toMatchObject({
      is_sandbox: true,
      checkout_url: '/api/sandbox/checkout',
      return_url: '/buy-credits?success=true',
    });
    expect(policy).toMatch(/form-action 'self'$/);
  });

  test('on a public address nothing is sold until the operator has chosen how, and every page says so in test mode', async () => {
    const PUBLIC_URL = 'https://tuning.example.com';
    expect((await ask({ PUBLIC_URL })).configuration).toMatchObject({ paypal: null, payments_off: 'NOT_CHOSEN' });
    await app.stop();
    const { configuration } = await ask({ PUBLIC_URL, PAYMENT_MODE: 'sandbox' });
    expect(configuration).toMatchObject({ paypal: { is_sandbox: true }, payments_off: null, is_test_mode: true });
  });

  test('the page of Gain is told as it was set (C-GAI-01)', async () => {
    expect((await ask({ GAIN_URL: 'https://shop.example.com/tuning' })).configuration.gain_url).toBe(
      'https://shop.example.com/tuning',
    );
  });
});
