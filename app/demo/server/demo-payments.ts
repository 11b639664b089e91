import { postJournal } from '../../../features/credits/server/post-journal.ts';
import type { Insertable } from 'kysely';
import type { PaymentMessagesTable } from '../../../server/database/schema.ts';
import { PAYMENTS, type Nick } from './customers.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';

type Payment = (typeof PAYMENTS)[number];
type DemoEvent = { daysAgo: number; happen: () => Promise<unknown> };

interface People {
  administrator: Actor;
  findCustomerId: (nick: Nick) => number;
}

/** What the customers of the demo world have paid, and two payments that are unclear. */
export function listPaymentEvents(deps: Deps, people: People): DemoEvent[] {
  const paid = PAYMENTS.map((payment, at) => ({
    daysAgo: payment.daysAgo,
    happen: () => book(deps, people, { payment, transaction: `DEMO${String(at + 1).padStart(4, '0')}` }),
  }));
  const review = () => insertMessage(deps, { transaction_id: 'DEMO0100', amount_cents: 7500 });
  const pending = () =>
    insertMessage(deps, {
      transaction_id: 'DEMO0101',
      event: 'PENDING',
      payment_status: 'Pending',
      user_id: people.findCustomerId('jonas'),
      outcome: 'IGNORED',
      reason: 'pending',
    });
  return [...paid, { daysAgo: 3, happen: review }, { daysAgo: 0.1, happen: pending }];
}

/** Stores what a provider would have sent; the sandbox keeps no message of long ago. */
const insertMessage = (
  { db }: Pick<Deps, 'db'>,
  message: Partial<Insertable<PaymentMessagesTable>> & { transaction_id: string },
) =>
  db
    .insertInto('payment_messages')
    .values({
      provider: 'sandbox',
      kind: 'IPN',
      digest: message.transaction_id,
      body: Buffer.from('demo'),
      headers: '{}',
      verification: 'VERIFIED',
      outcome: 'REVIEW',
      reason: 'user',
      settled_at: new Date(),
      event: 'COMPLETED',
      payment_status: 'Completed',
      amount_cents: 5000,
      currency: 'EUR',
      // A world meant to be believable has no sandbox.
      is_test: false,
      ...message,
    })
    .execute();

interface Booked {
  payment: Payment;
  transaction: string;
}

async function book(deps: Deps, { administrator, findCustomerId }: People, { payment, transaction }: Booked) {
  const { to, credits, source } = payment;
  const userId = findCustomerId(to);
  const amountCents = credits * 100;
  const isPayment = source === 'Payment';
  await deps.db.transaction().execute((tx) =>
    postJournal(tx, {
      key: isPayment ? `pp:${transaction}:Completed` : `demo:${transaction}`,
      source,
      ...(isPayment && { paymentReference: transaction }),
      lines: [{ userId, unit: 'MAIN', amountCents }],
      actor: isPayment ? null : administrator,
    }),
  );
  if (!isPayment) return;
  const message = { transaction_id: transaction, user_id: userId, amount_cents: amountCents };
  await insertMessage(deps, { ...message, outcome: 'CREDITED', reason: null });
}
