import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './sandbox.schemas.ts';

export type * from './sandbox.schemas.ts';

export const paySandbox = endpoint<typeof schemas.paySandbox>()({
  method: 'POST',
  path: '/sandbox/payments',
  summary: 'Pay in the sandbox',
  description:
    'The buyer pays, or leaves the payment pending. Available only when the portal acts as its own payment provider.',
  who: 'credits.buy',
  errors: ['not_found'],
});

export const listSandboxPayments = endpoint<typeof schemas.listSandboxPayments>()({
  method: 'GET',
  path: '/sandbox/payments',
  summary: 'List payments of the sandbox',
  description: 'Available only when the portal acts as its own payment provider.',
  who: 'payments.review',
  errors: ['not_found'],
});

export const sendSandboxNotice = endpoint<typeof schemas.sendSandboxNotice>()({
  method: 'POST',
  path: '/sandbox/notices',
  summary: 'Send a notice of the sandbox',
  description:
    'Sends a notice about one of its payments, with all possible settings. Available only when the portal acts as its own payment provider.',
  who: 'payments.review',
  errors: ['not_found'],
});
