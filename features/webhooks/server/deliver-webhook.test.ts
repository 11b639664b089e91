import { setTimeout } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { app } from '../../../server/testing/stage.ts';
import type { Schema } from '../../../server/database/schema.ts';
import { startWorkers } from '../../../server/jobs.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { type OperatorNotice, listOperatorNotices } from '../../shop/notices/notices.calls.ts';
import { listChanges } from '../../staff/audit/audit.calls.ts';
import { deliverWebhook, noticeDisabled, removeOldDeliveries } from './deliver-webhook.ts';
import { refuseMessage } from './receiver.factory.ts';
import {
  post,
  receiver,
  openWebhookStage,
  asAdmin,
  addWebhook,
  listWaiting,
  deliverAll,
  tryDelivery,
  readMessages,
  getWebhook,
  getLog,
} from './webhook-stage.factory.ts';
import * as contract from '../webhooks.calls.ts';

openWebhookStage();

const HOUR_MS = 3_600_000;
type Work = (tx: Transaction<Schema>) => Promise<void>;

const readWhyOff = async () =>
  (await app.db.selectFrom('webhooks').select('disabled_for').execute()).map(({ disabled_for }) => disabled_for);

describe('the signature', () => {
  test('is valid for the bytes and the time, and for no others', async () => {
    const { signing_key } = await addWebhook(['file.created']);
    await buildFile(app.deps);
    await deliverAll();
    const [message] = receiver.received as [(typeof receiver.received)[0]];
    expect(refuseMessage(signing_key, message)).toBeNull();
    expect(refuseMessage(signing_key, { ...message, body: message.body.replace('PENDING', 'PAID') })).toBe(
      'not signed',
    );
    const replayed = {
      ...message,
      headers: { ...message.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 60) },
    };
    expect(refuseMessage(signing_key, replayed)).toBe('not signed');
    expect(refuseMessage(signing_key, message, Date.now() + HOUR_MS)).toBe('old');
    const other = { ...message, headers: { ...message.headers, 'webhook-id': 'msg_other' } };
    expect(refuseMessage(signing_key, other)).toBe('not signed');
  });

  test('is verified by the library that Standard Webhooks publishes', async () => {
    const { signing_key } = await addWebhook(['file.created']);
    await buildFile(app.deps);
    await deliverAll();
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
    const library = new Webhook(signing_key);
    expect(library.verify(body, headers as Record<string, string>)).toMatchObject({ type: 'file.created' });
    expect(() => library.verify(`${body} `, headers as Record<string, string>)).toThrow(/signature/i);
    const { body: other } = await app.call(contract.changeWebhookKey, { id: (await getWebhook()).id }, asAdmin);
    expect(() => new Webhook(other.signing_key).verify(body, headers as Record<string, string>)).toThrow(/signature/i);
  });

  test('is made with both keys for 24 hours after a change, and then with the new one alone', async () => {
    const before = await addWebhook(['file.created']);
    const { body: after } = await app.call(contract.changeWebhookKey, { id: before.id }, asAdmin);
    expect(after.signing_key).not.toBe(before.signing_key);
    const refusals = async () => {
      receiver.received.length = 0;
      await buildFile(app.deps);
      await deliverAll();
      const [message] = receiver.received as [(typeof receiver.received)[0]];
      return [before, after].map(({ signing_key }) => refuseMessage(signing_key, message, app.clock.now().getTime()));
    };
    expect(await refusals()).toEqual([null, null]);
    app.clock.advance(24 * HOUR_MS + 1000);
    expect(await refusals()).toEqual(['not signed', null]);
  });

  test('is made with every key of the last 24 hours, however often it is changed', async () => {
    const first = await addWebhook(['file.created']);
    const change = async () => (await app.call(contract.changeWebhookKey, { id: first.id }, asAdmin)).body;
    const keys: string[] = [first.signing_key, (await change()).signing_key];
    app.clock.advance(60_000);
    keys.push((await change()).signing_key);
    const refusals = async () => {
      receiver.received.length = 0;
      await buildFile(app.deps);
      await deliverAll();
      const [message] = receiver.received as [(typeof receiver.received)[0]];
      return keys.map((key) => refuseMessage(key, message, app.clock.now().getTime()));
    };
    expect(await refusals()).toEqual([null, null, null]);
    await app.db.updateTable('webhooks').set({ previous_key_until: app.clock.now() }).execute();
    expect(await refusals()).toEqual(['not signed', 'not signed', null]);
    keys.push((await change()).signing_key);
    expect(await refusals()).toEqual(['not signed', 'not signed', null, null]);
  });

  test('is made with a key that no row and no later reply contains', async () => {
    const { id, signing_key } = await addWebhook();
    const rows = JSON.stringify(await app.db.selectFrom('webhooks').selectAll().where('id', '=', id).execute());
    const listed = JSON.stringify((await app.call(contract.listWebhooks, {}, asAdmin)).body);
    const changes = JSON.stringify((await app.call(listChanges, {}, asAdmin)).body);
    for (const text of [rows, listed, changes]) expect(text).not.toContain(signing_key.slice(6));
  });
});

