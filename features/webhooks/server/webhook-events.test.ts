import { describe, expect, test } from 'vitest';
import { PRICED, buildCustomer, buildPaidFile } from '../../../server/testing/stories.ts';
import { admin, app } from '../../../server/testing/stage.ts';
import { recordRemovedBytes } from '../../../server/stored-files/removed-bytes.ts';
import { confirmAndPay } from '../../files/files.calls.ts';
import { intoStatus } from '../../files/server/file-rows.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { buildTicket, buildTicketMessage } from '../../tickets/server/tickets.factory.ts';
import { buildPaymentMessage } from '../../payments/server/payments.factory.ts';
import {
  receiver,
  openWebhookStage,
  addWebhook,
  listWaiting,
  deliverAll,
  readMessages,
} from './webhook-stage.factory.ts';
import type { WebhookEvent } from '../webhook-events.ts';

openWebhookStage();

describe('what is told', () => {
  const isOf = (type: string) => (message: { type: string }) => message.type === type;

  test('a payment of a file is told with its state and its money, and without words of a person', async () => {
    const customer = await buildCustomer(app.deps, 200);
    const file = await buildFile(app.deps, {
      ...PRICED,
      user_id: customer.id,
      file_name: 'Secret name.bin',
      notes: 'Private',
    });
    await addWebhook(['file.paid', 'credits.changed', 'file.status_changed']);
    expect((await app.call(confirmAndPay, { id: file.id }, { token: customer.token })).status).toBe(200);
    await deliverAll();
    const messages = readMessages();
    expect(messages.find(isOf('file.paid'))?.data).toMatchObject({
      id: file.id,
      user_id: customer.id,
      status: 'PROCESSED',
      price_status: 'PAID',
      price: 150,
    });
    expect(messages.find(isOf('credits.changed'))?.data).toMatchObject({
      user_id: customer.id,
      amount: -150,
      balance: 50,
      unit: 'MAIN',
      source: 'Upload',
      file_id: file.id,
    });
    expect(messages).toHaveLength(2);
    expect(JSON.stringify(messages)).not.toMatch(/Secret|Private|@/);
  });

  test.each<[WebhookEvent, () => Promise<unknown>]>([
    ['file.created', () => buildFile(app.deps)],
    ['file.status_changed', () => change({ status: 'IN_PROGRESS' })],
    ['file.priced', () => change({ price_cents: 123 })],
    ['file.modified_file_attached', () => change({ mod_file_key: 'k1', mod_file_name: 'x' })],
    ['file.deleted', () => change({ deleted_at: new Date() })],
    ['file.restored', async () => change({ deleted_at: null }, await buildFile(app.deps, { deleted_at: new Date() }))],
    ['file.assigned', () => change({ assignee_id: admin.id })],
    ['file.change_requested', () => change({ revision_since: new Date() })],
    [
      'file.change_settled',
      async () => change({ revision_since: null }, await buildFile(app.deps, { revision_since: new Date() })),
    ],
    ['file.further_file_added', () => change({ further_files: 1 })],
    ['file.delivered', () => change({ delivered_at: new Date() })],
    ['file.paid', async () => buildPaidFile(app.deps)],
    [
      'file.refunded',
      async () => change({ status: 'REFUNDED', price_status: 'REFUNDED' }, await buildPaidFile(app.deps)),
    ],
    ['ticket.opened', () => openTicket()],
    ['ticket.closed', async () => closeTicket((await openTicket()).id)],
    ['ticket.reopened', async () => reopenTicket(await closeTicket((await openTicket()).id))],
    [
      'message.created',
      async () => buildTicketMessage(app.deps, { ticket_id: (await openTicket()).id, user_id: admin.id }),
    ],
    [
      'payment.settled',
      async () => settle((await buildPaymentMessage(app.deps, { outcome: null, reason: null, settled_at: null })).id),
    ],
    ['payment.reviewed', async () => review((await buildPaymentMessage(app.deps)).id)],
    ['credits.changed', () => buildCustomer(app.deps, 5)],
  ])('%s', async (event, make) => {
    await addWebhook([event]);
    await make();
    await deliverAll();
    expect(readMessages().map(({ type }) => type)).toEqual([event]);
  });

  const change = async (set: Record<string, unknown>, file?: { id: number }) =>
    app.ownerDb
      .updateTable('files')
      .set(set)
      .where('id', '=', (file ?? (await buildFile(app.deps))).id)
      .execute();
  const openTicket = async () => buildTicket(app.deps, { file_id: (await buildFile(app.deps)).id });
  const closeTicket = async (id: number) => {
    await app.db
      .updateTable('tickets')
      .set({ status: 'CLOSED', closing_date: new Date() })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const reopenTicket = (id: number) =>
    app.db.updateTable('tickets').set({ status: 'OPEN', closing_date: null }).where('id', '=', id).execute();
  const settle = (id: number) =>
    app.db
      .updateTable('payment_messages')
      .set({ outcome: 'CREDITED', settled_at: new Date() })
      .where('id', '=', id)
      .execute();
  const review = (id: number) =>
    app.db
      .updateTable('payment_messages')
      .set({ reviewed_at: new Date(), reviewed_by: admin.id })
      .where('id', '=', id)
      .execute();

  test('a change of several things is told once for each, and a new status with the one before', async () => {
    await addWebhook(['file.status_changed', 'file.assigned', 'file.priced']);
    await change({ status: 'IN_PROGRESS', assignee_id: admin.id, price_cents: 123 });
    await deliverAll();
    const messages = readMessages();
    expect(messages.map(({ type }) => type).toSorted()).toEqual([
      'file.assigned',
      'file.priced',
      'file.status_changed',
    ]);
    expect(messages.find(isOf('file.status_changed'))?.data).toMatchObject({
      previous_status: 'PENDING',
      status: 'IN_PROGRESS',
    });
    expect(messages.find(isOf('file.priced'))?.data).not.toHaveProperty('previous_status');
  });

  test('that the bytes of a modified file are given up is no event: no other was attached', async () => {
    const { id } = await buildPaidFile(app.deps);
    const file = app.db.selectFrom('files').select('mod_file_key').where('id', '=', id);
    const { mod_file_key } = await file.executeTakeFirstOrThrow();
    await addWebhook();
    await recordRemovedBytes(app.db, [mod_file_key as string], 'RETENTION');
    expect(await file.executeTakeFirst()).not.toEqual({ mod_file_key });
    expect(await listWaiting()).toEqual([]);
  });

  test('a forged notice of a payment, which anybody can send, is no event', async () => {
    await addWebhook();
    const { id } = await buildPaymentMessage(app.deps, {
      outcome: null,
      reason: null,
      settled_at: null,
      verification: 'INVALID',
    });
    await app.db
      .updateTable('payment_messages')
      .set({ outcome: 'REJECTED', settled_at: new Date() })
      .where('id', '=', id)
      .execute();
    expect(await listWaiting()).toEqual([]);
  });

  test('a change that is rolled back is told to nobody', async () => {
    await addWebhook();
    const file = await buildFile(app.deps);
    await deliverAll();
    receiver.received.length = 0;
    const failing = await app.db.startTransaction().execute();
    await failing.updateTable('files').set(intoStatus('IN_PROGRESS')).where('id', '=', file.id).execute();
    await failing.rollback().execute();
    await deliverAll();
    expect(receiver.received).toEqual([]);
  });

  test('a webhook that is being deleted fails no change of a file', async () => {
    const webhook = await addWebhook();
    const file = await buildFile(app.deps);
    const deleting = await app.db.startTransaction().execute();
    await deleting.deleteFrom('webhooks').where('id', '=', webhook.id).execute();
    const changing = app.db.updateTable('files').set(intoStatus('IN_PROGRESS')).where('id', '=', file.id).execute();
    await deleting.commit().execute();
    await expect(changing).resolves.toBeDefined();
  });
});
