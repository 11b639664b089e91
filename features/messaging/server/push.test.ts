import { beforeEach, describe, expect, test } from 'vitest';
import { startWorkers } from '../../../server/jobs.ts';
import { removeOldPushes } from '../../../server/push/post.ts';
import { type SendPush, deliverPush } from '../../../server/push/transport.ts';
import { buildAdmin, buildCustomer } from '../../../server/testing/stories.ts';
import * as accounts from '../../accounts/accounts.calls.ts';
import { setFeasibility } from '../../files/review/review.calls.ts';
import { sendMessage } from '../../tickets/tickets.calls.ts';
import { notifyUsers } from '../notifications.calls.ts';
import * as contract from '../messaging.calls.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { buildTicket } from '../../tickets/server/tickets.factory.ts';
import { somePushSubscription } from './push.factory.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage();

type User = Awaited<ReturnType<typeof buildCustomer>>;
interface Sent {
  endpoint: string;
  title: string;
  body: string;
  url: string;
}

let sent: Sent[];
let status: () => 'sent' | 'gone';
const send: SendPush = async ({ endpoint }, text) => {
  const outcome = status();
  sent.push({ endpoint, ...(JSON.parse(text) as Omit<Sent, 'endpoint'>) });
  return outcome;
};
beforeEach(async () => {
  sent = [];
  status = () => 'sent';
  await app.db.deleteFrom('push_subscriptions').execute();
});

async function subscribe(user: User, endpoint = somePushSubscription().endpoint): Promise<string> {
  const subscription = { ...somePushSubscription(), endpoint };
  expect((await app.call(contract.subscribeToPush, subscription, { token: user.token })).status).toBe(200);
  return endpoint;
}

const waiting = async () =>
  (await app.db.selectFrom('pushes').select('id').orderBy('id').execute()).map(({ id }) => id);

async function deliverAll() {
  for (const id of await waiting()) await deliverPush(app.deps, send, id);
}

const notify = async (user: User, message = 'New <b>prices</b> &amp; more') => {
  const admin = await buildAdmin(app.deps);
  const reply = await app.call(notifyUsers, { user_ids: [user.id], message }, { token: admin.token });
  expect(reply.status).toBe(200);
};

describe('what arrives by push when the tab is closed', () => {
  test('an administrator’s notification, as plain text', async () => {
    const ana = await buildCustomer(app.deps);
    const endpoint = await subscribe(ana);
    await notify(ana);
    await deliverAll();
    expect(sent).toEqual([{ endpoint, title: 'Tunedesk', body: 'New prices & more', url: '/' }]);
  });

  test('the price of a file, which its owner also finds in the list', async () => {
    const [ana, admin] = [await buildCustomer(app.deps), await buildAdmin(app.deps)];
    await subscribe(ana);
    const file = await buildFile(app.deps, { user_id: ana.id });
    const input = { id: file.id, feasible: 'POSSIBLE', price: 80, notes: null };
    const mod = { name: 'mod.bin', bytes: new TextEncoder().encode('changed') };
    expect((await app.call(setFeasibility, input, { token: admin.token, file: mod })).status).toBe(200);
    await deliverAll();
    const words = expect.stringMatching(/^Your file \d+ is ready: 80\.00 CRS$/) as string;
    expect(sent).toMatchObject([{ body: words, url: `/view-file/${file.id}` }]);
    const { body } = await app.call(accounts.getMyUser, {}, { token: ana.token });
    expect(body.notifications).toMatchObject([{ message: words, url: `/view-file/${file.id}` }]);
  });

  test('a message from support, without its text', async () => {
    const [ana, admin] = [await buildCustomer(app.deps), await buildAdmin(app.deps)];
    await subscribe(ana);
    const file = await buildFile(app.deps, { user_id: ana.id });
    const ticket = await buildTicket(app.deps, { file_id: file.id });
    const input = { id: ticket.id, message: 'the secret of your engine' };
    expect((await app.call(sendMessage, input, { token: admin.token })).status).toBeLessThan(300);
    await deliverAll();
    expect(sent).toMatchObject([{ title: 'You have new message from Support', url: `/view-file/${file.id}#ticket` }]);
    expect(JSON.stringify(sent)).not.toContain('secret');
  });
});

