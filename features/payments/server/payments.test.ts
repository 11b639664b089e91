import { beforeAll, describe, expect, test } from 'vitest';
import { buildCustomer, readBalance } from '../../../server/testing/stories.ts';
import * as contract from '../payments.calls.ts';
import * as sandbox from '../sandbox.calls.ts';
import { removeOldForgeries, resendUnsettled } from './inbox.ts';
import { settleAll, someNotice, someTransaction, notifyPortal, vouchedBytes, post } from './payment-stage.factory.ts';
import { buildPaymentMessage } from './payments.factory.ts';
import { deliverSandboxNotice, openNoticePost } from './sandbox/sandbox.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

type User = Awaited<ReturnType<typeof buildCustomer>>;

openStage({ movesMoney: true });

let customer: User;
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
});

const list = async (show: contract.PaymentsShown) =>
  (await app.call(contract.listPayments, { show }, admin)).body as {
    messages: contract.PaymentMessage[];
    to_review: number;
    open: number;
  };

/** Lets the sandbox send its messages and the portal process them. */
async function workOff() {
  const waiting = await app.db.selectFrom('sandbox_notices').select('id').where('delivered_at', 'is', null).execute();
  for (const { id } of waiting) await deliverSandboxNotice(app, openNoticePost(app.url), id);
  await settleAll(app);
}

describe('the review list', () => {
  test('has the payments that could not be credited, until an administrator records what was done', async () => {
    const transactionId = someTransaction();
    await notifyPortal(app, someNotice({ custom: String(customer.id), transactionId, currency: 'USD' }));
    const shown = (await list('review')).messages.find((message) => message.transaction_id === transactionId);
    expect(shown).toMatchObject({ outcome: 'REVIEW', reason: 'currency', amount: 50, currency: 'USD' });
    const id = shown?.id ?? 0;
    const [one, two] = await Promise.all(
      ['Sent back.', 'Sent back, too.'].map((note) => app.call(contract.reviewPayment, { id, note }, admin)),
    );
    expect([one?.status, two?.status].sort((a = 0, b = 0) => a - b)).toEqual([200, 400]);
    expect((await list('review')).messages.map((message) => message.id)).not.toContain(id);
    expect((await list('all')).messages.find((message) => message.id === id)?.review_note).toMatch(/^Sent back/);
  });

  test('books money as the payment that it is, so that later refunds find it', async () => {
    const T = someTransaction();
    const found = await buildCustomer(app.deps);
    await notifyPortal(app, someNotice({ custom: 'anna', transactionId: T }));
    // Arrives before it is known whose payment this is.
    await notifyPortal(app, someNotice({ custom: 'anna', parentId: T, status: 'Refunded', amount: '-10.00' }));
    const { id } = (await list('review')).messages.find((message) => message.transaction_id === T) ?? { id: 0 };
    const booking = { id, user_id: found.id, credits: 50, note: 'It was Anna.' };
    const replies = await Promise.all([1, 2, 3].map(() => app.call(contract.bookPayment, booking, admin)));
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400]);
    // Recorded once, with the commit of the winner.
    const changes = await app.db
      .selectFrom('changes')
      .select(['user_id', 'kind', 'field', 'old_value', 'new_value'])
      .where('subject', '=', 'USER')
      .where('subject_id', '=', found.id)
      .execute();
    expect(changes).toEqual([
      { user_id: admin.id, kind: 'BALANCE', field: `payment ${T}`, old_value: '0.00', new_value: '50.00' },
    ]);
    await settleAll(app);
    expect(await readBalance(app, found.id)).toBe(40);
    // The provider sends it once more; the money is already there.
    await notifyPortal(app, someNotice({ custom: String(found.id), transactionId: T, amount: '50.00' }));
    expect(await readBalance(app, found.id)).toBe(40);
  });

  test.each<[string, () => Promise<Partial<Parameters<typeof buildPaymentMessage>[1]> & { user_id?: number }>, string]>(
    [
      ['a refund', async () => ({ event: 'REFUNDED' as const, payment_status: 'Refunded' }), 'payments.not_bookable'],
      [
        'what is unreadable',
        async () => ({ transaction_id: null, event: null, payment_status: null }),
        'payments.not_bookable',
      ],
    ],
  )('does not book %s', async (_, fieldsOf, code) => {
    const { id } = await buildPaymentMessage(app, await fieldsOf());
    const reply = await app.call(contract.bookPayment, { id, user_id: customer.id, credits: 5, note: 'x' }, admin);
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    expect((await list('review')).messages.map((message) => message.id)).toContain(id);
  });

  test('books only for customers, and only positive amounts in whole cents', async () => {
    const { id } = await buildPaymentMessage(app);
    for (const [user_id, credits] of [
      [admin.id, 5],
      [999_999, 5],
      [customer.id, 0],
      [customer.id, 0.001],
      [customer.id, -5],
    ]) {
      const reply = await app.call(contract.bookPayment, { id, user_id, credits, note: 'x' }, admin);
      expect([user_id, credits, reply.status]).toEqual([user_id, credits, 400]);
    }
  });
});

