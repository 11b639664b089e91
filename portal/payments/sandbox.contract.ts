import { endpoint } from '../endpoint.ts';
import type * as schemas from './sandbox.schemas.ts';

export type * from './sandbox.schemas.ts';

/** The buyer presses "Pay now" or lets the payment wait. Only where this machine plays the provider. */
export const paySandbox = endpoint<typeof schemas.paySandbox>()({
  method: 'POST',
  path: '/sandbox/payments',
  who: 'customer',
});

export const listSandboxPayments = endpoint<typeof schemas.listSandboxPayments>()({
  method: 'GET',
  path: '/sandbox/payments',
  who: 'admin',
});

/** One notice of the sandbox about one of its payments, with every knob there is. */
export const sendSandboxNotice = endpoint<typeof schemas.sendSandboxNotice>()({
  method: 'POST',
  path: '/sandbox/notices',
  who: 'admin',
});
