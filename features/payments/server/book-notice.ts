import { type Transaction, sql } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Deps } from '../../../server/http/call.ts';
import { getTexts } from '../../../server/texts.ts';
import {
  LATER_WORDS,
  type LaterEvent,
  type ProviderPayment,
  bookLater,
  creditPayment,
  findProviderPayment,
  laterKey,
} from '../../credits/server/provider-money.ts';
import { lockOwnedFile, payFile } from '../../files/server/payment.ts';
import { type StoredText, storedText } from '../../../contract/texts.ts';
import { type PaymentOutcome, fileGone, notActivated } from '../payments.calls.ts';
import { type Notice, type PaymentProvider, type ReturnReason, parseBuyer } from './provider.ts';
import { notifyCredited, notifyReversalCanceled, notifyReversed } from './payment-mails.ts';
import { selectBuyer, selectParent } from './payments.queries.ts';
import { HttpProblem } from '../../../server/http/replies.ts';
import { toOwner } from '../../../contract/capabilities.ts';
import { Refusal } from '../../../contract/refusal.ts';

type Tx = Transaction<Schema>;
type Booking = Pick<Deps, 'config'>;

export interface Decision {
  outcome: PaymentOutcome;
  /** See `payment-words.rules.ts`. */
  reason?: string;
  userId?: number;
  paidFileId?: number;
}

export interface VerifiedNotice {
  provider: PaymentProvider;
  notice: Notice;
  /** The original payment that the message is about. */
  root: string;
  messageId: number;
}

/** One credit is one euro, so everything larger than this is a mistake. */
const MAX_CENTS = 10_000_000;

/** Returns the number of the payment itself: a cancelled reversal may name the reversal instead. */
export async function findRootTransaction(tx: Tx, { transactionId, parentId }: Notice): Promise<string> {
  if (parentId === null) return transactionId;
  const above = await selectParent(tx, parentId).executeTakeFirst();
  return above?.parent_transaction_id ?? parentId;
}

/** Does what a genuine message is allowed to do, and returns the decision (rules 6). */
export async function bookNotice(tx: Tx, deps: Booking, verified: VerifiedNotice): Promise<Decision> {
  const { provider, notice } = verified;
  if (notice.isTest !== provider.isTest) return { outcome: 'REVIEW', reason: 'test_mode' };
  if (!isForUs(notice, provider)) return { outcome: 'REVIEW', reason: 'other_receiver' };
  switch (notice.event) {
    case 'COMPLETED':
      return complete(tx, deps, verified);
    case 'PENDING':
      return ignore(tx, notice, 'pending');
    case 'FAILED':
      return ignore(tx, notice, 'failed');
    case 'REFUNDED':
    case 'REVERSED':
      return applyReversal(tx, deps, { ...verified, event: notice.event });
    case 'REVERSAL_CANCELED':
      return cancelReversal(tx, deps, { ...verified, event: notice.event });
    case 'UNKNOWN':
      return { outcome: 'REVIEW', reason: 'unknown_status' };
  }
}

const isForUs = ({ receivers }: Notice, { receiver }: PaymentProvider) =>
  receivers.length === 0 || receiver === null || receivers.includes(receiver);

async function ignore(tx: Tx, notice: Notice, reason: string): Promise<Decision> {
  const buyer = await findBuyer(tx, notice);
  return { outcome: 'IGNORED', reason, ...(buyer && { userId: buyer.id }) };
}

async function findBuyer(tx: Tx, { custom }: Notice) {
  const named = parseBuyer(custom);
  const user = named && (await selectBuyer(tx, named.userId).executeTakeFirst());
  return user ? { ...user, fileId: named.fileId } : null;
}

async function complete(tx: Tx, deps: Booking, { notice, root, messageId }: VerifiedNotice): Promise<Decision> {
  const { amountCents, isTest } = notice;
  if (notice.currency !== 'EUR') return { outcome: 'REVIEW', reason: 'currency' };
  if (amountCents === null || amountCents <= 0 || amountCents > MAX_CENTS) {
    return { outcome: 'REVIEW', reason: 'amount' };
  }
  const buyer = await findBuyer(tx, notice);
  const before = await findProviderPayment(tx, root);
  if (before) {
    const isSame = before.userId === buyer?.id && before.paidCents === amountCents;
    return isSame
      ? { outcome: 'DUPLICATE', userId: before.userId }
      : { outcome: 'REVIEW', reason: 'differs', userId: before.userId };
  }
  if (!buyer) return { outcome: 'REVIEW', reason: 'user' };
  // Files are locked before accounts, as everywhere: two transactions that hold one each would wait forever.
  const file = buyer.fileId === null ? null : await lockOwnedFile(tx, buyer.id, buyer.fileId);
  await creditPayment(tx, { userId: buyer.id, reference: root, amountCents, isTest });
  const requestId = `payment-message:${messageId}`;
  const paid = file === null ? null : await payForBuyer(tx, deps, { buyer, fileId: file.id, requestId });
  await notifyCredited(tx, deps, { buyer, reference: root, amountCents, isTest, file, paid });
  const isUnpaid = buyer.fileId !== null && paid !== 'PAID';
  return {
    outcome: 'CREDITED',
    userId: buyer.id,
    ...(isUnpaid && { reason: 'file_not_paid' }),
    ...(paid === 'PAID' && file && { paidFileId: file.id }),
  };
}

/** A message that follows a payment and concerns it. */
type LaterNotice = VerifiedNotice & { event: LaterEvent };

