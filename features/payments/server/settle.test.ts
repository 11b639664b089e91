import { describe, expect, test } from 'vitest';
import { buildCustomer, PRICED, readBalance } from '../../../server/testing/stories.ts';
import { buildCredits } from '../../credits/server/credits.factory.ts';
import * as credits from '../../credits/credits.calls.ts';
import type { PaymentOutcome } from '../payments.calls.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { post, settleAll, someNotice, someTransaction, notifyPortal, vouchedBytes } from './payment-stage.factory.ts';
import { selectUnsettledIds } from './payments.queries.ts';
import type { SandboxNotice } from './sandbox/sandbox-notice.ts';
import { settleMessage } from './settle.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage({ movesMoney: true });

/** The provider confirms everything here. */
const verify = () => Promise.resolve('VERIFIED' as const);

type Customer = Awaited<ReturnType<typeof buildCustomer>>;

const listOutcomes = async (transactionId: string) =>
  (
    await app.db
      .selectFrom('payment_messages')
      .select(['outcome', 'reason'])
      .where('transaction_id', '=', transactionId)
      .orderBy('id')
      .execute()
  ).map(({ outcome, reason }) => [outcome, reason]);

const lastOutcome = async () => {
  const last = await app.db
    .selectFrom('payment_messages')
    .select(['outcome', 'reason'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return [last.outcome, last.reason];
};

const readLedger = async (customer: Customer): Promise<credits.LedgerRow[]> =>
  (await app.call(credits.listUserLedger, { userId: customer.id, limit: 100 }, customer)).body.credits_ledger;

interface Case {
  /** The provider's messages, one after the other; the payment itself is `T`. */
  notices: (T: string, customer: Customer) => (Partial<SandboxNotice> & { isForged?: true })[];
  /** The balance afterwards; it begins at 0. */
  balance: number;
  last: [PaymentOutcome | null, string | null];
}

const refund = (T: string, amount: string, fields: Partial<SandboxNotice> = {}) => ({
  parentId: T,
  status: 'Refunded',
  amount,
  ...fields,
});

/** Every way we could think of to get a wrong cent. */
const cases: Record<string, Case> = {
  'an honest payment': { notices: (T) => [{ transactionId: T }], balance: 50, last: ['CREDITED', null] },
  'a forged payment': {
    notices: (T) => [{ transactionId: T, isForged: true }],
    balance: 0,
    last: ['REJECTED', 'not_genuine'],
  },
  'paid to somebody else': {
    notices: (T) => [{ transactionId: T, receiver: 'thief@example.com' }],
    balance: 0,
    last: ['REVIEW', 'other_receiver'],
  },
  'to the primary address of our account, of which the configured one is another': {
    notices: (T) => [{ transactionId: T, receiver: 'primary@sandbox.example', business: 'seller@sandbox.example' }],
    balance: 50,
    last: ['CREDITED', null],
  },
  'refunded from the primary address of our account': {
    notices: (T) => [
      { transactionId: T },
      refund(T, '-50.00', { receiver: 'primary@sandbox.example', business: 'Seller@Sandbox.example' }),
    ],
    balance: 0,
    last: ['REVERSED', null],
  },
  'our address in other letters is still ours': {
    notices: (T) => [{ transactionId: T, receiver: 'Seller@Sandbox.EXAMPLE' }],
    balance: 50,
    last: ['CREDITED', null],
  },
  'paid in another currency': {
    notices: (T) => [{ transactionId: T, currency: 'USD' }],
    balance: 0,
    last: ['REVIEW', 'currency'],
  },
  'a currency in small letters': {
    notices: (T) => [{ transactionId: T, currency: 'eur' }],
    balance: 0,
    last: ['REVIEW', 'currency'],
  },
  'nothing was paid': {
    notices: (T) => [{ transactionId: T, amount: '0.00' }],
    balance: 0,
    last: ['REVIEW', 'amount'],
  },
  'less than nothing was paid': {
    notices: (T) => [{ transactionId: T, amount: '-50.00' }],
    balance: 0,
    last: ['REVIEW', 'amount'],
  },
  'an amount with three decimals': {
    notices: (T) => [{ transactionId: T, amount: '50.005' }],
    balance: 0,
    last: ['REVIEW', 'amount'],
  },
  'an amount with a comma': {
    notices: (T) => [{ transactionId: T, amount: '50,00' }],
    balance: 0,
    last: ['REVIEW', 'amount'],
  },
  'an amount as a power of ten': {
    notices: (T) => [{ transactionId: T, amount: '5e3' }],
    balance: 0,
    last: ['REVIEW', 'amount'],
  },
  'more than anybody pays': {
    notices: (T) => [{ transactionId: T, amount: '9999999.00' }],
    balance: 0,
    last: ['REVIEW', 'amount'],
  },
  'cents that no fraction of two holds': {
    notices: (T) => [{ transactionId: T, amount: '4.35' }],
    // 4.35 times 100 is 434.99999999999994 in binary fractions.
    balance: 4.35,
    last: ['CREDITED', null],
  },
  'for nobody of this portal': {
    notices: (T) => [{ transactionId: T, custom: '999999999' }],
    balance: 0,
    last: ['REVIEW', 'user'],
  },
  'for a user who is no number': {
    notices: (T, { id }) => [{ transactionId: T, custom: `${id} or 1=1` }],
    balance: 0,
    last: ['REVIEW', 'user'],
  },
  'the same payment reported again, in other bytes': {
    notices: (T) => [{ transactionId: T }, { transactionId: T }],
    balance: 50,
    last: ['DUPLICATE', null],
  },
  'the same payment with a greater amount': {
    notices: (T) => [{ transactionId: T }, { transactionId: T, amount: '5000.00' }],
    balance: 50,
    last: ['REVIEW', 'differs'],
  },
  'the same payment for somebody else': {
    notices: (T) => [{ transactionId: T }, { transactionId: T, custom: '1' }],
    balance: 50,
    last: ['REVIEW', 'differs'],
  },
  'pending, and then paid': {
    notices: (T) => [{ transactionId: T, status: 'Pending' }, { transactionId: T }],
    balance: 50,
    last: ['CREDITED', null],
  },
  'pending, and then denied': {
    notices: (T) => [
      { transactionId: T, status: 'Pending' },
      { transactionId: T, status: 'Denied' },
    ],
    balance: 0,
    last: ['IGNORED', 'failed'],
  },
  'pending told after it was paid': {
    notices: (T) => [{ transactionId: T }, { transactionId: T, status: 'Pending' }],
    balance: 50,
    last: ['IGNORED', 'pending'],
  },
  'refunded in full': {
    notices: (T) => [{ transactionId: T }, refund(T, '-50.00')],
    balance: 0,
    last: ['REVERSED', null],
  },
  'refunded in part, and then the rest': {
    notices: (T) => [{ transactionId: T }, refund(T, '-20.00'), refund(T, '-30.00')],
    balance: 0,
    last: ['REVERSED', null],
  },
  'refunded for more than was paid': {
    notices: (T) => [{ transactionId: T }, refund(T, '-80.00')],
    balance: 0,
    last: ['REVERSED', 'more_than_left'],
  },
  'refunded twice by two refunds': {
    notices: (T) => [{ transactionId: T }, refund(T, '-50.00'), refund(T, '-50.00')],
    balance: 0,
    last: ['IGNORED', 'nothing_left'],
  },
  'one refund told twice': {
    notices: (T) => [
      { transactionId: T },
      refund(T, '-20.00', { transactionId: `${T}-R` }),
      refund(T, '-20.00', { transactionId: `${T}-R` }),
    ],
    balance: 30,
    last: ['DUPLICATE', null],
  },
  'a forged refund': {
    notices: (T) => [{ transactionId: T }, { ...refund(T, '-50.00'), isForged: true }],
    balance: 50,
    last: ['REJECTED', 'not_genuine'],
  },
  'a refund that adds': {
    notices: (T) => [{ transactionId: T }, refund(T, '50.00')],
    balance: 0,
    last: ['REVERSED', null],
  },
  'a refund in another currency': {
    notices: (T) => [{ transactionId: T }, refund(T, '-50.00', { currency: 'USD' })],
    balance: 50,
    last: ['REVIEW', 'currency'],
  },
  'a refund of nothing in particular': {
    notices: (T) => [{ transactionId: T }, { status: 'Refunded', amount: '-50.00' }],
    balance: 50,
    last: ['REVIEW', 'no_parent'],
  },
  'a refund of a payment that never came': {
    notices: (T) => [refund(T, '-50.00')],
    balance: 0,
    last: ['AWAITING_PAYMENT', 'payment_missing'],
  },
  reversed: {
    notices: (T) => [{ transactionId: T }, refund(T, '-50.00', { status: 'Reversed' })],
    balance: 0,
    last: ['REVERSED', null],
  },
  'reversed, and the reversal canceled': {
    notices: (T) => [
      { transactionId: T },
      refund(T, '-50.00', { status: 'Reversed' }),
      refund(T, '50.00', { status: 'Canceled_Reversal' }),
    ],
    balance: 50,
    last: ['REVERSAL_CANCELED', null],
  },
  'the cancellation names the reversal': {
    notices: (T) => [
      { transactionId: T },
      refund(T, '-50.00', { status: 'Reversed', transactionId: `${T}-R` }),
      { parentId: `${T}-R`, status: 'Canceled_Reversal', amount: '50.00' },
    ],
    balance: 50,
    last: ['REVERSAL_CANCELED', null],
  },
  'a canceled reversal gives more than the reversal took': {
    notices: (T) => [
      { transactionId: T },
      refund(T, '-10.00', { status: 'Reversed' }),
      refund(T, '500.00', { status: 'Canceled_Reversal' }),
    ],
    balance: 50,
    last: ['REVERSAL_CANCELED', 'more_than_left'],
  },
  'a canceled reversal without a reversal': {
    notices: (T) => [{ transactionId: T }, refund(T, '50.00', { status: 'Canceled_Reversal' })],
    balance: 50,
    last: ['AWAITING_PAYMENT', 'payment_missing'],
  },
  'a status that nobody knows': {
    notices: (T) => [{ transactionId: T, status: 'Completed2' }],
    balance: 0,
    last: ['REVIEW', 'unknown_status'],
  },
  'in the letters of another charset': {
    notices: (T) => [{ transactionId: T, charset: 'UTF-8' }],
    balance: 50,
    last: ['CREDITED', null],
  },
};

describe('whatever the provider sends, or seems to send, every balance is right', { tags: ['X-PAY-02'] }, () => {
  test('there are at least 25 cases', () => {
    expect(Object.keys(cases).length).toBeGreaterThanOrEqual(25);
  });

  test.each(Object.entries(cases))('%s', async (_, { notices, balance, last }) => {
    const customer = await buildCustomer(app.deps);
    for (const { isForged, ...fields } of notices(someTransaction(), customer)) {
      await notifyPortal(app, someNotice({ custom: String(customer.id), ...fields }), !isForged);
    }
    expect(await readBalance(app, customer.id)).toBe(balance);
    expect(await lastOutcome()).toEqual(last);
  });
});

describe('a payment', () => {
  test('that arrives a hundred times in the same bytes is stored once and credited once', async () => {
    const customer = await buildCustomer(app.deps);
    const notice = someNotice({ custom: String(customer.id) });
    const bytes = await vouchedBytes(app, notice);
    for (let round = 0; round < 4; round += 1) {
      const statuses = await Promise.all(Array.from({ length: 25 }, () => post(app, bytes)));
      expect(new Set(statuses)).toEqual(new Set([200]));
      if (round === 2) await settleAll(app);
    }
    await settleAll(app);
    const messages = await app.db
      .selectFrom('payment_messages')
      .select('times_received')
      .where('transaction_id', '=', notice.transactionId)
      .execute();
    expect(messages).toEqual([{ times_received: 100 }]);
    expect(await readLedger(customer)).toHaveLength(1);
    expect(await readBalance(app, customer.id)).toBe(50);
  });

  test('that several workers process at once is credited once', async () => {
    const customer = await buildCustomer(app.deps);
    const transactionId = someTransaction();
    for (let copy = 0; copy < 4; copy += 1) {
      await post(app, await vouchedBytes(app, someNotice({ custom: String(customer.id), transactionId })));
    }
    await Promise.all([settleAll(app), settleAll(app), settleAll(app)]);
    expect(await readBalance(app, customer.id)).toBe(50);
    const outcomes = (await listOutcomes(transactionId)).map(([outcome]) => String(outcome)).sort();
    expect(outcomes).toEqual(['CREDITED', 'DUPLICATE', 'DUPLICATE', 'DUPLICATE']);
  });

  test('is reported to the customer, and marked as a test in the ledger', async () => {
    const customer = await buildCustomer(app.deps);
    const notice = someNotice({ custom: String(customer.id), amount: '12.50' });
    await notifyPortal(app, notice);
    expect(await readLedger(customer)).toMatchObject([{ credit_balance: 12.5, source: 'Payment', is_test: true }]);
    const mail = await app.db
      .selectFrom('mails')
      .select(['subject', 'text_body'])
      .where('key', '=', `payment:${notice.transactionId}:Completed`)
      .executeTakeFirstOrThrow();
    expect(mail.subject).toBe('12.50 CRS were added to your balance (test payment)');
    expect(mail.text_body).toContain(`Your payment ${notice.transactionId} of 12.50 EUR has arrived`);
  });
});

describe('money taken back', () => {
  test('before its payment arrives waits for the payment', async () => {
    const customer = await buildCustomer(app.deps);
    const T = someTransaction();
    await notifyPortal(app, someNotice({ custom: String(customer.id), ...refund(T, '-20.00') }));
    expect(await readBalance(app, customer.id)).toBe(0);
    await notifyPortal(app, someNotice({ custom: String(customer.id), transactionId: T }));
    expect(await readBalance(app, customer.id)).toBe(30);
    expect((await readLedger(customer)).map((row) => row.credit_balance)).toEqual([-20, 50]);
  });

  test('in the worst order of messages still gives the right result', async () => {
    const customer = await buildCustomer(app.deps);
    const T = someTransaction();
    const custom = String(customer.id);
    const canceled = { parentId: `${T}-R`, status: 'Canceled_Reversal', amount: '50.00' };
    await notifyPortal(app, someNotice({ custom, ...canceled }));
    await notifyPortal(
      app,
      someNotice({ custom, ...refund(T, '-50.00', { status: 'Reversed', transactionId: `${T}-R` }) }),
    );
    await notifyPortal(app, someNotice({ custom, transactionId: T }));
    expect((await readLedger(customer)).map((row) => row.credit_balance)).toEqual([50, -50, 50]);
  });

  test('by five simultaneous refunds is never more than was paid', async () => {
    for (let round = 0; round < 6; round += 1) {
      const customer = await buildCustomer(app.deps);
      const T = someTransaction();
      const custom = String(customer.id);
      await notifyPortal(app, someNotice({ custom, transactionId: T }));
      for (let at = 0; at < 5; at += 1) {
        await post(app, await vouchedBytes(app, someNotice({ custom, ...refund(T, '-30.00') })));
      }
      await Promise.all((await selectUnsettledIds(app.db).execute()).map(({ id }) => settleMessage(app, verify, id)));
      expect(await readBalance(app, customer.id)).toBe(0);
    }
  });

  test('leaves a negative balance when it was spent, and records the reason', { tags: ['X-CRS-05'] }, async () => {
    const customer = await buildCustomer(app.deps);
    const T = someTransaction();
    const file = await buildFile(app, { ...PRICED, price_cents: 5000, user_id: customer.id });
    await notifyPortal(app, someNotice({ custom: `${customer.id}:${file.id}`, transactionId: T }));
    await notifyPortal(
      app,
      someNotice({
        custom: String(customer.id),
        ...refund(T, '-50.00', { status: 'Reversed', reasonCode: 'chargeback' }),
      }),
    );
    expect(await readBalance(app, customer.id)).toBe(-50);
    const [newest] = await readLedger(customer);
    expect(newest).toMatchObject({
      source: 'Payment',
      credit_balance: -50,
      note: 'PayPal reversal: the card holder disputed the payment',
    });
  });

  test('gives the reason in the language of the account', async () => {
    const customer = await buildCustomer(app.deps);
    await app.db.updateTable('users').set({ language: 'de' }).where('id', '=', customer.id).execute();
    const T = someTransaction();
    await notifyPortal(app, someNotice({ custom: String(customer.id), transactionId: T }));
    for (const reasonCode of ['chargeback', 'constructor']) {
      const taken = refund(T, '-5.00', { status: 'Reversed', reasonCode });
      await notifyPortal(app, someNotice({ custom: String(customer.id), ...taken }));
    }
    const mails = await app.db
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', customer.email)
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(mails.map(({ subject }) => /\((.*)\)/.exec(subject)?.[1])).toEqual([
      'Rückbuchung durch PayPal',
      'Rückbuchung durch PayPal: der Karteninhaber hat die Zahlung angefochten',
    ]);
  });

  test('is booked even while the ledger is stopped, because only spending stops', async () => {
    const customer = await buildCustomer(app.deps);
    const T = someTransaction();
    await app.db.insertInto('credit_alarms').values({ finding: 'tried out' }).execute();
    try {
      await notifyPortal(app, someNotice({ custom: String(customer.id), transactionId: T }));
      await notifyPortal(app, someNotice({ custom: String(customer.id), ...refund(T, '-50.00') }));
    } finally {
      await app.ownerDb.deleteFrom('credit_alarms').execute();
    }
    expect((await readLedger(customer)).map((row) => row.credit_balance)).toEqual([-50, 50]);
  });
});

describe('the file that credits were bought for', () => {
  const readPriceStatus = async (id: number) =>
    (await app.db.selectFrom('files').select('price_status').where('id', '=', id).executeTakeFirstOrThrow())
      .price_status;

  test('is paid as soon as they arrive', { tags: ['C-VIEW-30', 'X-PAY-05'] }, async () => {
    const customer = await buildCustomer(app.deps, 110);
    const file = await buildFile(app, { ...PRICED, user_id: customer.id });
    await notifyPortal(app, someNotice({ custom: `${customer.id}:${file.id}` }));
    expect([await readPriceStatus(file.id), await readBalance(app, customer.id)]).toEqual(['PAID', 10]);
    expect(await lastOutcome()).toEqual(['CREDITED', null]);
  });

  const unpayable: Record<string, (customer: Customer) => Promise<number>> = {
    'costs more than there is': async ({ id }) => (await buildFile(app, { ...PRICED, user_id: id })).id,
    'is not priced yet': async ({ id }) => (await buildFile(app, { user_id: id, price_cents: 1000 })).id,
    'was canceled meanwhile': async ({ id }) =>
      (await buildFile(app, { ...PRICED, status: 'CANCELED', status_before_cancel: 'PROCESSED', user_id: id })).id,
    'is somebody else’s': async () => (await buildFile(app, { ...PRICED, price_cents: 1000 })).id,
    'was deleted': async ({ id }) =>
      (await buildFile(app, { ...PRICED, price_cents: 1000, user_id: id, deleted_at: new Date() })).id,
  };

  test.each(Object.entries(unpayable))('that %s stays unpaid, and the credits remain', async (_, build) => {
    const customer = await buildCustomer(app.deps);
    const fileId = await build(customer);
    await notifyPortal(app, someNotice({ custom: `${customer.id}:${fileId}` }));
    expect([await readPriceStatus(fileId), await readBalance(app, customer.id)]).toEqual(['UNPAID', 50]);
    expect(await lastOutcome()).toEqual(['CREDITED', 'file_not_paid']);
  });

  test('is paid once, even if the customer pays it at the same moment', async () => {
    const files = await import('../../files/files.calls.ts');
    for (let round = 0; round < 8; round += 1) {
      const customer = await buildCustomer(app.deps);
      await buildCredits(app, customer.id, 150);
      const file = await buildFile(app, { ...PRICED, user_id: customer.id });
      await post(app, await vouchedBytes(app, someNotice({ custom: `${customer.id}:${file.id}` })));
      const [, byHand] = await Promise.all([settleAll(app), app.call(files.confirmAndPay, { id: file.id }, customer)]);
      expect([200, 400]).toContain(byHand.status);
      expect([await readPriceStatus(file.id), await readBalance(app, customer.id)]).toEqual(['PAID', 50]);
    }
  });
});
