import type { Checkout, NoticeCall, PaymentProvider, ProviderEntry, ReceivedMessage } from '../provider.ts';
import { parseIpn } from './ipn.ts';
import { verifyIpn, verifyWebhook, type WebhookAccess } from './verification.ts';
import { parseWebhook } from './webhook.ts';

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
    checkoutUrl: address('PAYPAL_CHECKOUT_URL') ?? 'https://www.paypal.com/cgi-bin/webscr',
    buttonId: required(env, 'PAYPAL_BUTTON_ID'),
    receiverEmail: required(env, 'PAYPAL_RECEIVER_EMAIL').toLowerCase(),
    verifyUrl: address('PAYPAL_VERIFY_URL') ?? 'https://ipnpb.paypal.com/cgi-bin/webscr',
    webhook: readWebhookAccess(env, address),
  };
}

function readWebhookAccess(env: Parameters<Read>[0], address: Parameters<Read>[1]): WebhookAccess | null {
  if (!env.PAYPAL_WEBHOOK_ID) return null;
  return {
    id: env.PAYPAL_WEBHOOK_ID,
    apiUrl: address('PAYPAL_API_URL') ?? 'https://api-m.paypal.com',
    clientId: required(env, 'PAYPAL_CLIENT_ID'),
    clientSecret: required(env, 'PAYPAL_CLIENT_SECRET'),
  };
}

function required(env: Parameters<Read>[0], name: string): string {
  const text = env[name]?.trim();
  if (!text) throw new Error(`${name} is missing: this PAYMENT_MODE needs it.`);
  return text;
}
