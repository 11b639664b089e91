import { beforeEach, describe, expect, test } from 'vitest';
import type { Page } from '../../../../contract/pages.ts';
import { buildCredits } from '../../../credits/server/credits.factory.ts';
import { downloadModified, listFiles } from '../../../files/files.calls.ts';
import { closeTicket, getTicket, listTickets, sendMessage } from '../../../tickets/tickets.calls.ts';
import {
  dismissFirstSteps,
  getNeedsYou,
  getWaiting,
  type NeedsYou,
  type Waiting,
  NEEDED_SHOWN,
} from '../dashboard.calls.ts';
import { buildFile, deleteAllFiles } from '../../../files/server/files.factory.ts';
import { buildPaymentMessage } from '../../../payments/server/payments.factory.ts';
import { buildRevision } from '../../../files/revisions/server/revisions.factory.ts';
import { buildTicket } from '../../../tickets/server/tickets.factory.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import { buildCustomer, buildPaidFile } from '../../../../server/testing/stories.ts';

openStage();

let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeEach(async () => {
  customer = await buildCustomer(app.deps);
  await deleteAllFiles(app);
  await app.db.updateTable('tickets').set({ deleted_at: new Date() }).execute();
  await app.db.deleteFrom('payment_messages').execute();
});

const read = async (reader = customer) => (await app.call(getNeedsYou, {}, reader)).body as NeedsYou;
const listNeeds = async (reader = customer) =>
  (await read(reader)).needs.map(({ kind, count, longest }) => [kind, count, longest.map(({ file_id }) => file_id)]);
const own = (fields: Record<string, unknown>) => buildFile(app, { user_id: customer.id, ...fields });
const write = async (id: number, writer = customer) =>
  expect((await app.call(sendMessage, { id, message: 'Which injectors?' }, writer)).status).toBe(201);

describe('a customer', () => {
  test('sees what to pay, read and download, and what is not possible, each until it is done', async () => {
    const priced = await own({ status: 'IN_PROGRESS', feasible: 'POSSIBLE' });
    const refused = await own({ status: 'IN_PROGRESS', feasible: 'NOT_POSSIBLE' });
    const ready = await buildPaidFile(app.deps, { user_id: customer.id });
    const asked = await own({});
    const ticket = await buildTicket(app, { file_id: asked.id });
    await write(ticket.id, admin);
    expect(await listNeeds()).toEqual([
      ['PAY', 1, [priced.id]],
      ['READ_REPLY', 1, [asked.id]],
      ['DOWNLOAD', 1, [ready.id]],
      ['REFUSED', 1, [refused.id]],
    ]);
    const statusOfTicket = async () => (await read()).needs[1]?.longest[0]?.ticket_status;
    expect(await statusOfTicket()).toBe('OPEN');
    await app.call(closeTicket, { id: ticket.id }, admin);
    expect(await statusOfTicket()).toBe('CLOSED');
    await app.call(getTicket, { id: ticket.id }, customer);
    await app.call(downloadModified, { id: ready.id }, customer);
    expect((await listNeeds()).map(([kind]) => kind)).toEqual(['PAY', 'REFUSED']);
    expect((await read()).needs[0]?.longest[0]).toMatchObject({
      price: 60,
      vehicle: expect.stringMatching(/, \d{4}$/),
    });
  });

  test('sees nothing of other customers, and nothing that was deleted', async () => {
    await buildFile(app, { status: 'IN_PROGRESS', feasible: 'POSSIBLE' });
    const gone = await own({ status: 'IN_PROGRESS', feasible: 'POSSIBLE' });
    expect(await listNeeds()).toEqual([['PAY', 1, [gone.id]]]);
    await app.db.updateTable('files').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    expect(await listNeeds()).toEqual([]);
  });

  test('sees the ones that have waited longest first, and the total number', async () => {
    const ids: number[] = [];
    for (let day = 1; day <= NEEDED_SHOWN + 2; day += 1) {
      const { id } = await own({ status: 'IN_PROGRESS', feasible: 'POSSIBLE' });
      ids.unshift(id);
      const offer_set_at = new Date(Date.now() - day * 86_400_000);
      await app.db.updateTable('files').set({ offer_set_at }).where('id', '=', id).execute();
    }
    expect(await listNeeds()).toEqual([['PAY', NEEDED_SHOWN + 2, ids.slice(0, NEEDED_SHOWN)]]);
  });
});

