import { beforeEach, describe, expect, test } from 'vitest';
import { buildCustomer, buildPaidFile } from '../../../../server/testing/stories.ts';
import { deleteFile, downloadModified, getFile } from '../../../files/files.calls.ts';
import type { FileDetail } from '../../../files/file.ts';
import { reviewPayment } from '../../../payments/payments.calls.ts';
import { closeTicket, getTicket, reopenTicket, sendMessage } from '../../../tickets/tickets.calls.ts';
import { getWaiting, WAITING_COUNTED, type Waiting } from '../dashboard.calls.ts';
import { canDownloadModified, canPay, isWaitingForOffer } from '../../../files/files.rules.ts';
import { buildFile, deleteAllFiles } from '../../../files/server/files.factory.ts';
import { buildPaymentMessage } from '../../../payments/server/payments.factory.ts';
import { buildTicket } from '../../../tickets/server/tickets.factory.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import { UPLOADED_ROW } from '../../../files/files.factory.ts';

openStage();

let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeEach(async () => {
  customer = await buildCustomer(app.deps);
  await deleteAllFiles(app);
  await app.db.deleteFrom('payment_messages').execute();
});

const waiting = async (reader = customer) => (await app.call(getWaiting, {}, reader)).body as Waiting;

/** Every state of a file, including those that need no action. */
const STATES = [
  { status: 'PENDING' },
  { status: 'IN_PROGRESS' },
  { status: 'PROCESSED', modBytes: new Uint8Array([1]) },
  { status: 'IN_PROGRESS', feasible: 'POSSIBLE' },
  { status: 'PROCESSED', feasible: 'POSSIBLE' },
  { status: 'IN_PROGRESS', feasible: 'NOT_POSSIBLE' },
  { status: 'CANCELED', status_before_cancel: 'PENDING' },
  { status: 'NOT_SUPPORTED_SOLUTION', status_before_cancel: 'IN_PROGRESS' },
  'paid',
] as const;

describe('files', () => {
  test.each(STATES)('%o is counted by the same rules as on its page', async (state) => {
    const { id } =
      state === 'paid'
        ? await buildPaidFile(app.deps, { user_id: customer.id })
        : await buildFile(app, { user_id: customer.id, ...state });
    const { file } = (await app.call(getFile, { id }, admin)).body as FileDetail;
    expect((await waiting(admin)).files).toBe(isWaitingForOffer(file) ? 1 : 0);
    expect((await waiting()).files).toBe(canPay(file) || canDownloadModified(file) ? 1 : 0);
  });

  test('a paid file is new until its customer has downloaded it', async () => {
    const { id } = await buildPaidFile(app.deps, { user_id: customer.id });
    expect((await waiting()).files).toBe(1);
    await app.call(downloadModified, { id }, customer);
    expect((await waiting()).files).toBe(0);
  });

  test('files of other customers and deleted files are not counted', async () => {
    const { id } = await buildFile(app, { status: 'PROCESSED', feasible: 'POSSIBLE' });
    expect((await waiting()).files).toBe(0);
    const own = await buildFile(app, { user_id: customer.id });
    expect((await waiting(admin)).files).toBe(1);
    for (const gone of [id, own.id]) await app.call(deleteFile, { id: gone }, admin);
    expect(await waiting(admin)).toMatchObject({ files: 0 });
  });

  test('they are counted only up to the number that the menu can show', async () => {
    for (let built = 0; built <= WAITING_COUNTED; built += 1) {
      await app.db
        .insertInto('files')
        .values({
          ...UPLOADED_ROW,
          user_id: customer.id,
          file_key: `waiting ${built}`,
          file_size_bytes: 1,
          file_sha256: 'x',
        })
        .execute();
    }
    expect((await waiting(admin)).files).toBe(WAITING_COUNTED);
  });
});

describe('tickets', () => {
  const open = async () => {
    const file = await buildFile(app, { user_id: customer.id, status: 'IN_PROGRESS', feasible: 'NOT_POSSIBLE' });
    return (await buildTicket(app, { file_id: file.id })).id;
  };
  const write = async (id: number, writer = customer) =>
    expect((await app.call(sendMessage, { id, message: 'Which injectors?' }, writer)).status).toBe(201);
  const both = async () => [(await waiting(admin)).tickets, (await waiting()).tickets];

  test('a message of the customer waits for staff until staff have replied', async () => {
    const id = await open();
    expect(await both()).toEqual([0, 0]);
    await write(id);
    expect(await both()).toEqual([1, 0]);
    await app.call(getTicket, { id }, admin);
    expect(await both()).toEqual([1, 0]);
    await write(id, admin);
    expect((await waiting(admin)).tickets).toBe(0);
  });

  test('a closed ticket does not wait for a reply, and waits again once reopened', async () => {
    const id = await open();
    await write(id);
    await app.call(closeTicket, { id }, admin);
    expect(await both()).toEqual([0, 0]);
    await app.call(reopenTicket, { id }, admin);
    expect(await both()).toEqual([1, 0]);
  });

  test('a reply is unread until its customer opens the ticket, even if staff read or close it', async () => {
    const id = await open();
    await write(id, admin);
    expect(await both()).toEqual([0, 1]);
    await app.call(getTicket, { id }, admin);
    await app.call(closeTicket, { id }, admin);
    expect(await both()).toEqual([0, 1]);
    // Earlier messages are read by scrolling up.
    await app.call(getTicket, { id, before: 1 }, customer);
    expect(await both()).toEqual([0, 1]);
    await app.call(getTicket, { id }, customer);
    expect(await both()).toEqual([0, 0]);
  });

  test('tickets of other customers are not counted', async () => {
    await write(await open(), admin);
    expect((await waiting(await buildCustomer(app.deps))).tickets).toBe(0);
  });
});

test('payments that need a review are counted for staff only', async () => {
  const { id } = await buildPaymentMessage(app);
  await buildPaymentMessage(app, { outcome: 'CREDITED' });
  expect((await waiting(admin)).payments).toBe(1);
  expect((await waiting()).payments).toBeNull();
  await app.call(reviewPayment, { id, note: 'Paid back by hand.' }, admin);
  expect((await waiting(admin)).payments).toBe(0);
});
