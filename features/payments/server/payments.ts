import { MAX_LIST_ROWS, type InputOf } from '../../../contract/endpoint.ts';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { sendJobs } from '../../../server/jobs.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import { toCents, toCredits } from '../../../contract/amounts.ts';
import { selectUserBalance } from '../../credits/server/credits.ts';
import { findTestCredits, type TestCredits } from '../../credits/server/test-credits.ts';
import { creditPayment, lockPayment } from '../../credits/server/provider-money.ts';
import {
  type PaymentMessage,
  alreadyBooked,
  type bookPayment as BookPayment,
  type listPayments as ListPayments,
  notBookable,
  notUnderReview,
  unknownCustomer,
} from '../payments.calls.ts';
import { notifyCredited } from './payment-mails.ts';
import {
  reopenWaiting,
  selectBuyer,
  selectMessageCounts,
  selectMessages,
  selectPending,
  selectShownMessages,
} from './payments.queries.ts';
import { hasCapability, selectLivingUsers } from '../../../server/database/active-users.ts';

const MAX_SHOWN = 500;

export async function listPayments({ db, config }: Deps, shown: InputOf<typeof ListPayments>) {
  const messages = await selectShownMessages(db, shown, MAX_SHOWN).execute();
  const counts = await selectMessageCounts(db).executeTakeFirstOrThrow();
  const held = await findLeftTestCredits({ db, config });
  return { messages, ...counts, test_credits: held !== null && held.credits > 0 ? held : null };
}

/** Lists the newest messages about a customer's payments. */
export const listCustomerPayments = (
  db: Database,
  { userId, limit }: { userId: number; limit: number },
): Promise<PaymentMessage[]> => selectShownMessages(db, { show: 'all', user_id: userId }, limit).execute();

/** Returns the sandbox credits that customers still hold where payments are real; null where they are not. */
export const findLeftTestCredits = async ({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<TestCredits | null> =>
  config.paymentProvider?.isTest === false ? findTestCredits(db, selectLivingUsers(db).select('id')) : null;

async function getMessage(db: Database, id: number): Promise<PaymentMessage> {
  const message = await selectMessages(db).where('m.id', '=', id).executeTakeFirst();
  if (!message) throw notFound();
  return message;
}

export const listPendingPayments = async ({ db }: Deps, actor: Actor) => {
  const pending = await selectPending(db, actor.id).limit(MAX_LIST_ROWS).execute();
  return pending.map(({ transaction_id, ...payment }) => ({ ...payment, transaction_id: transaction_id ?? '' }));
};

/** Done in one statement, so that the second of two administrators learns that the review is closed. */
const closeReview = (db: Database, actor: Actor, { id, note }: { id: number; note: string }) =>
  db
    .updateTable('payment_messages')
    .set({ reviewed_at: sql`now()`, reviewed_by: actor.id, review_note: note })
    .where('id', '=', id)
    .where('outcome', '=', 'REVIEW')
    .where('reviewed_at', 'is', null)
    .returning(['id', 'transaction_id', 'event', 'is_test']);

export async function reviewPayment(
  { db }: Deps,
  actor: Actor,
  input: { id: number; note: string },
): Promise<PaymentMessage> {
  await getMessage(db, input.id);
  const closed = await closeReview(db, actor, input).executeTakeFirst();
  if (!closed) throw notUnderReview();
  return getMessage(db, input.id);
}

/** Books under the payment's own key, so that what the provider takes back later is taken from here. */
export async function bookPayment(
  deps: Deps,
  actor: Actor,
  input: InputOf<typeof BookPayment>,
): Promise<PaymentMessage> {
  await getMessage(deps.db, input.id);
  return deps.db.transaction().execute(async (tx) => {
    const { transaction_id } = await getMessage(tx, input.id);
    if (transaction_id !== null) await lockPayment(tx, transaction_id);
    const closed = await closeReview(tx, actor, input).executeTakeFirst();
    if (!closed) throw notUnderReview();
    if (transaction_id === null || closed.event !== 'COMPLETED') throw notBookable();
    const buyer = await selectBuyer(tx, input.user_id).where(hasCapability('credits.buy')).executeTakeFirst();
    if (!buyer) throw unknownCustomer();
    const amountCents = toCents(input.credits);
    const money = { userId: buyer.id, reference: transaction_id, amountCents, isTest: closed.is_test, actor };
    if (!(await creditPayment(tx, { ...money, note: input.note }))) throw alreadyBooked();
    await recordBooking(tx, actor, { buyer, reference: transaction_id, credits: input.credits });
    const notice = { buyer, reference: transaction_id, amountCents, isTest: closed.is_test };
    await notifyCredited(tx, deps, { ...notice, file: null, paid: null });
    await tx
      .updateTable('payment_messages')
      .set({ outcome: 'CREDITED', user_id: buyer.id })
      .where('id', '=', input.id)
      .execute();
    await sendJobs(tx, 'settle-payment', await reopenWaiting(tx, [transaction_id]).execute());
    return getMessage(tx, input.id);
  });
}

interface Booking {
  buyer: { id: number; username: string };
  reference: string;
  credits: number;
}

/** Records in the audit list what an administrator puts on a balance by hand, however the request came about. */
async function recordBooking(tx: Transaction<Schema>, actor: Actor, { buyer, reference, credits }: Booking) {
  const { balance } = await tx
    .selectFrom('users')
    .select(selectUserBalance('MAIN').as('balance'))
    .where('id', '=', buyer.id)
    .executeTakeFirstOrThrow();
  await recordChange(tx, actor, {
    kind: 'BALANCE',
    subject: { kind: 'USER', id: buyer.id, name: buyer.username },
    field: `payment ${reference}`,
    from: toCredits(toCents(balance) - toCents(credits)).toFixed(2),
    to: balance.toFixed(2),
  });
}

/** The messages that need a review. */
export const paymentsToReview = sql`
  select from payment_messages where outcome = 'REVIEW' and reviewed_at is null`;

/** The same with the columns of `Needed` of the dashboard. */
export const paymentsNeedingReview = sql`
  select null::bigint as file_id, coalesce(transaction_id, id::text) as number, coalesce(reason, '') as name,
         null::text as brand, null::text as ecu, null::text as generation, null::text as last_message,
         null::text as ticket_status, null::text as username, null::float8 as price, null::text as overdue_kind, received_at as since
    from payment_messages where outcome = 'REVIEW' and reviewed_at is null order by id`;
