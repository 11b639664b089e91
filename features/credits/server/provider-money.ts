import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor } from '../../../server/http/call.ts';
import { postJournal } from './post-journal.ts';

type Tx = Transaction<Schema>;

/** The ledger's entries about one payment of the provider. */
export interface ProviderPayment {
  userId: number;
  /** What was credited originally. */
  paidCents: number;
  /** What remains after everything that was taken back and returned. */
  leftCents: number;
  /** Taken back by reversals, and not returned by their cancellation. */
  reversedCents: number;
  keys: ReadonlySet<string>;
}

/**
 * Locks the payment until the transaction ends, so that nothing else is posted about it: what is left of it is read
 * first and booked afterwards.
 */
export const lockPayment = (tx: Tx, reference: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`payment:${reference}`}, 0))`.execute(tx);

/** Returns null when the payment has not been credited. */
export async function findProviderPayment(tx: Tx, reference: string): Promise<ProviderPayment | null> {
  const entries = await tx
    .selectFrom('credit_journals')
    .innerJoin('credit_entries', 'credit_entries.journal_id', 'credit_journals.id')
    .innerJoin('credit_accounts', 'credit_accounts.id', 'credit_entries.account_id')
    .select(['credit_journals.key', 'credit_accounts.user_id', 'credit_entries.amount_cents'])
    .where('credit_journals.source', '=', 'Payment')
    .where('credit_journals.payment_reference', '=', reference)
    .where('credit_accounts.user_id', 'is not', null)
    .execute();
  const first = entries.find(({ key }) => key === creditKey(reference));
  if (first?.user_id == null) return null;
  const sumEntries = (part: string) =>
    entries.filter(({ key }) => key.includes(part)).reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  return {
    userId: first.user_id,
    paidCents: first.amount_cents,
    leftCents: sumEntries(''),
    reversedCents: -(sumEntries(`:${reference}:Reversed:`) + sumEntries(`:${reference}:Canceled_Reversal:`)),
    keys: new Set(entries.map(({ key }) => key)),
  };
}

/** `pp` stands for the payment provider, whichever it is. */
const creditKey = (reference: string) => `pp:${reference}:Completed`;

export type LaterEvent = 'REFUNDED' | 'REVERSED' | 'REVERSAL_CANCELED';

/** Spelling of the events in keys: a key never changes, because it prevents the same event from being posted twice. */
export const LATER_WORDS: Record<LaterEvent, string> = {
  REFUNDED: 'Refunded',
  REVERSED: 'Reversed',
  REVERSAL_CANCELED: 'Canceled_Reversal',
};

/** Key of a later booking about a payment. */
export const laterKey = (reference: string, event: LaterEvent, transaction: string) =>
  `pp:${reference}:${LATER_WORDS[event]}:${transaction}`;

interface ProviderMoney {
  userId: number;
  reference: string;
  amountCents: number;
  isTest: boolean;
  note?: string | undefined;
  actor?: Pick<Actor, 'id' | 'requestId'> | null;
}

/** Credits a payment; returns false when it was credited before. */
export const creditPayment = (tx: Tx, money: ProviderMoney) => post(tx, creditKey(money.reference), money);

/** Books what the provider takes back, even from an account that has spent it, or what it returns. */
export const bookLater = (tx: Tx, later: { event: LaterEvent; transaction: string }, money: ProviderMoney) =>
  post(tx, laterKey(money.reference, later.event, later.transaction), money);

const post = (tx: Tx, key: string, { userId, reference, amountCents, isTest, note, actor = null }: ProviderMoney) =>
  postJournal(tx, {
    key,
    source: 'Payment',
    paymentReference: reference,
    isTest,
    mayOverdraw: amountCents < 0,
    ...(note === undefined ? {} : { note }),
    lines: [{ userId, unit: 'MAIN', amountCents }],
    actor,
  });