describe('staff', () => {
  test('see what to process, change, reply to and review, and which customer it belongs to', async () => {
    const waiting = await own({});
    const asked = await own({ status: 'IN_PROGRESS', feasible: 'NOT_POSSIBLE' });
    await write((await buildTicket(app, { file_id: asked.id })).id);
    const change = await buildRevision(app.deps, { user_id: customer.id });
    await buildPaymentMessage(app);
    expect(await listNeeds(admin)).toEqual([
      ['SET_PRICE', 1, [waiting.id]],
      ['CHANGE_REQUESTED', 1, [change.id]],
      ['REPLY', 1, [asked.id]],
      ['REVIEW_PAYMENT', 1, [null]],
    ]);
    expect((await read(admin)).needs[0]?.longest[0]?.username).toBe(customer.username);
    expect((await read(admin)).first_steps).toBeNull();
  });

  test('see first what is overdue, by how many minutes of opening hours, and how much is', async () => {
    await own({ status_since: new Date(Date.now() - 3 * 60_000) });
    const late = await own({ status_since: new Date(Date.now() - 150 * 60_000) });
    const asked = await own({ status: 'IN_PROGRESS', feasible: 'NOT_POSSIBLE' });
    const ticket = await buildTicket(app, { file_id: asked.id });
    await write(ticket.id);
    const awaits_reply_since = new Date(Date.now() - 61 * 60_000);
    await app.db.updateTable('tickets').set({ awaits_reply_since }).where('id', '=', ticket.id).execute();
    const { targetTimes } = app.deps.config;
    app.deps.config.targetTimes = { PENDING: 30, TICKET: 60 };
    try {
      const { needs } = await read(admin);
      expect(needs.map(({ kind, count, overdue }) => [kind, count, overdue])).toEqual([
        ['SET_PRICE', 2, 1],
        ['REPLY', 1, 1],
      ]);
      expect(needs[0]?.longest.map(({ file_id, overdue_minutes }) => [file_id, overdue_minutes])).toEqual([
        [late.id, 120],
        [expect.any(Number), null],
      ]);
      expect(needs[1]?.longest[0]).toMatchObject({
        overdue_minutes: 1,
        last_message: 'Which injectors?',
        ticket_status: 'OPEN',
      });
    } finally {
      app.deps.config.targetTimes = targetTimes;
    }
  });

  test('find each of these in a list of nothing else', async () => {
    const waiting = await own({});
    const asked = await own({ status: 'IN_PROGRESS', feasible: 'NOT_POSSIBLE' });
    const change = await buildRevision(app.deps, { user_id: customer.id });
    const paid = await buildPaidFile(app.deps, { user_id: customer.id });
    const ticket = await buildTicket(app, { file_id: asked.id });
    await write(ticket.id);
    await write((await buildTicket(app, { file_id: paid.id })).id, admin);
    const list = async (endpoint: typeof listFiles | typeof listTickets, price_status?: string) => {
      const { body } = await app.call(endpoint, { work: 'waiting', ...(price_status && { price_status }) }, admin);
      return (body as Page<{ id: number }>).rows.map(({ id }) => id);
    };
    expect(await list(listFiles, 'UNPAID')).toEqual([waiting.id]);
    expect(await list(listFiles, 'PAID')).toEqual([change.id]);
    expect(await list(listFiles)).toEqual([change.id, waiting.id]);
    expect(await list(listTickets)).toEqual([ticket.id]);
  });

  test('see the same counts as in the menu', async () => {
    await own({});
    await buildRevision(app.deps, { user_id: customer.id });
    const counts = (await app.call(getWaiting, {}, admin)).body as Waiting;
    const needs = (await read(admin)).needs.map(({ count }) => count);
    expect(needs).toEqual([1, 1]);
    expect(counts.files).toBe(2);
  });
});

describe('the first steps', () => {
  test('follow what the customer has done, and disappear once all are done', async () => {
    await app.db.updateTable('users').set({ phone: '', verified: false }).where('id', '=', customer.id).execute();
    expect((await read()).first_steps).toEqual({ email: false, profile: false, upload: false, credits: false });
    await app.db
      .updateTable('users')
      .set({ phone: '+38970123456', country: 'MK', verified: true })
      .where('id', '=', customer.id)
      .execute();
    await own({});
    expect((await read()).first_steps).toEqual({ email: true, profile: true, upload: true, credits: false });
    await buildCredits(app.deps, customer.id, 50);
    expect((await read()).first_steps).toBeNull();
  });

  test('disappear once dismissed, for this customer only', async () => {
    const other = await buildCustomer(app.deps);
    expect((await read()).first_steps).not.toBeNull();
    expect((await app.call(dismissFirstSteps, {}, customer)).status).toBe(200);
    expect([(await read()).first_steps, (await read(other)).first_steps === null]).toEqual([null, false]);
  });
});
