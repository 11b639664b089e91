import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { getWaiting } from '../../staff/dashboard/dashboard.calls.ts';
import * as accounts from '../../accounts/accounts.calls.ts';
import { cancelFile, startWork } from '../../files/files.calls.ts';
import { setFeasibility, uploadModified } from '../../files/review/review.calls.ts';
import { declineRevision, requestRevision } from '../../files/revisions/revisions.calls.ts';
import { getTicket, sendMessage } from '../../tickets/tickets.calls.ts';
import { createFile } from '../../files/upload/upload.calls.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import * as contract from '../notifications.calls.ts';
import { subscribeToPush } from '../messaging.calls.ts';
import { buildAdmin, buildCustomer, buildPaidFile } from '../../../server/testing/stories.ts';
import { buildSolution } from '../../catalogue/server/catalogue.factory.ts';
import { VEHICLE } from '../../files/files.factory.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { buildDeliveredFile } from '../../files/revisions/server/revisions.factory.ts';
import { buildTicket } from '../../tickets/server/tickets.factory.ts';
import { buildNotification } from './notifications.factory.ts';
import { somePushSubscription } from './push.factory.ts';
import { awaitLockWaiters } from '../../../server/testing/locks.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage();
let ana: User;
let admin: User;

type User = Awaited<ReturnType<typeof buildCustomer>>;

beforeEach(async () => {
  // Removes users of earlier tests: what is for all staff is counted here.
  await app.db.updateTable('users').set({ deleted_at: new Date() }).execute();
  [ana, admin] = [await buildCustomer(app.deps), await buildAdmin(app.deps)];
});

const listUnread = async (user: User): Promise<contract.Notification[]> =>
  (await app.call(accounts.getMyUser, {}, user)).body.notifications;
const listKinds = async (user: User) => (await listUnread(user)).map(({ kind, file_id }) => [kind, file_id]);
const done = async (reply: Promise<{ status: number }>) => expect((await reply).status).toBeLessThan(300);
const modified = (text = 'modified') => ({ name: 'mod.bin', bytes: new TextEncoder().encode(text) });
const price = (id: number, change: Record<string, unknown>) =>
  done(app.call(setFeasibility, { id, notes: null, ...change }, { ...admin, file: modified() }));
const waitingTickets = async (user: User) => (await app.call(getWaiting, {}, user)).body.tickets;
const mailsTo = async ({ email }: User) =>
  (await app.db.selectFrom('mails').select('subject').where('recipient', '=', email).execute()).length;

async function buildOwnTicket(owner: User) {
  const file = await buildFile(app.deps, { user_id: owner.id });
  return buildTicket(app.deps, { file_id: file.id });
}

describe('unread notifications of a customer', () => {
  test('cover a price, infeasibility, cancellation, start of work and delivery, each with its file', async () => {
    const file = await buildFile(app.deps, { user_id: ana.id });
    await done(app.call(startWork, { id: file.id }, admin));
    expect(await listKinds(ana)).toEqual([['STATUS', file.id]]);
    await price(file.id, { feasible: 'POSSIBLE', price: 80 });
    expect(await listKinds(ana)).toEqual([
      ['PRICE', file.id],
      ['STATUS', file.id],
    ]);
    await price(file.id, { feasible: 'NOT_POSSIBLE', price: null });
    expect((await listUnread(ana))[0]?.message).toContain('not possible');
    await done(app.call(cancelFile, { id: file.id }, admin));
    expect((await listUnread(ana))[0]?.message).toContain('was canceled');
    const paid = await buildPaidFile(app.deps, { user_id: ana.id });
    await done(app.call(uploadModified, { id: paid.id }, { ...admin, file: modified('another') }));
    expect((await listKinds(ana))[0]).toEqual(['READY', paid.id]);
  });

  test('combine ten replies into one entry, the newest', async () => {
    const ticket = await buildOwnTicket(ana);
    for (let at = 1; at <= 10; at += 1) await done(app.call(sendMessage, { id: ticket.id, message: `${at}` }, admin));
    const [first, ...others] = await listUnread(ana);
    expect([first?.kind, first?.file_id, first?.url, others]).toEqual([
      'REPLY',
      ticket.file_id,
      `/view-file/${ticket.file_id}#ticket`,
      [],
    ]);
    const newest = await app.db.selectFrom('notifications').select('id').orderBy('id', 'desc').executeTakeFirst();
    expect(first?.id).toBe(newest?.id);
  });

  test('still work when simultaneous transactions left two entries of one kind', async () => {
    const ticket = await buildOwnTicket(ana);
    const about = { kind: 'REPLY', fileId: ticket.file_id } as const;
    const first = await buildNotification(app.deps, ana.id, { about });
    const second = await buildNotification(app.deps, ana.id);
    await app.db
      .updateTable('notifications')
      .set(await kindAndFile(first))
      .where('id', '=', second)
      .execute();
    await done(app.call(sendMessage, { id: ticket.id, message: 'Done.' }, admin));
    expect(await listKinds(ana)).toHaveLength(2);
  });

  test('are marked read with the page of their file, except newer ones and those of other files', async () => {
    const [file, other] = [
      await buildFile(app.deps, { user_id: ana.id }),
      await buildFile(app.deps, { user_id: ana.id }),
    ];
    await price(file.id, { feasible: 'POSSIBLE', price: 80 });
    await price(other.id, { feasible: 'POSSIBLE', price: 90 });
    const up_to = (await listUnread(ana))[1]?.id;
    const ticket = await buildTicket(app.deps, { file_id: file.id });
    await done(app.call(sendMessage, { id: ticket.id, message: 'Look' }, admin));
    await done(app.call(contract.markFileRead, { fileId: file.id, up_to }, ana));
    expect(await listKinds(ana)).toEqual([
      ['REPLY', file.id],
      ['PRICE', other.id],
    ]);
    await done(app.call(contract.markFileRead, { fileId: file.id, up_to }, ana));
    expect(await listKinds(ana)).toHaveLength(2);
  });

  test('cannot be marked by another customer or by staff', async () => {
    const file = await buildFile(app.deps, { user_id: ana.id });
    await price(file.id, { feasible: 'POSSIBLE', price: 80 });
    for (const other of [await buildCustomer(app.deps), admin]) {
      const reply = await app.call(contract.markFileRead, { fileId: file.id, up_to: 2_000_000 }, other);
      expect(reply.status).toBe(404);
    }
    expect(await listKinds(ana)).toEqual([['PRICE', file.id]]);
  });
});

