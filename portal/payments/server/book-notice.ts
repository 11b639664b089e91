import type { Transaction } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Deps } from '../../../server/http/call.ts';
import type { PaypalConfig } from '../../../server/paypal-config.ts';
import {
  bookLater,
  creditPayment,
  findProviderPayment,
  laterKey,
  type ProviderPayment,
} from '../../credits/server/provider-money.ts';
import { lockOwnedFile } from '../../files/server/payment.ts';
import type { PaymentOutcome } from '../payments.contract.ts';
import { backText } from '../payment-words.rules.ts';
import { buyerOf, type Notice } from './notice.ts';
import { payFileOf } from './pay-file.ts';
import { notifyCredited, notifyReversalCanceled, notifyReversed } from './payment-mails.ts';
import { selectBuyer, selectParent } from './payments.queries.ts';

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
  notice: Notice;
  /** The payment that all of this is about. */
  root: string;
  messageId: number;
}

/** One credit is one euro, so everything larger than this is a mistake of somebody's. */
const MOST_CENTS = 10_000_000;

const NOT_YET = ['Pending', 'Created', 'Processed', 'In-Progress', 'Partially_Refunded'];
const NEVER = ['Failed', 'Denied', 'Expired', 'Voided'];

/** The number of the payment itself: a cancelled reversal may name the reversal instead. */
export async function rootOf(tx: Tx, { transactionId, parentId }: Notice): Promise<string> {
  if (parentId === null) return transactionId;
  const above = await selectParent(tx, parentId).executeTakeFirst();
  return above?.parent_transaction_id ?? parentId;
}

/** What a genuine message is allowed to do, and does it (server-rules 6). */
export async function bookNotice(tx: Tx, deps: Booking, verified: VerifiedNotice): Promise<Decision> {
  const { notice } = verified;
  const paypal = deps.config.paypal;
  if (paypal === null || notice.isTest !== (paypal.mode === 'sandbox')) {
    return { outcome: 'REJECTED', reason: 'test_mode' };
  }
  if (!isForUs(notice, paypal)) return { outcome: 'REJECTED', reason: 'other_receiver' };
  if (NOT_YET.includes(notice.status)) return note(tx, notice, 'pending');
  if (NEVER.includes(notice.status)) return note(tx, notice, 'failed');
  if (notice.status === 'Completed') return complete(tx, deps, verified);
  if (notice.status === 'Refunded' || notice.status === 'Reversed') return applyReversal(tx, deps, verified);
  if (notice.status === 'Canceled_Reversal') return cancelReversal(tx, deps, verified);
  return { outcome: 'REVIEW', reason: 'unknown_status' };
}

const isForUs = ({ receiver }: Notice, { receiverEmail }: PaypalConfig) =>
  receiver === null || receiver === receiverEmail;

async function note(tx: Tx, notice: Notice, reason: string): Promise<Decision> {
  const buyer = await findBuyer(tx, notice);
  return { outcome: 'NOTED', reason, ...(buyer && { userId: buyer.id }) };
}

async function findBuyer(tx: Tx, { custom }: Notice) {
  const named = buyerOf(custom);
  const user = named && (await selectBuyer(tx, named.userId).executeTakeFirst());
  return user ? { ...user, fileId: named.fileId } : null;
}

