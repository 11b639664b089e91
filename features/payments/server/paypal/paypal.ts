import {
  type Checkout,
  type Notice,
  type NoticeCall,
  type PaymentProvider,
  type ProviderEntry,
  type ReceivedMessage,
  parseCents,
  parseCurrency,
  parseTransaction,
} from '../provider.ts';
import { eventOf, findReturnReason, parseIpn } from './ipn.ts';
import { type WebhookAccess, verifyIpn, verifyWebhook } from './verification.ts';

/** The operator's settings; `.env.example` explains each variable. */
interface PaypalSettings {
  /** The address that the button's form is sent to. */
  checkoutUrl: string;
  buttonId: string;
  receiverEmail: string;
  verifyUrl: string;
  /** Access for the newer form of messages, when that is also set up. */
  webhook: WebhookAccess | null;
}

type Read = ProviderEntry['read'];

export const PAYPAL: ProviderEntry = {
  id: 'paypal',
  isTest: false,
  paths: ['/paypal/ipn', '/paypal/webhook'],
  read: (env, address) => openPaypal(readSettings(env, address)),
};

export const PAYPAL_NAME = 'PayPal';

/** Instant payment notifications, the older form of messages. */
export const IPN_CALL: NoticeCall = { path: '/paypal/ipn', kind: 'IPN', signedWith: [] };

const WEBHOOK_CALL: NoticeCall = {
  path: '/paypal/webhook',
  kind: 'WEBHOOK',
  signedWith: [
    'paypal-auth-algo',
    'paypal-cert-url',
    'paypal-transmission-id',
    'paypal-transmission-sig',
    'paypal-transmission-time',
  ],
};

/** PayPal's hosted button. The addresses are those that its messages go to and that the buyer returns to. */
export const createPaypalCheckout = (
  { checkoutUrl, buttonId }: Pick<PaypalSettings, 'checkoutUrl' | 'buttonId'>,
  portalUrl: string,
): Checkout => ({
  action: checkoutUrl,
  fields: {
    cmd: '_s-xclick',
    hosted_button_id: buttonId,
    currency_code: 'EUR',
    notify_url: `${portalUrl}/api${IPN_CALL.path}`,
    return: `${portalUrl}/buy-credits?success=true`,
    cancel_return: `${portalUrl}/buy-credits`,
  },
  customField: 'custom',
  amountField: 'amount',
});

export function openPaypal(settings: PaypalSettings): PaymentProvider {
  const { receiverEmail, verifyUrl, webhook } = settings;
  return {
    id: PAYPAL.id,
    name: PAYPAL_NAME,
    isTest: PAYPAL.isTest,
    referencePrefix: '',
    receiver: receiverEmail,
    noticeCalls: webhook === null ? [IPN_CALL] : [IPN_CALL, WEBHOOK_CALL],
    start: (portalUrl) => createPaypalCheckout(settings, portalUrl),
    parse: ({ kind, body }: ReceivedMessage) => (kind === 'IPN' ? parseIpn(body) : parseWebhook(body, false)),
    verify: (message, { timeoutMs }) =>
      message.kind === 'IPN'
        ? verifyIpn(verifyUrl, message.body, timeoutMs)
        : verifyWebhook(webhook, message, timeoutMs),
  };
}

function readSettings(env: Parameters<Read>[0], address: Parameters<Read>[1]): PaypalSettings {
  if (address('PUBLIC_URL') === null) throw new Error('PAYMENT_MODE=paypal needs PUBLIC_URL: PayPal reports there.');
  return {
    checkoutUrl: address('PAYPAL_CHECKOUT_URL') ?? `https://www.${readHost(env)}/cgi-bin/webscr`,
    buttonId: required(env, 'PAYPAL_BUTTON_ID'),
    receiverEmail: required(env, 'PAYPAL_RECEIVER_EMAIL').toLowerCase(),
    verifyUrl: address('PAYPAL_VERIFY_URL') ?? `https://ipnpb.${readHost(env)}/cgi-bin/webscr`,
    webhook: readWebhookAccess(env, address),
  };
}