describe('a receiver that fails', () => {
  test('gets the same message with the same id again, until it accepts it', async () => {
    await addWebhook(['file.created']);
    await buildFile(app.deps);
    const [id] = (await listWaiting()) as [number];
    receiver.answer = (response) => void response.writeHead(503).end('later');
    expect(await tryDelivery(id)).toBe('the webhook replied with 503');
    expect(await getWebhook()).toMatchObject({ waiting: 1, failing_since: expect.any(String) as string });
    app.clock.advance(60_000);
    receiver.answer = (response) => void response.end('ok');
    expect(await tryDelivery(id)).toBeNull();
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(await getWebhook()).toMatchObject({ waiting: 0, failing_since: null });
    expect(await getLog((await getWebhook()).id)).toMatchObject([
      { status: 'DELIVERED', attempts: 2, reply_status: 200, reply_text: 'ok' },
    ]);
    await deliverWebhook(app.deps, post, id);
    expect(receiver.received).toHaveLength(2);
  });

  test('is left alone for a moment, so that its other messages do not hold up those of others', async () => {
    await addWebhook(['file.created']);
    await buildFile(app.deps);
    await buildFile(app.deps);
    const [one, two] = (await listWaiting()) as [number, number];
    receiver.answer = (response) => void response.writeHead(500).end();
    await tryDelivery(one);
    expect(await tryDelivery(two)).toBe('the webhook rests after a failure');
    expect(receiver.received).toHaveLength(1);
  });

  test('is left alone from when it failed, however long that took', async () => {
    await addWebhook(['file.created']);
    await buildFile(app.deps);
    await buildFile(app.deps);
    const [one, two] = (await listWaiting()) as [number, number];
    const hang = async () => {
      app.clock.advance(15_000);
      throw new Error('no reply');
    };
    await expect(deliverWebhook(app.deps, hang, one)).rejects.toThrow('no reply');
    app.clock.advance(10_000);
    expect(await tryDelivery(two)).toBe('the webhook rests after a failure');
  });

  test('a message is given up after 24 hours', async () => {
    await addWebhook(['file.created']);
    await buildFile(app.deps);
    const [id] = (await listWaiting()) as [number];
    receiver.answer = (response) => void response.writeHead(500).end();
    app.clock.advance(23 * HOUR_MS);
    expect(await tryDelivery(id)).toMatch('500');
    app.clock.advance(2 * HOUR_MS);
    expect(await tryDelivery(id)).toBeNull();
    expect(await listWaiting()).toEqual([]);
  });

  test('is switched off after five days without an accepted message, and administrators are told', async () => {
    const { id: webhookId } = await addWebhook(['file.created']);
    receiver.answer = (response) => void response.writeHead(500).end();
    for (const days of [0, 4, 1]) {
      app.clock.advance(days * 24 * HOUR_MS);
      await buildFile(app.deps);
      await tryDelivery((await listWaiting()).at(-1) as number);
    }
    const readWebhook = () =>
      app.db.selectFrom('webhooks').selectAll().where('id', '=', webhookId).executeTakeFirstOrThrow();
    expect(await readWebhook()).toMatchObject({ disabled_for: 'FAILURES' });
    const notices = await app.db
      .selectFrom('operator_notices')
      .selectAll()
      .where('kind', '=', 'webhooks.disabled')
      .execute();
    expect(notices).toMatchObject([{ items: [{ text: 'Shop', to: '/admin/webhooks' }] }]);
    await buildFile(app.deps);
    const [waiting] = (await listWaiting()) as [number];
    expect(await tryDelivery(waiting)).toBeNull();
    expect(receiver.received).toHaveLength(3);
  });

  test('that was sent nothing for days is not switched off by one failed attempt, but once the message is given up', async () => {
    await addWebhook(['file.created']);
    const failing_since = new Date(app.clock.now().getTime() - 6 * 24 * HOUR_MS);
    await app.db.updateTable('webhooks').set({ failing_since }).execute();
    await buildFile(app.deps);
    const [id] = (await listWaiting()) as [number];
    receiver.answer = (response) => void response.writeHead(500).end();
    expect(await tryDelivery(id)).toMatch('500');
    expect(await readWhyOff()).toEqual([null]);
    app.clock.advance(25 * HOUR_MS);
    expect(await tryDelivery(id)).toBeNull();
    expect(await readWhyOff()).toEqual(['FAILURES']);
  });

  test('that has just accepted another message stays on, however long it failed before', async () => {
    await addWebhook(['file.created']);
    const failing_since = new Date(app.clock.now().getTime() - 6 * 24 * HOUR_MS);
    await app.db.updateTable('webhooks').set({ failing_since }).execute();
    for (let count = 0; count < 2; count += 1) await buildFile(app.deps);
    const [one, two] = (await listWaiting()) as [number, number];
    const failLater = async () => {
      await deliverWebhook(app.deps, async () => ({ status: 200, text: 'ok' }), two);
      return { status: 500, text: '' };
    };
    app.clock.advance(25 * HOUR_MS);
    await deliverWebhook(app.deps, failLater, one);
    expect(await readWhyOff()).toEqual([null]);
    expect(await listWaiting()).toEqual([]);
  });

  test('the notice names both of two that are switched off at once', async () => {
    const ids = [(await addWebhook(['file.created'])).id, (await addWebhook(['file.created'])).id];
    const off = { disabled_at: new Date(), disabled_for: 'FAILURES' } as const;
    const [one, two] = ids.map((id) => async (tx: Transaction<Schema>) => {
      await tx.updateTable('webhooks').set(off).where('id', '=', id).execute();
      await noticeDisabled(tx);
    }) as [Work, Work];
    let second: Promise<void> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await one(tx);
      second = app.db.transaction().execute(two);
      await setTimeout(200);
    });
    await second;
    const notice = app.db.selectFrom('operator_notices').select('items').where('kind', '=', 'webhooks.disabled');
    expect((await notice.executeTakeFirst())?.items).toHaveLength(2);
  });

  test('the notice is gone once the webhook is on again', async () => {
    const { id, name, url, events } = await addWebhook(['file.created']);
    await app.db
      .updateTable('webhooks')
      .set({ disabled_at: new Date(), disabled_for: 'FAILURES' })
      .where('id', '=', id)
      .execute();
    await app.call(contract.setWebhook, { id, name: 'New', url, events, is_enabled: false }, asAdmin);
    const kinds = async () =>
      (await app.call(listOperatorNotices, {}, asAdmin)).body.map(({ kind }: OperatorNotice) => kind);
    expect(await kinds()).toContain('webhooks.disabled');
    const { body } = await app.call(contract.setWebhook, { id, name, url, events, is_enabled: true }, asAdmin);
    expect(body).toMatchObject({ disabled_at: null, failing_since: null });
    expect(await kinds()).not.toContain('webhooks.disabled');
  });
});

