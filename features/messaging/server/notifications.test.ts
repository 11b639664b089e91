import { describe, expect, test } from 'vitest';
import { sanitise } from '../../../server/html/sanitise.ts';
import { buildAdmin, buildCustomer } from '../../../server/testing/stories.ts';
import * as accounts from '../../accounts/accounts.calls.ts';
import * as contract from '../notifications.calls.ts';
import { buildNotification } from './notifications.factory.ts';
import { notify } from './notifications.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage();

type User = Awaited<ReturnType<typeof buildCustomer>>;

const readNotifications = async ({ token }: User): Promise<contract.Notification[]> =>
  (await app.call(accounts.getMyUser, {}, { token })).body.notifications;
const markOne = (user: User, notificationId: number, userId = user.id) =>
  app.call(contract.markNotificationRead, { userId, notificationId }, { token: user.token });
const markAll = (user: User, userId = user.id) =>
  app.call(contract.markNotificationsRead, { userId }, { token: user.token });
const send = (admin: User, user_ids: unknown, message: unknown) =>
  app.call(contract.notifyUsers, { user_ids, message }, { token: admin.token });

/** Creates an administrator, a customer, and one whose account was deleted. */
async function buildOneGone() {
  const [admin, ana, gone] = [
    await buildAdmin(app.deps),
    await buildCustomer(app.deps),
    await buildCustomer(app.deps),
  ] as const;
  await app.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
  return [admin, ana, gone] as const;
}

