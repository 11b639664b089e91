import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { app } from '../../../server/testing/stage.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { type Change, listChanges } from '../../staff/audit/audit.calls.ts';
import {
  receiver,
  openWebhookStage,
  asAdmin,
  addWebhook,
  deliverAll,
  getWebhook,
  getLog,
} from './webhook-stage.factory.ts';
import * as contract from '../webhooks.calls.ts';

openWebhookStage();

describe('administrators', () => {
  test('send a test message, whatever the webhook asks for', async () => {
    const { id } = await addWebhook(['ticket.closed']);
    const { body } = await app.call(contract.testWebhook, { id }, asAdmin);
    expect(body).toMatchObject({ type: 'webhook.test', status: 'DELIVERED', reply_text: 'thanks' });
    receiver.answer = (response) => void response.writeHead(404).end('no such page');
    const { body: failed } = await app.call(contract.testWebhook, { id }, asAdmin);
    expect(failed).toMatchObject({ status: 'GIVEN_UP', reply_status: 404, reply_text: 'no such page' });
    expect(await getWebhook()).toMatchObject({ failing_since: null });
  });

  test('hold no transaction open while a receiver takes its time, with a key neither', async () => {
    const { id } = await addWebhook(['ticket.closed']);
    const open = sql`select from pg_stat_activity where datname = current_database() and state like 'idle in %'`;
    let count: number | undefined;
    receiver.answer = (response) =>
      void open.execute(app.db).then(({ rows }) => {
        count = rows.length;
        response.end('thanks');
      });
    const headers = { 'idempotency-key': 'the-same-test' };
    const { body } = await app.call(contract.testWebhook, { id }, { token: asAdmin.token, headers });
    expect([body, count]).toMatchObject([{ status: 'DELIVERED' }, 0]);
  });

  test('send a message again: the same message, with the same id', async () => {
    const { id } = await addWebhook(['file.created']);
    await buildFile(app.deps);
    await deliverAll();
    const [first] = await getLog(id);
    const { status, body } = await app.call(contract.replayWebhookDelivery, { id: first?.id }, asAdmin);
    expect([status, body]).toMatchObject([201, { message_id: first?.message_id, is_replay: true }]);
    await deliverAll();
    const [one, two] = receiver.received;
    expect([two?.body, two?.headers['webhook-id']]).toEqual([one?.body, one?.headers['webhook-id']]);
    expect(await getLog(id)).toHaveLength(2);
  });

  test.each([
    ['ftp://example.com/', 'http.bad_input'],
    ['https://user:secret@example.com/', 'http.bad_input'],
    ['https://10.0.0.1/', 'webhooks.url_private'],
    ['https://[fd00::1]/', 'webhooks.url_private'],
    ['http://93.184.215.14/', 'webhooks.url_insecure'],
    ['https://exa mple.com/', 'http.bad_input'],
    ['https://[::1/', 'webhooks.url_invalid'],
  ])('cannot enter %s', async (url, code) => {
    const { status, body } = await app.call(contract.createWebhook, { name: 'X', url, events: ['file.paid'] }, asAdmin);
    expect([status, body]).toMatchObject([400, { code, field: 'url' }]);
  });

  test('find every change of a webhook in the audit list', async () => {
    const { id, url } = await addWebhook(['file.created']);
    await app.call(contract.setWebhook, { id, name: 'Other', url, events: ['file.paid'], is_enabled: false }, asAdmin);
    await app.call(contract.changeWebhookKey, { id }, asAdmin);
    await app.call(contract.deleteWebhook, { id }, asAdmin);
    const { body } = await app.call(listChanges, {}, asAdmin);
    const own = (body.changes as Change[]).filter(
      ({ subject, subject_id }) => subject === 'WEBHOOK' && subject_id === id,
    );
    expect(own.map(({ kind, field }) => field ?? kind)).toEqual([
      'DELETED',
      'Signing key',
      'Status',
      'Events',
      'Name',
      'CREATED',
    ]);
  });

  test('customers reach none of it', async () => {
    const { id } = await addWebhook();
    const customer = await buildCustomer(app.deps);
    for (const call of Object.values(contract).filter((one) => 'method' in one && 'path' in one))
      expect((await app.call(call as typeof contract.deleteWebhook, { id }, { token: customer.token })).status).toBe(
        403,
      );
    expect(await getWebhook()).toMatchObject({ id });
  });
});
