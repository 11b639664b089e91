import { describe, expect, test } from 'vitest';
import { rawCall } from '../../../server/testing/raw-call.ts';
import { buildSignedIn, buildUser } from '../../accounts/server/accounts.factory.ts';
import { buildCredits } from '../../credits/server/credits.factory.ts';
import * as credits from '../../credits/credits.calls.ts';
import * as files from '../files.calls.ts';
import * as review from '../review/review.calls.ts';
import { buildTicket } from '../../tickets/server/tickets.factory.ts';
import { buildFile } from './files.factory.ts';
import { completeDelivered } from './payment.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

openStage({ movesMoney: true });

const priced = { status: 'PROCESSED', feasible: 'POSSIBLE', price_cents: 15_000 } as const;

async function customerWith(balance: number) {
  const customer = await buildSignedIn(app.deps);
  if (balance > 0) await buildCredits(app, customer.id, balance);
  return customer;
}

const statusesOf = (replies: { status: number }[]) => replies.map(({ status }) => status).sort((a, b) => a - b);

const readBalance = async (userId: number) =>
  (
    await app.db
      .selectFrom('credit_accounts')
      .select('balance_cents')
      .where('user_id', '=', userId)
      .where('unit', '=', 'MAIN')
      .executeTakeFirstOrThrow()
  ).balance_cents / 100;

describe('confirm and pay', () => {
  test('takes the price once and marks the file PAID', { tags: ['X-CRS-04', 'X-API-24'] }, async () => {
    const customer = await customerWith(200);
    const file = await buildFile(app, { ...priced, user_id: customer.id });
    const reply = await app.call(files.confirmAndPay, { id: file.id }, customer);
    expect(reply.status).toBe(200);
    expect(reply.body.file).toMatchObject({ price_status: 'PAID', status: 'PROCESSED' });
    expect(await readBalance(customer.id)).toBe(50);
    const ledger = await app.call(credits.listUserLedger, { userId: customer.id, limit: 10 }, customer);
    expect(ledger.body.credits_ledger.map((row: credits.LedgerRow) => [row.source, row.credit_balance])).toEqual([
      ['Upload', -150],
      ['Admin', 200],
    ]);
    expect(ledger.body).toMatchObject({ total_rows: 2, admin: 200, upload: -150, refund: 0, paypal: 0 });
  });

  test('simultaneous clicks pay once; the others report that the file is already paid', async () => {
    const customer = await customerWith(1000);
    const file = await buildFile(app, { ...priced, user_id: customer.id });
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => app.call(files.confirmAndPay, { id: file.id }, customer)),
    );
    expect(statusesOf(replies)).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
    const losers = replies.filter((reply) => reply.status === 400);
    expect(new Set(losers.map((reply) => reply.body.message))).toEqual(new Set(['The file is already paid.']));
    expect(await readBalance(customer.id)).toBe(850);
  });

  test('two simultaneous payments cannot spend the same credits', async () => {
    const customer = await customerWith(200);
    const one = await buildFile(app, { ...priced, user_id: customer.id });
    const two = await buildFile(app, { ...priced, user_id: customer.id });
    const replies = await Promise.all([one, two].map(({ id }) => app.call(files.confirmAndPay, { id }, customer)));
    expect(statusesOf(replies)).toEqual([200, 400]);
    expect(replies.find((reply) => reply.status === 400)?.body.message).toBe(
      'Not enough credits. Please buy credits and try again.',
    );
    expect(await readBalance(customer.id)).toBe(50);
  });

  test('a price that changed after the customer saw it is not paid', async () => {
    const customer = await customerWith(500);
    const file = await buildFile(app, { ...priced, user_id: customer.id });
    const reply = await app.call(files.confirmAndPay, { id: file.id, price: 120 }, customer);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toBe('The price has changed to 150 CRS. Please check it and confirm again.');
    expect(await readBalance(customer.id)).toBe(500);
  });

  test('when a price change and a payment coincide, the amount taken is the file’s price', async () => {
    for (let round = 0; round < 10; round += 1) {
      const customer = await customerWith(500);
      const file = await buildFile(app, { ...priced, user_id: customer.id });
      await Promise.all([
        app.call(files.confirmAndPay, { id: file.id }, customer),
        app.call(review.setFeasibility, { id: file.id, feasible: 'POSSIBLE', price: 99 }, admin),
      ]);
      const { body } = await app.call(files.getFile, { id: file.id }, admin);
      expect(body.file.price_status).toBe('PAID');
      expect(500 - (await readBalance(customer.id))).toBe(body.file.price);
    }
  });

  test('a file at price 0 is paid without credits and shows in the ledger', async () => {
    const customer = await customerWith(0);
    const file = await buildFile(app, { ...priced, price_cents: 0, user_id: customer.id });
    expect((await app.call(files.confirmAndPay, { id: file.id }, customer)).status).toBe(200);
    const ledger = await app.call(credits.listUserLedger, { userId: customer.id }, customer);
    expect(ledger.body.credits_ledger).toMatchObject([{ source: 'Upload', credit_balance: 0 }]);
  });
});

