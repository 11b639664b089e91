import type { PaymentProvider } from './provider.ts';
import { PROVIDERS } from './providers.ts';
import type { Deps } from '../../../server/http/call.ts';
import { clearNotice, raiseNotice } from '../../shop/notices/server/notices.ts';

/** Why nothing can be bought: the operator has switched it off, or has not chosen a mode for a public address. */
export type PaymentsOff = 'SWITCHED_OFF' | 'NOT_CHOSEN';

/** How credits are sold, as set by the operator. */
export interface PaymentConfig {
  /** Null when credits are not sold. */
  paymentProvider: PaymentProvider | null;
  /** Null when credits are sold. */
  paymentsOff: PaymentsOff | null;
  /** True for test payments on a public address, by the operator's own choice: every page shows it. */
  isTestMode: boolean;
}

declare module '../../../server/config.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- merged into the settings
  interface Config extends PaymentConfig {}
}

type Environment = Record<string, string | undefined>;
type ReadAddress = (name: string) => string | null;

/** `PAYMENT_MODE=` with each provider that takes real money: the operator's choices. */
const REAL_MODES = PROVIDERS.filter(({ isTest }) => !isTest)
  .map(({ id }) => `PAYMENT_MODE=${id}`)
  .join(' or ');

/**
 * Without PAYMENT_MODE, test payments, by which every customer can make credits, are only for a portal on this machine.
 * Throws a sentence naming the variable when a value is missing or invalid.
 */
export function readPaymentConfig(env: Environment, address: ReadAddress, providers = PROVIDERS): PaymentConfig {
  const isLocal = isLocalAddress(address('PUBLIC_URL'));
  const mode = env.PAYMENT_MODE || (isLocal ? providers.find(({ isTest }) => isTest)?.id : undefined);
  if (mode === undefined) return { paymentProvider: null, paymentsOff: 'NOT_CHOSEN', isTestMode: false };
  if (mode === 'off') return { paymentProvider: null, paymentsOff: 'SWITCHED_OFF', isTestMode: false };
  const provider = providers.find(({ id }) => id === mode);
  if (provider === undefined) {
    const modes = [...providers.map(({ id }) => id), 'off'].join(', ');
    throw new Error(`PAYMENT_MODE must be one of ${modes}, not "${mode}".`);
  }
  return {
    paymentProvider: provider.read(env, address),
    paymentsOff: null,
    isTestMode: provider.isTest && !isLocal,
  };
}

/** Returns the line about how credits are sold for the operator's terminal; null when there is nothing to report. */
export function describePayments({ paymentProvider, paymentsOff, isTestMode }: PaymentConfig): string | null {
  if (paymentsOff === 'NOT_CHOSEN')
    return `Payments are off: PUBLIC_URL is a public address and PAYMENT_MODE is not set. Set ${REAL_MODES} to sell credits, or off.`;
  if (paymentProvider?.isTest !== true) return null;
  const place = isTestMode ? ' on a public address' : '';
  return `Payments are in the ${paymentProvider.id}${place} (PAYMENT_MODE): no money moves, and every customer can make credits.`;
}

/** Prevents play money from reaching a production portal by mistake. */
export function requireRealPayments(provider: PaymentProvider | null, env: Environment): void {
  if (provider?.isTest !== true || env.NODE_ENV !== 'production' || env.ALLOW_SANDBOX_PAYMENTS === '1') return;
  throw new Error(
    `PAYMENT_MODE is ${provider.id}: everybody could make credits. Set ${REAL_MODES} or off, or ALLOW_SANDBOX_PAYMENTS=1.`,
  );
}

/** At a start: warns the operator when buying is off by oversight, or when every customer can make credits. */
export async function noticePaymentMode({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const { paymentsOff, isTestMode, publicUrl } = config;
  const details = { public_url: publicUrl ?? '' };
  for (const [kind, isSo] of [
    ['payments.off', paymentsOff === 'NOT_CHOSEN'],
    ['payments.test_mode', isTestMode],
  ] as const) {
    await (isSo ? raiseNotice(db, { kind, details }) : clearNotice(db, kind));
  }
}

/**
 * Returns whether an address is reachable from this machine alone: localhost and everything below it, 127.0.0.0/8 and
 * ::1. Null (no address is configured) counts as local.
 */
export function isLocalAddress(address: string | null): boolean {
  if (address === null) return true;
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || isLoopback(hostname);
}

/** `URL` has already turned every spelling of an IPv4 address into four decimal numbers. */
const isLoopback = (hostname: string) => /^127(\.\d{1,3}){3}$/.test(hostname);
