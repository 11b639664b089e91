import { parseIpn } from '../paypal/ipn.ts';
import { IPN_CALL, PAYPAL_NAME, createPaypalCheckout } from '../paypal/paypal.ts';
import { verifyIpn } from '../paypal/verification.ts';
import type { PaymentProvider, ProviderEntry } from '../provider.ts';

/** Where its messages go: the address of the provider it stands in for. */
export const SANDBOX_NOTICE_PATH = IPN_CALL.path;

export const SANDBOX_RECEIVER = 'seller@sandbox.example';

const CHECKOUT = { checkoutUrl: '/api/sandbox/checkout', buttonId: 'SANDBOX' };

export const openSandbox = (verifyUrl?: string): PaymentProvider => ({
  id: SANDBOX.id,
  // It stands in for PayPal and uses PayPal's own form of messages.
  name: PAYPAL_NAME,
  isTest: SANDBOX.isTest,
  referencePrefix: '',
  receiver: SANDBOX_RECEIVER,
  noticeCalls: [IPN_CALL],
  // These are the portal's own pages, so they are the same under every name by which this machine is reached.
  start: () => createPaypalCheckout(CHECKOUT, ''),
  parse: ({ body }) => parseIpn(body),
  // It verifies its own messages, wherever this program listens.
  verify: ({ body }, { ownUrl, timeoutMs }) => verifyIpn(verifyUrl ?? `${ownUrl}/api/sandbox/verify`, body, timeoutMs),
});

/** Plays PayPal on this machine, for trials. */
export const SANDBOX: ProviderEntry = {
  id: 'sandbox',
  isTest: true,
  paths: [SANDBOX_NOTICE_PATH],
  read: () => openSandbox(),
};
