import { createHmac } from 'node:crypto';
import {
  type Notice,
  type PaymentEvent,
  type PaymentProvider,
  type ReturnReason,
  parseCents,
  parseTransaction,
} from './provider.ts';

const SECRET = 'shared with the provider';

/** A message of this provider, in a form that no other one uses: JSON, signed in a header. */
export interface AcmeMessage {
  number: string;
  about?: string;
  type: PaymentEvent;
  euros: string;
  reference: string;
  why?: ReturnReason;
  test?: boolean;
}

export const signAcme = (body: string) => createHmac('sha256', SECRET).update(body).digest('hex');

function parseAcme(body: Buffer): Notice | null {
  const message = JSON.parse(body.toString('utf8')) as AcmeMessage;
  const transactionId = parseTransaction(message.number);
  if (transactionId === null) return null;
  return {
    event: message.type,
    status: message.type.toLowerCase(),
    transactionId,
    parentId: parseTransaction(message.about),
    amountCents: parseCents(message.euros),
    currency: 'EUR',
    receivers: [],
    custom: message.reference,
    reason: message.why ?? null,
    isTest: message.test === true,
  };
}

/** Builds a third provider, beside the two that the portal has. */
export const buildProvider = (): PaymentProvider => ({
  id: 'acme',
  name: 'Acme Pay',
  isTest: false,
  referencePrefix: 'acme:',
  receiver: null,
  noticeCalls: [{ path: '/acme/notices', kind: 'EVENT', signedWith: ['acme-signature'] }],
  start: (portalUrl) => ({
    action: 'https://checkout.acme.example/pay',
    fields: { merchant: 'M77', back: `${portalUrl}/buy-credits` },
    customField: 'reference',
    amountField: 'total',
  }),
  parse: ({ body }) => parseAcme(body),
  verify: async ({ body, headers }) =>
    headers['acme-signature'] === signAcme(body.toString('utf8')) ? 'VERIFIED' : 'INVALID',
});