/** Shown in the mail, and in English beside the ledger entry. */
const LATER_TEXT: Record<LaterEvent, (provider: string) => StoredText> = {
  REFUNDED: (provider) => storedText('mails.refund', { provider }),
  REVERSED: (provider) => storedText('mails.reversal', { provider }),
  REVERSAL_CANCELED: (provider) => storedText('mails.reversalCanceled', { provider }),
};

const REASON_TEXT: Record<ReturnReason, StoredText> = {
  claim: storedText('mails.returnReason.claim'),
  disputed: storedText('mails.returnReason.disputed'),
  fraud: storedText('mails.returnReason.fraud'),
  guarantee: storedText('mails.returnReason.guarantee'),
  other: storedText('mails.returnReason.other'),
  refund: storedText('mails.returnReason.refund'),
  reimbursed: storedText('mails.returnReason.reimbursed'),
  settled: storedText('mails.returnReason.settled'),
  unauthorized: storedText('mails.returnReason.unauthorized'),
};

/** Returns why nothing can be booked about the payment now, or null. */
function checkLater({ notice, root, event }: LaterNotice, payment: ProviderPayment | null): Decision | null {
  if (notice.parentId === null) return { outcome: 'REVIEW', reason: 'no_parent' };
  if (notice.currency !== 'EUR') return { outcome: 'REVIEW', reason: 'currency' };
  if (notice.amountCents === null || notice.amountCents === 0) return { outcome: 'REVIEW', reason: 'amount' };
  if (!payment) return { outcome: 'AWAITING_PAYMENT', reason: 'payment_missing' };
  if (payment.keys.has(laterKey(root, event, notice.transactionId))) {
    return { outcome: 'DUPLICATE', userId: payment.userId };
  }
  return null;
}

/** Books refunds and reversals: never more than is left of the payment, and even from a balance that has been spent. */
async function applyReversal(tx: Tx, deps: Booking, later: LaterNotice): Promise<Decision> {
  const { notice, root } = later;
  const payment = await findProviderPayment(tx, root);
  const refused = checkLater(later, payment);
  if (refused || !payment) return refused as Decision;
  const claimedCents = Math.abs(notice.amountCents ?? 0);
  const taken = Math.min(claimedCents, payment.leftCents);
  if (taken === 0) return { outcome: 'IGNORED', reason: 'nothing_left', userId: payment.userId };
  await bookBack(tx, deps, { ...later, userId: payment.userId, amountCents: -taken });
  return {
    outcome: 'REVERSED',
    userId: payment.userId,
    ...(taken < claimedCents && { reason: 'more_than_left' }),
  };
}

/** Books the cancellation of a reversal: returns what the reversal took, and no more. */
async function cancelReversal(tx: Tx, deps: Booking, later: LaterNotice): Promise<Decision> {
  const { notice, root } = later;
  const payment = await findProviderPayment(tx, root);
  const refused = checkLater(later, payment);
  if (refused || !payment) return refused as Decision;
  // The cancellation may have overtaken its reversal.
  if (payment.reversedCents === 0) return { outcome: 'AWAITING_PAYMENT', reason: 'payment_missing' };
  const claimedCents = Math.abs(notice.amountCents ?? 0);
  const given = Math.min(claimedCents, payment.reversedCents);
  await bookBack(tx, deps, { ...later, userId: payment.userId, amountCents: given });
  return {
    outcome: 'REVERSAL_CANCELED',
    userId: payment.userId,
    ...(given < claimedCents && { reason: 'more_than_left' }),
  };
}

async function bookBack(
  tx: Tx,
  deps: Booking,
  { provider, notice, root, event, userId, amountCents }: LaterNotice & { userId: number; amountCents: number },
): Promise<void> {
  const { transactionId: transaction, isTest, reason } = notice;
  const what = LATER_TEXT[event](provider.name);
  const why = reason === null ? what : storedText('mails.withReason', { why: what, reason: REASON_TEXT[reason] });
  const note = getTexts(null).render(why);
  await bookLater(tx, { event, transaction }, { userId, reference: root, amountCents, isTest, note });
  const user = await selectBuyer(tx, userId).executeTakeFirst();
  if (!user) return;
  const key = `payment:${root}:${LATER_WORDS[event]}:${transaction}`;
  await (amountCents < 0 ? notifyReversed : notifyReversalCanceled)(tx, deps, { key, user, amountCents, why });
}

type PayForBuyerTx = Transaction<Schema>;

interface Paying {
  buyer: { id: number; verified: boolean };
  fileId: number;
  requestId: string;
}

/** Pays the file from the credits that have just arrived, or returns why not; the credits stay in either case. */
async function payForBuyer(
  tx: PayForBuyerTx,
  { config }: Pick<Deps, 'config'>,
  { buyer, fileId, requestId }: Paying,
): Promise<'PAID' | Refusal> {
  if (config.activation === 'required' && !buyer.verified) {
    return notActivated();
  }
  const actor = toOwner({ id: buyer.id, requestId });
  await sql`savepoint pay_file`.execute(tx);
  try {
    await payFile(tx, actor, { id: fileId });
    await sql`release savepoint pay_file`.execute(tx);
    return 'PAID';
  } catch (error) {
    // Other errors are not judged here: everything is rolled back and tried again.
    if (!(error instanceof Refusal) && !(error instanceof HttpProblem)) throw error;
    await sql`rollback to savepoint pay_file`.execute(tx);
    return error instanceof Refusal ? error : fileGone();
  }
}