describe('a pending payment', () => {
  const pending = async (by = customer): Promise<contract.PendingPayment[]> =>
    (await app.call(contract.listPendingPayments, {}, by)).body;

  test('is shown only to its buyer, until the provider reports the outcome', async () => {
    const [buyer, other] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
    const [paid, failed] = [someTransaction(), someTransaction()];
    for (const transactionId of [paid, failed]) {
      await notifyPortal(app, someNotice({ custom: String(buyer.id), transactionId, status: 'Pending' }));
    }
    expect((await pending(buyer)).map((payment) => payment.transaction_id).sort()).toEqual([paid, failed].sort());
    expect(await pending(other)).toEqual([]);
    const listed = async () => {
      const { messages, open } = await list('open');
      expect(open).toBe(messages.length);
      return messages.filter(({ transaction_id }) => transaction_id === paid || transaction_id === failed).length;
    };
    expect(await listed()).toBe(2);
    await notifyPortal(app, someNotice({ custom: String(buyer.id), transactionId: paid }));
    await notifyPortal(app, someNotice({ custom: String(buyer.id), transactionId: failed, status: 'Denied' }));
    expect(await pending(buyer)).toEqual([]);
    expect(await listed()).toBe(0);
  });
});

describe('the sandbox', () => {
  const pay = async (input: object) => {
    const reply = await app.call(sandbox.paySandbox, { amount: 50, outcome: 'Completed', ...input }, customer);
    return (reply.body as { transaction_id: string }).transaction_id;
  };
  const send = (input: object) => app.call(sandbox.sendSandboxNotice, input, admin);

  test('reports a buyer’s payment to the listener over the network, and vouches for it', async () => {
    const buyer = await buildCustomer(app.deps);
    await pay({ custom: String(buyer.id), amount: 25 });
    await workOff();
    expect(await readBalance(app, buyer.id)).toBe(25);
  });

  test('sends every kind of message about a payment that a provider could send', async () => {
    const buyer = await buildCustomer(app.deps);
    const transaction_id = await pay({ custom: String(buyer.id) });
    await workOff();
    await send({ transaction_id, status: 'Refunded', amount: '-20.00', copies: 5 });
    await send({ transaction_id, status: 'Completed', currency: 'USD' });
    await send({ transaction_id, status: 'Completed', receiver: 'somebody@else.example' });
    await send({ transaction_id, status: 'Refunded', forged: true });
    await send({ transaction_id, status: 'Completed', charset: 'UTF-8' });
    await workOff();
    expect(await readBalance(app, buyer.id)).toBe(30);
    await send({ transaction_id, status: 'Reversed', reason_code: 'chargeback' });
    await send({ transaction_id, status: 'Canceled_Reversal', amount: '30.00' });
    await workOff();
    expect(await readBalance(app, buyer.id)).toBe(30);
    const { body } = await app.call(sandbox.listSandboxPayments, {}, admin);
    expect(body[0]).toMatchObject({
      transaction_id,
      custom: String(buyer.id),
      amount: 50,
      status: 'Canceled_Reversal',
    });
  });

  test('delays a notice as long as requested', async () => {
    const transaction_id = await pay({ custom: String(customer.id) });
    await send({ transaction_id, status: 'Refunded', delay_seconds: 3600 });
    const { rows } = await (
      await import('kysely')
    ).sql<{ waits: boolean }>`
      select start_after > now() + interval '50 minutes' as waits from jobs.job
       where name = 'send-sandbox-notice' order by created_on desc limit 1`.execute(app.db);
    expect(rows).toEqual([{ waits: true }]);
  });

  test('returns 404 for a payment that was not made in it', async () => {
    expect((await send({ transaction_id: 'NONE', status: 'Refunded' })).status).toBe(404);
  });

  test('leads from the payment form to its checkout page with the chosen amount', async () => {
    const response = await fetch(`${app.url}/api/sandbox/checkout`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'cmd=_s-xclick&custom=7%3A5&amount=48.00&return=%2Fbuy-credits%3Fsuccess%3Dtrue&cancel_return=%2Fbuy-credits',
    });
    expect(response.status).toBe(303);
    const to = new URL(response.headers.get('location') ?? '', app.url);
    expect([to.origin, to.pathname]).toEqual([new URL(app.url).origin, '/sandbox-checkout']);
    expect(Object.fromEntries(to.searchParams)).toEqual({
      custom: '7:5',
      amount: '48.00',
      return: '/buy-credits?success=true',
      cancel_return: '/buy-credits',
    });
  });
});

describe('every hour', () => {
  test('unsettled messages are queued again', async () => {
    await post(app, await vouchedBytes(app, someNotice({ custom: String(customer.id) })));
    await app.db.deleteFrom('jobs.job' as never).execute();
    await resendUnsettled(app.db);
    const { rows } = await (
      await import('kysely')
    ).sql<{ waiting: number }>`
      select count(*)::int as waiting from jobs.job where name = 'settle-payment'`.execute(app.db);
    expect(rows[0]?.waiting).toBeGreaterThanOrEqual(1);
    await settleAll(app);
  });

  test('only the beginning of a forgery is stored, and identical bytes are still recognised', async () => {
    const forged = Buffer.from(`txn_id=${someTransaction()}&x=${'y'.repeat(60_000)}`);
    await post(app, forged);
    await settleAll(app);
    await post(app, forged);
    const [last] = await app.db
      .selectFrom('payment_messages')
      .select(['body', 'times_received', 'outcome'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(last).toEqual({ body: forged.subarray(0, 2048), times_received: 2, outcome: 'REJECTED' });
  });

  test('forgeries older than a month are removed, and nothing else', async () => {
    const forged = someNotice({ custom: String(customer.id) });
    await notifyPortal(app, forged, false);
    const count = async () =>
      (await app.db.selectFrom('payment_messages').select('verification').execute()).map((row) => row.verification);
    const genuine = (await count()).filter((verification) => verification === 'VERIFIED').length;
    await removeOldForgeries(app);
    expect(await count()).toContain('INVALID');
    app.clock.advance(31 * 24 * 3_600_000);
    await removeOldForgeries(app);
    expect(await count()).toHaveLength(genuine);
  });
});