async function complete(tx: Tx, deps: Booking, { notice, root, messageId }: VerifiedNotice): Promise<Decision> {
  const { amountCents, isTest } = notice;
  if (notice.currency !== 'EUR') return { outcome: 'REVIEW', reason: 'currency' };
  if (amountCents === null || amountCents <= 0 || amountCents > MOST_CENTS) {
    return { outcome: 'REVIEW', reason: 'amount' };
  }
  const buyer = await findBuyer(tx, notice);
  const before = await findProviderPayment(tx, root);
  if (before) {
    const isSame = before.userId === buyer?.id && before.paidCents === amountCents;
    return isSame
      ? { outcome: 'SEEN', userId: before.userId }
      : { outcome: 'REVIEW', reason: 'differs', userId: before.userId };
  }
  if (!buyer) return { outcome: 'REVIEW', reason: 'user' };
  // Files before accounts, as everywhere: two transactions that hold one each would wait for ever.
  const file = buyer.fileId === null ? null : await lockOwnedFile(tx, buyer.id, buyer.fileId);
  await creditPayment(tx, { userId: buyer.id, reference: root, amountCents, isTest });
  const requestId = `payment-message:${messageId}`;
  const paid = file === null ? null : await payFileOf(tx, deps, { buyer, fileId: file.id, requestId });
  await notifyCredited(tx, deps, { buyer, reference: root, amountCents, isTest, file, paid });
  const isUnpaid = buyer.fileId !== null && paid !== 'PAID';
  return {
    outcome: 'CREDITED',
    userId: buyer.id,
    ...(isUnpaid && { reason: 'file_not_paid' }),
    ...(paid === 'PAID' && file && { paidFileId: file.id }),
  };
}

/** Null, or why nothing can be booked about the payment now. */
function later(notice: Notice, root: string, payment: ProviderPayment | null): Decision | null {
  if (notice.parentId === null) return { outcome: 'REVIEW', reason: 'no_parent' };
  if (notice.currency !== 'EUR') return { outcome: 'REVIEW', reason: 'currency' };
  if (notice.amountCents === null || notice.amountCents === 0) return { outcome: 'REVIEW', reason: 'amount' };
  if (!payment) return { outcome: 'WAITS', reason: 'payment_missing' };
  if (payment.keys.has(laterKey(root, notice.status, notice.transactionId))) {
    return { outcome: 'SEEN', userId: payment.userId };
  }
  return null;
}

/** Refunds and reversals: never more than is left of the payment, and also from a balance that has been spent. */
async function applyReversal(tx: Tx, deps: Booking, { notice, root }: VerifiedNotice): Promise<Decision> {
  const payment = await findProviderPayment(tx, root);
  const refused = later(notice, root, payment);
  if (refused || !payment) return refused as Decision;
  const asked = Math.abs(notice.amountCents ?? 0);
  const taken = Math.min(asked, payment.leftCents);
  if (taken === 0) return { outcome: 'NOTED', reason: 'nothing_left', userId: payment.userId };
  await bookBack(tx, deps, { notice, root, userId: payment.userId, amountCents: -taken });
  return {
    outcome: 'TAKEN_BACK',
    userId: payment.userId,
    ...(taken < asked && { reason: 'more_than_left' }),
  };
}

/** The cancellation of a reversal: what the reversal took comes back, and not more. */
async function cancelReversal(tx: Tx, deps: Booking, { notice, root }: VerifiedNotice): Promise<Decision> {
  const payment = await findProviderPayment(tx, root);
  const refused = later(notice, root, payment);
  if (refused || !payment) return refused as Decision;
  // It may have overtaken the reversal that it cancels.
  if (payment.reversedCents === 0) return { outcome: 'WAITS', reason: 'payment_missing' };
  const asked = Math.abs(notice.amountCents ?? 0);
  const given = Math.min(asked, payment.reversedCents);
  await bookBack(tx, deps, { notice, root, userId: payment.userId, amountCents: given });
  return { outcome: 'RETURNED', userId: payment.userId, ...(given < asked && { reason: 'more_than_left' }) };
}

async function bookBack(
  tx: Tx,
  deps: Booking,
  { notice, root, userId, amountCents }: { notice: Notice; root: string; userId: number; amountCents: number },
): Promise<void> {
  const { status, transactionId: transaction, isTest, reasonCode } = notice;
  const why = backText(status, reasonCode);
  await bookLater(tx, { status, transaction }, { userId, reference: root, amountCents, isTest, note: why });
  const user = await selectBuyer(tx, userId).executeTakeFirst();
  if (!user) return;
  const key = `payment:${root}:${status}:${transaction}`;
  await (amountCents < 0 ? notifyReversed : notifyReversalCanceled)(tx, deps, { key, user, amountCents, why });
}
