import { isLocalAddress } from './local-address.ts';

/** Why nothing can be bought: the operator has switched it off, or has not chosen a mode for a public address. */
export type PaymentsOff = 'SWITCHED_OFF' | 'NOT_CHOSEN';

/** How credits are sold, as far as the operator has set it. */
export interface PaymentConfig {
  /** Null: they are not. */
  paypal: PaypalConfig | null;
  /** Null: they are. */
  paymentsOff: PaymentsOff | null;
  /** The sandbox is on a public address by the operator's own word: every page says so. */
  isTestMode: boolean;
}

/** Where credits are sold; `sandbox` plays PayPal on this machine, for trying out. */
export interface PaypalConfig {
  mode: 'sandbox' | 'paypal';
  /** Where the button's form is sent. */
  checkoutUrl: string;
  buttonId: string;
  /** Payments to anybody else are not ours. */
  receiverEmail: string;
  /** Who is asked whether a notice is genuine; the sandbox answers for itself, wherever it listens. */
  verifyUrl: string | null;
  /** The newer form of notices, when it is set up as well. */
  webhook: { id: string; apiUrl: string; clientId: string; clientSecret: string } | null;
}

type Environment = Record<string, string | undefined>;
type ReadAddress = (name: string) => string | null;

const MODES = ['sandbox', 'paypal', 'off'];

/** Only a page of our own, so it is the same under every name that this machine is reached by. */
const SANDBOX: PaypalConfig = {
  mode: 'sandbox',
  checkoutUrl: '/api/sandbox/checkout',
  buttonId: 'SANDBOX',
  receiverEmail: 'seller@sandbox.example',
  verifyUrl: null,
  webhook: null,
};

/**
 * Without PAYMENT_MODE the sandbox, in which everybody can make credits, is only for a portal on this machine. Throws a
 * sentence naming the variable when a value is missing or makes no sense.
 */
export function readPaymentConfig(env: Environment, address: ReadAddress): PaymentConfig {
  const isLocal = isLocalAddress(address('PUBLIC_URL'));
  const mode = env.PAYMENT_MODE || (isLocal ? 'sandbox' : null);
  if (mode === null) return { paypal: null, paymentsOff: 'NOT_CHOSEN', isTestMode: false };
  if (!MODES.includes(mode)) throw new Error(`PAYMENT_MODE must be one of ${MODES.join(', ')}, not "${mode}".`);
  if (mode === 'off') return { paypal: null, paymentsOff: 'SWITCHED_OFF', isTestMode: false };
  if (mode === 'sandbox') return { paypal: SANDBOX, paymentsOff: null, isTestMode: !isLocal };
  return { paypal: readPaypal(env, address), paymentsOff: null, isTestMode: false };
}

function readPaypal(env: Environment, address: ReadAddress): PaypalConfig {
  if (address('PUBLIC_URL') === null) throw new Error('PAYMENT_MODE=paypal needs PUBLIC_URL: PayPal reports there.');
  return {
    mode: 'paypal',
    checkoutUrl: address('PAYPAL_CHECKOUT_URL') ?? 'https://www.paypal.com/cgi-bin/webscr',
    buttonId: needed(env, 'PAYPAL_BUTTON_ID'),
    receiverEmail: needed(env, 'PAYPAL_RECEIVER_EMAIL').toLowerCase(),
    verifyUrl: address('PAYPAL_VERIFY_URL') ?? 'https://ipnpb.paypal.com/cgi-bin/webscr',
    webhook: readWebhook(env, address),
  };
}

function readWebhook(env: Environment, address: ReadAddress): PaypalConfig['webhook'] {
  if (!env.PAYPAL_WEBHOOK_ID) return null;
  return {
    id: env.PAYPAL_WEBHOOK_ID,
    apiUrl: address('PAYPAL_API_URL') ?? 'https://api-m.paypal.com',
    clientId: needed(env, 'PAYPAL_CLIENT_ID'),
    clientSecret: needed(env, 'PAYPAL_CLIENT_SECRET'),
  };
}

function needed(env: Environment, name: string): string {
  const text = env[name]?.trim();
  if (!text) throw new Error(`${name} is missing: this PAYMENT_MODE needs it.`);
  return text;
}

/** What the operator reads on the terminal about how credits are sold; null when there is nothing to say. */
export function describePayments({ paypal, paymentsOff, isTestMode }: PaymentConfig): string | null {
  if (paymentsOff === 'NOT_CHOSEN')
    return 'Payments are off: PUBLIC_URL is a public address and PAYMENT_MODE is not set. Set PAYMENT_MODE=paypal to sell credits, or off.';
  if (paypal?.mode !== 'sandbox') return null;
  const place = isTestMode ? ' on a public address' : '';
  return `Payments are in the sandbox${place} (PAYMENT_MODE): nobody pays, and every customer can make credits.`;
}

/** Play money must not reach a portal that works for real by mistake. */
export function requireRealPayments(paypal: PaypalConfig | null, env: Environment): void {
  if (paypal?.mode !== 'sandbox' || env.NODE_ENV !== 'production' || env.ALLOW_SANDBOX_PAYMENTS === '1') return;
  throw new Error(
    'PAYMENT_MODE is sandbox: everybody could make credits. Set PAYMENT_MODE=paypal or off, or ALLOW_SANDBOX_PAYMENTS=1.',
  );
}
