import { postJournal } from '../../../features/credits/server/post-journal.ts';
import { buildPaymentMessage } from '../../../features/payments/server/payments.factory.ts';
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
  // They are long ago, in a world meant to be believable: no sandbox existed there.
  const options = { is_test: false };
  const paid = PAYMENTS.map((payment, at) => ({
    daysAgo: payment.daysAgo,
    happen: () => book(deps, people, { payment, transaction: `DEMO${String(at + 1).padStart(4, '0')}`, options }),
  }));
  const review = () => buildPaymentMessage(deps, { ...options, transaction_id: 'DEMO0100', amount_cents: 7500 });
  const pending = () =>
    buildPaymentMessage(deps, {
      ...options,
      transaction_id: 'DEMO0101',
      event: 'PENDING',
      payment_status: 'Pending',
      user_id: people.findCustomerId('jonas'),
      outcome: 'IGNORED',
      reason: 'pending',
    });
  return [...paid, { daysAgo: 3, happen: review }, { daysAgo: 0.1, happen: pending }];
}

interface Booked {
  payment: Payment;
  transaction: string;
  options: { is_test: boolean };
}

async function book(deps: Deps, { administrator, findCustomerId }: People, { payment, transaction, options }: Booked) {
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
  const message = { ...options, transaction_id: transaction, user_id: userId, amount_cents: amountCents };
  await buildPaymentMessage(deps, { ...message, outcome: 'CREDITED', reason: null });
}
