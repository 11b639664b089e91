import type { PaymentMessagesTable } from '../../../server/database/schema.ts';

export type PaymentEvent = NonNullable<PaymentMessagesTable['event']>;

/** Reasons for which money goes back; `book-notice.ts` has a sentence for each. */
export const RETURN_REASONS = [
  'claim',
  'disputed',
  'fraud',
  'guarantee',
  'other',
  'refund',
  'reimbursed',
  'settled',
  'unauthorized',
] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/** The facts of one message, whichever provider sent it and in which form. */
export interface Notice {
  /** UNKNOWN: a status that the provider's folder has no event for; an administrator looks at it. */
  event: PaymentEvent;
  /** The provider's own word for the status, for administrators. */
  status: string;
  transactionId: string;
  /** The payment that a refund, a reversal or its cancellation is about. */
  parentId: string | null;
  /** Null when the message has no amount of whole cents. */
  amountCents: number | null;
  currency: string | null;
  /** The addresses of the account that was paid; empty where the provider sends messages to our own account only. */
  receivers: readonly string[];
  /** `<userId>` or `<userId>:<fileId>`, as the payment form sent it. */
  custom: string | null;
  /** Why money goes back; null when that is not known. */
  reason: ReturnReason | null;
  isTest: boolean;
}

export type Verdict = 'VERIFIED' | 'INVALID';

/** A message as received: nothing in it is trusted before it is verified. */
export interface ReceivedMessage {
  /** The provider's name for the form of its messages; see `NoticeCall`. */
  kind: string;
  body: Buffer;
  /** The headers listed in `signedWith`. */
  headers: Record<string, string>;
}

/** Throws when the provider gives no clear reply; the message is then verified again later. */
export type Verify = (message: ReceivedMessage) => Promise<Verdict>;

/** An address below `/api` that the provider sends messages to. */
export interface NoticeCall {
  path: string;
  kind: string;
  /** Headers that are stored with the message, because it cannot be verified without them. */
  signedWith: readonly string[];
}

/** A form that the buyer's browser sends to the provider's page. */
export interface Checkout {
  action: string;
  fields: Readonly<Record<string, string>>;
  /** Name of the form field for the customer and the file. */
  customField: string;
  /** Name of the form field for the amount in EUR, such as 50.00. */
  amountField: string;
}

export interface VerifyOptions {
  /** The address at which this program reaches itself. */
  ownUrl: string;
  timeoutMs?: number;
}

/**
 * One way to sell credits. The code above this interface stores, verifies, books and reverses without knowing the
 * provider; docs/changing-things.md has the steps for a new one.
 */
export interface PaymentProvider {
  /** The value of PAYMENT_MODE, also stored with each message. */
  readonly id: string;
  /** The name that customers read. */
  readonly name: string;
  /** No money moves: its credits are marked as a test. */
  readonly isTest: boolean;
  /** Prefix of all its transaction numbers in the ledger, so that equal numbers of two providers never collide. */
  readonly referencePrefix: string;
  /** Payments to an account without this address are not ours; null where there are no others. */
  readonly receiver: string | null;
  readonly noticeCalls: readonly NoticeCall[];
  /** Returns the form with which a purchase begins. */
  start(portalUrl: string): Checkout;
  /** Returns null for anything that cannot be read as a message about a payment. */
  parse(message: ReceivedMessage): Notice | null;
  verify(message: ReceivedMessage, options: VerifyOptions): Promise<Verdict>;
}

type Environment = Record<string, string | undefined>;

/** A provider before any setting is read. */
export interface ProviderEntry {
  readonly id: string;
  readonly isTest: boolean;
  /** The paths of all its notice calls, including those not set up, which reply with 404. */
  readonly paths: readonly string[];
  /** Reads its settings; throws a sentence naming the variable when one is missing. `address` reads a checked URL. */
  read(env: Environment, address: (name: string) => string | null): PaymentProvider;
}

const TRANSACTION = /^[\w-]{1,64}$/;

/** Returns a transaction's number, or null for anything else. */
export const parseTransaction = (text: string | undefined | null): string | null =>
  typeof text === 'string' && TRANSACTION.test(text) ? text : null;

export const parseCurrency = (text: string | undefined): string | null =>
  text !== undefined && /^[A-Z]{3}$/.test(text) ? text : null;

const AMOUNT = /^(-?)(\d{1,7})\.(\d{2})$/;

/** Reads the amount as digits: a detour over fractions could lose a cent. */
export function parseCents(text: string | undefined | null): number | null {
  const match = AMOUNT.exec(text ?? '');
  if (!match) return null;
  const cents = Number(match[2]) * 100 + Number(match[3]);
  return match[1] === '-' ? -cents : cents;
}

const CUSTOM = /^([1-9]\d{0,14})(?::([1-9]\d{0,14}))?$/;

/** `<userId>` or `<userId>:<fileId>`, as the payment form sent it. */
export function parseBuyer(custom: string | null): { userId: number; fileId: number | null } | null {
  const match = CUSTOM.exec(custom ?? '');
  if (!match) return null;
  return { userId: Number(match[1]), fileId: match[2] === undefined ? null : Number(match[2]) };
}

/** Returns the notice with its numbers as the ledger and the inbox store them. */
export function inLedger({ referencePrefix }: Pick<PaymentProvider, 'referencePrefix'>, notice: Notice): Notice {
  const { transactionId, parentId } = notice;
  return {
    ...notice,
    transactionId: `${referencePrefix}${transactionId}`,
    parentId: parentId === null ? null : `${referencePrefix}${parentId}`,
  };
}