describe('a reply is marked read in the bell and in the ticket together', () => {
  test('if read in the ticket first', async () => {
    const ticket = await buildOwnTicket(ana);
    await done(app.call(sendMessage, { id: ticket.id, message: 'Done.' }, admin));
    expect([await waitingTickets(ana), (await listUnread(ana)).length]).toEqual([1, 1]);
    await app.call(getTicket, { id: ticket.id }, ana);
    expect([await waitingTickets(ana), await listUnread(ana)]).toEqual([0, []]);
  });

  test.each(['one', 'all', 'file'] as const)('if read in the bell or on the page first (%s)', async (how) => {
    const ticket = await buildOwnTicket(ana);
    await done(app.call(sendMessage, { id: ticket.id, message: 'Done.' }, admin));
    const [{ id }] = (await listUnread(ana)) as [contract.Notification];
    const mark = {
      one: () => app.call(contract.markNotificationRead, { userId: ana.id, notificationId: id }, ana),
      all: () => app.call(contract.markNotificationsRead, { userId: ana.id }, ana),
      file: () => app.call(contract.markFileRead, { fileId: ticket.file_id, up_to: id }, ana),
    };
    await done(mark[how]());
    expect([await waitingTickets(ana), await listUnread(ana)]).toEqual([0, []]);
    await done(app.call(sendMessage, { id: ticket.id, message: 'One more.' }, admin));
    expect([await waitingTickets(ana), await listKinds(ana)]).toEqual([1, [['REPLY', ticket.file_id]]]);
  });
});

test('while the next reply is being written, reading the one before waits for it, and leaves the next unread', async () => {
  const ticket = await buildOwnTicket(ana);
  await done(app.call(sendMessage, { id: ticket.id, message: 'Done.' }, admin));
  const [{ id: notificationId }] = (await listUnread(ana)) as [contract.Notification];
  const next = await buildNotification(app.deps, (await buildCustomer(app.deps)).id);
  const { marked } = await app.db.transaction().execute(async (tx) => {
    await sql`select from tickets where id = ${ticket.id} for no key update`.execute(tx);
    const marking = app.call(contract.markNotificationRead, { userId: ana.id, notificationId }, ana);
    await awaitLockWaiters(app, 1);
    await sql`update notification_recipients set notification_id = ${next} where user_id = ${ana.id}`.execute(tx);
    return { marked: marking };
  });
  expect((await marked).status).toBeLessThan(500);
  expect((await listUnread(ana)).map(({ id }) => id)).toEqual([next]);
  expect(await waitingTickets(ana)).toBe(1);
});