describe('who is notified', () => {
  test('every subscribed browser of the user, and no other', async () => {
    const [ana, bojan] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
    await subscribe(bojan);
    const phone = await subscribe(ana);
    const login = await app.call(accounts.login, { email: ana.email, password: 'Petrol-Teal-26' });
    const desk = await subscribe({ ...ana, token: login.body.token as string });
    await notify(ana);
    await deliverAll();
    expect(sent.map(({ endpoint }) => endpoint).sort()).toEqual([phone, desk].sort());
  });

  test('no browser after logging out or switching it off', async () => {
    const [ana, bojan] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
    await subscribe(ana);
    await subscribe(bojan);
    await app.call(accounts.logout, {}, { token: ana.token });
    await app.call(contract.unsubscribeFromPush, {}, { token: bojan.token });
    await notify(ana);
    await notify(bojan);
    expect(await waiting()).toEqual([]);
  });

  test('only the new user of a browser that changed hands', async () => {
    const [ana, bojan] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
    const endpoint = await subscribe(ana);
    await subscribe(bojan, endpoint);
    await notify(ana);
    expect(await waiting()).toEqual([]);
    await notify(bojan);
    expect(await waiting()).toHaveLength(1);
  });
});

describe('delivering a push', () => {
  test('is done by the worker, once', async () => {
    const ana = await buildCustomer(app.deps);
    await subscribe(ana);
    const workers = await startWorkers(
      app.databaseUrl,
      { 'deliver-push': (id) => deliverPush(app.deps, send, id) },
      () => undefined,
    );
    await notify(ana);
    await expect.poll(() => sent.length).toBe(1);
    await workers.stop();
    expect(await waiting()).toEqual([]);
  });

  test('is retried when the push service did not accept it', async () => {
    const ana = await buildCustomer(app.deps);
    await subscribe(ana);
    await notify(ana);
    status = () => {
      throw new Error('busy');
    };
    await expect(deliverAll()).rejects.toThrow('busy');
    expect(await waiting()).toHaveLength(1);
    status = () => 'sent';
    await deliverAll();
    expect(await waiting()).toEqual([]);
  });

  test('to an unsubscribed browser removes its entry', async () => {
    const ana = await buildCustomer(app.deps);
    await subscribe(ana);
    await notify(ana);
    status = () => 'gone';
    await deliverAll();
    expect(await app.db.selectFrom('push_subscriptions').selectAll().execute()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('is given up after a day', async () => {
    const ana = await buildCustomer(app.deps);
    await subscribe(ana);
    await notify(ana);
    await notify(ana);
    const [old, fresh] = await waiting();
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await app.db
      .updateTable('pushes')
      .set({ created_at: yesterday })
      .where('id', '=', old ?? 0)
      .execute();
    await removeOldPushes(app.db);
    expect(await waiting()).toEqual([fresh]);
  });
});

test.each([
  'http://fcm.googleapis.com/fcm/send/1',
  'https://127.0.0.1/1',
  'https://localhost/1',
  'https://fcm.googleapis.com:8443/1',
  'https://user@fcm.googleapis.com/1',
  'https://evil.example/fcm.googleapis.com',
  'https://fcm.googleapis.com.evil.example/1',
  'https://notfcm.googleapis.com/1',
])('the server never sends to %s', async (endpoint) => {
  const ana = await buildCustomer(app.deps);
  const reply = await app.call(contract.subscribeToPush, { ...somePushSubscription(), endpoint }, { token: ana.token });
  expect([reply.status, reply.body.code]).toEqual([400, 'messaging.unknown_push_service']);
});