describe('cancel and refund', () => {
  test('staff who cancel a paid file refund it', { tags: ['X-STA-07', 'X-STA-16', 'X-API-23'] }, async () => {
    const customer = await customerWith(200);
    const file = await buildFile(app, { ...priced, user_id: customer.id });
    await app.call(files.confirmAndPay, { id: file.id }, customer);
    const replies = await Promise.all([1, 2, 3].map(() => app.call(files.cancelFile, { id: file.id }, admin)));
    expect(statusesOf(replies)).toEqual([200, 400, 400]);
    expect(replies.find((reply) => reply.status === 400)?.body.message).toBe('Your file is already refunded, CRS:150');
    expect(await readBalance(customer.id)).toBe(200);
    expect((await app.call(files.undoCancel, { id: file.id }, admin)).body.message).toBe(
      'A refunded file cannot be restored.',
    );
  });

  test('a simultaneous payment and cancellation end in one of the two, never in both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const customer = await customerWith(200);
      const file = await buildFile(app, { ...priced, user_id: customer.id });
      await Promise.all([
        app.call(files.confirmAndPay, { id: file.id }, customer),
        app.call(files.cancelFile, { id: file.id }, customer),
      ]);
      const { body } = await app.call(files.getFile, { id: file.id }, customer);
      const paid = body.file.price_status === 'PAID';
      expect(body.file.status).toBe(paid ? 'PROCESSED' : 'CANCELED');
      expect(await readBalance(customer.id)).toBe(paid ? 50 : 200);
    }
  });

  test('PUT /files/{id}/cancel/undo needs no body and restores the last status', { tags: ['X-API-40'] }, async () => {
    const file = await buildFile(app, { status: 'CANCELED', status_before_cancel: 'IN_PROGRESS' });
    const undo = { method: 'PUT', path: `/api/files/${file.id}/cancel/undo`, token: admin.token };
    const { status, text } = await rawCall(app.url, undo);
    expect([status, JSON.parse(text)]).toMatchObject([200, { file: { id: file.id, status: 'IN_PROGRESS' } }]);
    expect((await rawCall(app.url, undo)).status).toBe(400);
  });

  test('another customer cannot pay or cancel a file', async () => {
    const stranger = await customerWith(500);
    const owner = await buildUser(app);
    const file = await buildFile(app, { ...priced, user_id: owner.id });
    expect((await app.call(files.confirmAndPay, { id: file.id }, stranger)).status).toBe(404);
    expect((await app.call(files.cancelFile, { id: file.id }, stranger)).status).toBe(404);
    expect((await app.call(files.getFile, { id: file.id }, admin)).body.file).toMatchObject({
      status: 'PROCESSED',
      price_status: 'UNPAID',
    });
  });
});

test('a canceled file whose bytes were removed stays canceled: nobody could download what they pay for', async () => {
  const customer = await customerWith(200);
  const { id } = await buildFile(app, { ...priced, user_id: customer.id });
  await app.call(files.cancelFile, { id }, customer);
  await app.db.updateTable('files').set({ bytes_removed_at: new Date() }).where('id', '=', id).execute();
  const { status, body } = await app.call(files.undoCancel, { id }, admin);
  expect([status, body.message]).toEqual([400, 'The stored file was removed for good; its record stays.']);
});

test('a delivered file completes after 14 days, but not while its ticket is open', async () => {
  const customer = await customerWith(400);
  const quiet = await buildFile(app, { ...priced, user_id: customer.id });
  const talking = await buildFile(app, { ...priced, user_id: customer.id });
  for (const { id } of [quiet, talking]) {
    await app.call(files.confirmAndPay, { id }, customer);
    await app.call(files.downloadModified, { id }, customer);
  }
  await buildTicket(app, { file_id: talking.id });
  app.clock.advance(13 * 24 * 3600 * 1000);
  expect(await completeDelivered(app)).toBe(0);
  app.clock.advance(2 * 24 * 3600 * 1000);
  expect(await completeDelivered({ ...app, config: { ...app.config, completeAfterDays: 0 } })).toBe(0);
  expect(await completeDelivered(app)).toBe(1);
  const { body } = await app.call(
    files.getFile,
    { id: quiet.id },
    { token: (await buildSignedIn(app.deps, { role: 'ADMIN' })).token },
  );
  expect(body.file.status).toBe('COMPLETED');
});

test('of cancels and restores at once, each change has one winner, and the losers read why', async () => {
  const customer = await customerWith(0);
  const file = await buildFile(app, { ...priced, user_id: customer.id });
  const readCanceled = async () =>
    (await app.call(files.getFile, { id: file.id }, customer)).body.file.status === 'CANCELED';
  const justChanged = 'The file has just changed. Please review it and try again.';
  for (let round = 0; round < 15; round += 1) {
    const wasCanceled = await readCanceled();
    const [one, restored, other] = await Promise.all([
      app.call(files.cancelFile, { id: file.id }, customer),
      app.call(files.undoCancel, { id: file.id }, admin),
      app.call(files.cancelFile, { id: file.id }, customer),
    ]);
    for (const { status } of [one, restored, other]) expect([200, 400]).toContain(status);
    const won = (replies: { status: number }[]) => replies.filter(({ status }) => status === 200).length;
    expect(won([one, restored, other])).toBeGreaterThan(0);
    // Each restore undoes one cancel: two winners of the same change would not add up.
    expect(Number(wasCanceled) + won([one, other]) - won([restored])).toBe(Number(await readCanceled()));
    const sentencesOfLosers = (replies: (typeof one)[]) =>
      replies.filter(({ status }) => status === 400).map(({ body }) => body.message);
    for (const sentence of sentencesOfLosers([one, other])) {
      expect(['Your file is already canceled', justChanged]).toContain(sentence);
    }
    for (const sentence of sentencesOfLosers([restored])) {
      expect(['Only a canceled file can be restored.', justChanged]).toContain(sentence);
    }
  }
});
