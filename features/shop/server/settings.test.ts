import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../app/server/read-config.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { policyOfPages } from '../../../server/testing/raw-call.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { getApplicationConfiguration, setApplicationConfiguration } from '../settings.calls.ts';

let app: TestApp;
afterEach(() => app.stop());

/** Returns what a portal that was started with these variables sends to every browser. */
async function ask(env: Record<string, string>) {
  const { gainUrl, paymentProvider, paymentsOff, isTestMode, publicUrl } = readConfig(env, '/nowhere');
  app = await startTestApp({ gainUrl, paymentProvider, paymentsOff, isTestMode, publicUrl });
  const { body } = await app.call(getApplicationConfiguration, {});
  return { configuration: body as Record<string, unknown>, policy: await policyOfPages(app) };
}

describe('what the operator configures', () => {
  test('without settings there is nothing to buy and no Gain page, and forms post only to the portal', async () => {
    const { configuration, policy } = await ask({ PAYMENT_MODE: 'off' });
    expect(configuration).toMatchObject({
      gain_url: null,
      checkout: null,
      payments_off: 'SWITCHED_OFF',
      is_test_mode: false,
    });
    expect(policy).toMatch(/form-action 'self'$/);
  });

  test("PayPal's button and address are the operator's; forms post there only", { tags: ['X-PAY-01'] }, async () => {
    const { configuration, policy } = await ask({
      PAYMENT_MODE: 'paypal',
      PAYPAL_BUTTON_ID: 'B77',
      PAYPAL_RECEIVER_EMAIL: 'sales@tuning.example.com',
      PAYPAL_CHECKOUT_URL: 'https://checkout.example.com/pay',
      PUBLIC_URL: 'https://tuning.example.com/',
    });
    expect(configuration.checkout).toEqual({
      provider: 'PayPal',
      mode: 'paypal',
      is_test: false,
      action: 'https://checkout.example.com/pay',
      fields: {
        cmd: '_s-xclick',
        hosted_button_id: 'B77',
        currency_code: 'EUR',
        notify_url: 'https://tuning.example.com/api/paypal/ipn',
        return: 'https://tuning.example.com/buy-credits?success=true',
        cancel_return: 'https://tuning.example.com/buy-credits',
      },
      custom_field: 'custom',
      amount_field: 'amount',
    });
    expect(policy).toMatch(/form-action 'self' https:\/\/checkout\.example\.com$/);
  });

  test('the sandbox is a page of the portal itself, and is marked as a test', async () => {
    const { configuration, policy } = await ask({});
    expect(configuration.checkout).toMatchObject({
      mode: 'sandbox',
      is_test: true,
      action: '/api/sandbox/checkout',
      fields: { notify_url: '/api/paypal/ipn', return: '/buy-credits?success=true', cancel_return: '/buy-credits' },
    });
    expect(policy).toMatch(/form-action 'self'$/);
  });

  test('on a public address nothing is sold until the operator has chosen how, and the sandbox counts as test mode', async () => {
    const PUBLIC_URL = 'https://tuning.example.com';
    expect((await ask({ PUBLIC_URL })).configuration).toMatchObject({ checkout: null, payments_off: 'NOT_CHOSEN' });
    await app.stop();
    const { configuration } = await ask({ PUBLIC_URL, PAYMENT_MODE: 'sandbox' });
    expect(configuration).toMatchObject({ checkout: { is_test: true }, payments_off: null, is_test_mode: true });
  });

  test('a service is set up by its address, whatever was decided; films of the product stand in for videos', async () => {
    app = await startTestApp({ gainUrl: 'https://shop.example.com/tuning', chatUrl: null });
    const customer = await buildCustomer(app.deps);
    const uses = { gain_use: 'NOT_USED', chat_use: 'NOT_USED' } as const;
    expect((await app.call(setApplicationConfiguration, uses, customer)).status).toBe(403);
    await app.db.updateTable('application_configuration').set(uses).execute();
    const { body } = await app.call(getApplicationConfiguration, {});
    expect(body).toMatchObject({
      services: { google: 'UNDECIDED', gain: 'SET_UP', social: 'UNDECIDED', chat: 'NOT_USED' },
      watch_video_url: '/films/watch.webm',
      tutorial_video_url: '/films/tutorial.webm',
    });
    expect(body).not.toHaveProperty('gain_use');
  });

  test('the address of the Gain page is sent as configured', { tags: ['C-GAI-01'] }, async () => {
    expect((await ask({ GAIN_URL: 'https://shop.example.com/tuning' })).configuration.gain_url).toBe(
      'https://shop.example.com/tuning',
    );
  });
});