describe('a user’s notification list', () => {
  test(
    'comes with GET /users/my, newest first, as HTML with an optional url and a date',
    { tags: ['X-NOT-01', 'X-NOT-04', 'X-ENT-03'] },
    async () => {
      const ana = await buildCustomer(app.deps);
      await buildNotification(app.deps, ana.id, { message: 'the <b>first</b>' });
      await buildNotification(app.deps, ana.id, { message: 'the second', url: '/view-file/17' });
      const list = await readNotifications(ana);
      expect(list).toMatchObject([
        { message: 'the second', url: '/view-file/17' },
        { message: 'the <b>first</b>', url: null },
      ]);
      for (const { date } of list) {
        expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(Math.abs(Date.now() - Date.parse(date))).toBeLessThan(60_000);
      }
    },
  );

  test('contains nothing of other users', async () => {
    const [ana, bojan] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
    await buildNotification(app.deps, ana.id);
    expect(await readNotifications(ana)).toHaveLength(1);
    expect(await readNotifications(bojan)).toEqual([]);
  });

  test('shows the newest fifty, and older ones once those are read', async () => {
    const ana = await buildCustomer(app.deps);
    for (let at = 1; at <= 52; at += 1) await buildNotification(app.deps, ana.id, { message: `number ${at}` });
    const list = await readNotifications(ana);
    expect([list.length, list[0]?.message]).toEqual([50, 'number 52']);
    await markOne(ana, list[0]?.id ?? 0);
    expect((await readNotifications(ana)).at(-1)?.message).toBe('number 2');
  });

  test('links only to this portal or to https addresses', async () => {
    const ana = await buildCustomer(app.deps);
    for (const url of ['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'http://example.com']) {
      await expect(notify(app.db, { userIds: [ana.id], message: sanitise('Look'), url })).rejects.toThrow(
        /notifications_url/,
      );
    }
    expect(await readNotifications(ana)).toEqual([]);
  });
});

describe('marking as read', () => {
  test('removes one, leaves the others; a second click does nothing', { tags: ['X-NOT-02', 'X-API-30'] }, async () => {
    const ana = await buildCustomer(app.deps);
    const [first, second] = [await buildNotification(app.deps, ana.id), await buildNotification(app.deps, ana.id)];
    expect((await markOne(ana, first)).status).toBe(200);
    expect((await readNotifications(ana)).map(({ id }) => id)).toEqual([second]);
    expect((await markOne(ana, first)).status).toBe(200);
    expect((await readNotifications(ana)).map(({ id }) => id)).toEqual([second]);
  });

  test('all at once empties the list', { tags: ['X-NOT-02', 'X-API-31'] }, async () => {
    const ana = await buildCustomer(app.deps);
    await buildNotification(app.deps, ana.id);
    await buildNotification(app.deps, ana.id);
    expect((await markAll(ana)).status).toBe(200);
    expect(await readNotifications(ana)).toEqual([]);
  });

  test('those that were seen leaves the older ones, and those that have arrived since', async () => {
    const ana = await buildCustomer(app.deps);
    const ids: number[] = [];
    for (let count = 0; count < 4; count += 1) ids.push(await buildNotification(app.deps, ana.id));
    const seen = { from: ids[1], up_to: ids[2] };
    expect((await app.call(contract.markNotificationsRead, { userId: ana.id, ...seen }, ana)).status).toBe(200);
    expect((await readNotifications(ana)).map(({ id }) => id)).toEqual([ids[3], ids[0]]);
  });

  test('is for the recipient only: others, even administrators, get “not found”', async () => {
    const [ana, bojan] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
    const admin = await buildAdmin(app.deps);
    const id = await buildNotification(app.deps, ana.id);
    for (const other of [bojan, admin]) {
      expect((await markOne(other, id, ana.id)).status).toBe(404);
      expect((await markOne(other, id, other.id)).status).toBe(404);
      expect((await markAll(other, ana.id)).status).toBe(404);
    }
    expect((await readNotifications(ana)).map((one) => one.id)).toEqual([id]);
  });

  test('affects only the reader’s own copy of a message to many', async () => {
    const [ana, bojan] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
    await notify(app.db, { userIds: [ana.id, bojan.id], message: sanitise('for both') });
    await markAll(ana);
    expect([(await readNotifications(ana)).length, (await readNotifications(bojan)).length]).toEqual([0, 1]);
  });
});

describe('an administrator’s notification', { tags: ['X-API-56'] }, () => {
  test('reaches each recipient once and is sanitised on write', { tags: ['G-51', 'X-ERR-59'] }, async () => {
    const [admin, ana, bojan] = [
      await buildAdmin(app.deps),
      await buildCustomer(app.deps),
      await buildCustomer(app.deps),
    ];
    const reply = await send(admin, [ana.id, ana.id], '<p>Hello<script>alert(1)</script> <b onclick="x()">you</b></p>');
    expect([reply.status, reply.body.message]).toEqual([200, 'Notification sent successfully!']);
    expect((await readNotifications(ana)).map(({ message }) => message)).toEqual(['<p>Hello <b>you</b></p>']);
    expect(await readNotifications(ana)).toHaveLength(1);
    expect(await readNotifications(bojan)).toEqual([]);
  });

  test('reaches no one when a recipient no longer exists, and the refusal names the missing user', async () => {
    const [admin, ana, gone] = await buildOneGone();
    for (const [noRecipient, name] of [
      [gone.id, gone.username],
      [999_999, '999999'],
    ] as const) {
      const reply = await send(admin, [ana.id, noRecipient], 'Hello');
      expect([reply.status, reply.body.code]).toEqual([400, 'messaging.unknown_recipient']);
      expect(reply.body.message).toBe(`No notification was sent. These accounts no longer exist: ${name}.`);
    }
    expect(await readNotifications(ana)).toEqual([]);
  });

  test('names the first ten missing users', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => 900_000 + at);
    const reply = await send(await buildAdmin(app.deps), ids, 'Hello');
    expect(reply.body.message).toMatch(/: 900000, .*, 900009, …\.$/);
  });

  test('leaves missing users out on request, and reports how many', async () => {
    const [admin, ana, gone] = await buildOneGone();
    const input = { user_ids: [gone.id, ana.id, 999_999], message: 'Hello', leave_out_deleted: true };
    const reply = await app.call(contract.notifyUsers, input, admin);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Notification sent successfully!', left_out: 2 }]);
    expect((await readNotifications(ana)).map(({ message }) => message)).toEqual(['Hello']);
    const noRecipient = await app.call(contract.notifyUsers, { ...input, user_ids: [gone.id] }, admin);
    expect([noRecipient.status, noRecipient.body.code]).toEqual([400, 'messaging.unknown_recipient']);
  });

  test('needs a message and a recipient', { tags: ['X-VAL-23'] }, async () => {
    const [admin, ana] = [await buildAdmin(app.deps), await buildCustomer(app.deps)];
    for (const [ids, message] of [
      [[], 'Hello'],
      [[ana.id], ''],
      [[ana.id], '   '],
      [[ana.id], '<p> <br></p>'],
      [[ana.id], '<script>alert(1)</script>'],
    ] as const) {
      expect((await send(admin, ids, message)).status).toBe(400);
    }
    expect(await readNotifications(ana)).toEqual([]);
  });
});

describe('whether support is online', { tags: ['X-SHL-14'] }, () => {
  const isOnline = async ({ token }: User) =>
    (await app.call(accounts.getMyUser, {}, { token })).body.admin_online as boolean;

  test('support is online while an administrator has the portal open, not after leaving or logging out', async () => {
    const ana = await buildCustomer(app.deps);
    const admin = await buildAdmin(app.deps);
    await app.db.updateTable('sessions').set({ last_seen_at: null }).execute();
    expect(await isOnline(ana)).toBe(false);
    await app.call(accounts.getMyUser, {}, { token: admin.token });
    expect(await isOnline(ana)).toBe(true);
    app.clock.advance(301_000);
    expect(await isOnline(ana)).toBe(false);
    await app.call(accounts.getMyUser, {}, { token: admin.token });
    expect(await isOnline(ana)).toBe(true);
    await app.call(accounts.logout, {}, { token: admin.token });
    expect(await isOnline(ana)).toBe(false);
  });

  test('an online customer does not count as support', async () => {
    const [ana, bojan] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
    await app.db.updateTable('sessions').set({ last_seen_at: null }).execute();
    await isOnline(bojan);
    expect(await isOnline(ana)).toBe(false);
  });
});