describe('unread notifications of staff', () => {
  test('cover a new file, a message and a requested change, separately for each reader', async () => {
    const colleague = await buildAdmin(app.deps);
    const { id } = await buildSolution(app, { name: 'Stage 1', credits: 60, type: 'TUNING' });
    const upload = { name: 'Golf.bin', bytes: new Uint8Array([1, 2]) };
    const { body } = await app.call(createFile, { ...VEHICLE, solution_ids: [id] }, { ...ana, file: upload });
    const ticket = await buildOwnTicket(ana);
    await done(app.call(sendMessage, { id: ticket.id, message: 'It smokes.' }, ana));
    const delivered = await buildDeliveredFile(app.deps, { user_id: ana.id });
    await done(app.call(requestRevision, { id: delivered.id, reason: 'Idle is rough.' }, ana));
    const news = [
      ['CHANGE_REQUEST', delivered.id],
      ['CUSTOMER_MESSAGE', ticket.file_id],
      ['NEW_FILE', body.file.id],
    ];
    expect([await listKinds(admin), await listKinds(colleague), await listKinds(ana)]).toEqual([news, news, []]);
    await done(app.call(contract.markFileRead, { fileId: body.file.id, up_to: 2_000_000 }, admin));
    expect([(await listKinds(admin)).length, (await listKinds(colleague)).length]).toEqual([2, 3]);
    await done(app.call(declineRevision, { id: delivered.id, note: 'As ordered.' }, admin));
    expect(await listKinds(ana)).toEqual([['STATUS', delivered.id]]);
  });
});

describe('the notification choice', () => {
  const choose = (user: User, choice: InputOf<typeof contract.updateNotificationChoice>) =>
    done(app.call(contract.updateNotificationChoice, choice, user));
  const waitingPushes = async () => (await app.db.selectFrom('pushes').select('id').execute()).length;

  test('is made for each kind, and the bell shows all of them anyway', async () => {
    await app.db.deleteFrom('push_subscriptions').execute();
    await done(app.call(subscribeToPush, somePushSubscription(), ana));
    await choose(ana, { kind: 'REPLY', by_mail: false, by_push: true });
    await choose(ana, { kind: 'PRICE', by_mail: true, by_push: false });
    const before = await mailsTo(ana);
    const ticket = await buildOwnTicket(ana);
    await done(app.call(sendMessage, { id: ticket.id, message: 'Done.' }, admin));
    expect([(await mailsTo(ana)) - before, await waitingPushes()]).toEqual([0, 1]);
    await price(ticket.file_id, { feasible: 'POSSIBLE', price: 80 });
    expect([(await mailsTo(ana)) - before, await waitingPushes()]).toEqual([1, 1]);
    expect((await listKinds(ana)).map(([kind]) => kind)).toEqual(['PRICE', 'REPLY']);
  });

  test('of one way leaves the other as another device has set it', async () => {
    const ready = async () => {
      const { body } = await app.call(contract.listNotificationChoices, {}, ana);
      return (body as contract.NotificationChoice[]).find(({ kind }) => kind === 'READY');
    };
    await choose(ana, { kind: 'READY', by_push: false });
    await choose(ana, { kind: 'READY', by_mail: false });
    expect(await ready()).toEqual({ kind: 'READY', by_mail: false, by_push: false });
    await choose(ana, { kind: 'READY', by_push: true });
    expect(await ready()).toEqual({ kind: 'READY', by_mail: false, by_push: true });
  });

  test('is listed for the kinds that concern the reader, and the latest choice counts', async () => {
    const list = async (user: User): Promise<contract.NotificationChoice[]> =>
      (await app.call(contract.listNotificationChoices, {}, user)).body;
    expect((await list(ana)).map(({ kind }) => kind)).toEqual(['REPLY', 'PRICE', 'STATUS', 'READY']);
    await choose(ana, { kind: 'READY', by_mail: false, by_push: false });
    await choose(ana, { kind: 'READY', by_mail: false, by_push: true });
    expect((await list(ana))[3]).toEqual({ kind: 'READY', by_mail: false, by_push: true });
    expect(await list(admin)).toEqual([
      { kind: 'CUSTOMER_MESSAGE', by_mail: true, by_push: true },
      { kind: 'NEW_FILE', by_mail: false, by_push: true },
      { kind: 'CHANGE_REQUEST', by_mail: true, by_push: true },
    ]);
  });

  test('sends a mail about a new file only to staff who chose it', async () => {
    const colleague = await buildAdmin(app.deps);
    await choose(colleague, { kind: 'NEW_FILE', by_mail: true, by_push: false });
    const { id } = await buildSolution(app, { name: 'Stage 2', credits: 60, type: 'TUNING' });
    const upload = { name: 'Golf.bin', bytes: new Uint8Array([1, 2]) };
    await done(app.call(createFile, { ...VEHICLE, solution_ids: [id] }, { ...ana, file: upload }));
    expect([await mailsTo(admin), await mailsTo(colleague)]).toEqual([0, 1]);
  });
});

const kindAndFile = (id: number) =>
  app.db.selectFrom('notifications').select(['kind', 'file_id']).where('id', '=', id).executeTakeFirstOrThrow();