function readWebhookAccess(env: Parameters<Read>[0], address: Parameters<Read>[1]): WebhookAccess | null {
  if (!env.PAYPAL_WEBHOOK_ID) return null;
  return {
    id: env.PAYPAL_WEBHOOK_ID,
    apiUrl: address('PAYPAL_API_URL') ?? `https://api-m.${readHost(env)}`,
    clientId: required(env, 'PAYPAL_CLIENT_ID'),
    clientSecret: required(env, 'PAYPAL_CLIENT_SECRET'),
  };
}

/** PayPal itself, or its own place for trying things out, where no money moves. */
function readHost(env: Parameters<Read>[0]): string {
  const host = env.PAYPAL_HOST || 'paypal.com';
  if (host === 'paypal.com' || host === 'sandbox.paypal.com') return host;
  throw new Error(`PAYPAL_HOST must be paypal.com or sandbox.paypal.com, not "${host}".`);
}

function required(env: Parameters<Read>[0], name: string): string {
  const text = env[name]?.trim();
  if (!text) throw new Error(`${name} is missing: this PAYMENT_MODE needs it.`);
  return text;
}

/** The events about money, mapped to the words of the older form. */
const STATUSES = new Map([
  ['COMPLETED', 'Completed'],
  ['PENDING', 'Pending'],
  ['DENIED', 'Denied'],
  ['DECLINED', 'Denied'],
  ['REFUNDED', 'Refunded'],
  ['REVERSED', 'Reversed'],
]);

/** Parses an event about a captured payment or a sale; null when it is none. */
function parseWebhook(body: Uint8Array, isTest: boolean): Notice | null {
  const event = parseJson(body);
  const match = /^PAYMENT\.(CAPTURE|SALE)\.(\w+)$/.exec(textAt(event, 'event_type') ?? '');
  const status = STATUSES.get(match?.[2] ?? '');
  const resource = valueAt(event, 'resource');
  const transactionId = parseTransaction(textAt(resource, 'id'));
  if (status === undefined || transactionId === null) return null;
  const isBack = status === 'Refunded' || status === 'Reversed';
  return {
    event: eventOf(status),
    status,
    transactionId,
    parentId: isBack ? findParent(resource, transactionId) : null,
    amountCents: parseCents(textAt(resource, 'amount', 'value') ?? textAt(resource, 'amount', 'total')),
    currency: parseCurrency(textAt(resource, 'amount', 'currency_code') ?? textAt(resource, 'amount', 'currency')),
    receivers: [textAt(resource, 'payee', 'email_address')?.toLowerCase() ?? []].flat(),
    custom: textAt(resource, 'custom_id') ?? textAt(resource, 'custom') ?? null,
    reason: findReturnReason(textAt(resource, 'status_details', 'reason') ?? textAt(resource, 'reason_code')),
    isTest,
  };
}

/** Returns undefined for anything that is not JSON. */
function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

function valueAt(value: unknown, ...names: string[]): unknown {
  let found = value;
  for (const name of names) {
    found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined;
  }
  return found;
}

function textAt(value: unknown, ...names: string[]): string | undefined {
  const found = valueAt(value, ...names);
  return typeof found === 'string' ? found : undefined;
}

/** Finds the payment: a refund links to it one level up; a reversal may arrive with the payment's own number. */
function findParent(resource: unknown, transactionId: string): string | null {
  const links = valueAt(resource, 'links');
  const up = (Array.isArray(links) ? links : []).find(
    (link) => textAt(link, 'rel') === 'up' && /\/(captures|sale)\//.test(textAt(link, 'href') ?? ''),
  );
  return parseTransaction(textAt(resource, 'sale_id') ?? textAt(up, 'href')?.split('/').at(-1) ?? transactionId);
}