describe('the worker', () => {
  const work = { 'deliver-webhook': (id: number) => deliverWebhook(app.deps, post, id) };

  test('delivers what was committed before the process was killed, each message once', async () => {
    await addWebhook(['file.created']);
    const files = [await buildFile(app.deps), await buildFile(app.deps)];
    const workers = await startWorkers(app.databaseUrl, work, () => undefined);
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(2);
    await workers.stop();
    expect(new Set(readMessages().map(({ data }) => data['id']))).toEqual(new Set(files.map(({ id }) => id)));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  });

  test('makes one job of a message for which a killed process had made one already', async () => {
    await addWebhook(['file.created']);
    await buildFile(app.deps);
    let calls = 0;
    const counting = {
      'deliver-webhook': async (id: number) => {
        calls += 1;
        await deliverWebhook(app.deps, post, id);
      },
    };
    const first = await startWorkers(app.databaseUrl, counting, () => undefined);
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
    await first.stop();
    await app.db.updateTable('webhook_deliveries').set({ queued_at: null }).execute();
    const second = await startWorkers(app.databaseUrl, counting, () => undefined);
    await expect.poll(() => calls, { timeout: 10_000 }).toBe(2);
    await second.stop();
    expect(receiver.received).toHaveLength(1);
  });
});

test('entries of the log are removed after 30 days, and what still waits is not', async () => {
  await addWebhook(['file.created']);
  await buildFile(app.deps);
  await deliverAll();
  await buildFile(app.deps);
  app.clock.advance(31 * 24 * HOUR_MS);
  await removeOldDeliveries(app);
  const left = await app.db.selectFrom('webhook_deliveries').select('status').execute();
  expect(left).toEqual([{ status: 'WAITING' }]);
});
