import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Capability } from '../../../contract/capabilities.ts';
import { buildNarrowed } from '../../../server/testing/staff-role-walk.ts';
import { buildAdmin, buildCustomer, buildPaidFile } from '../../../server/testing/stories.ts';
import { lockAccount } from '../../accounts/server/administration.ts';
import { listChanges } from '../../staff/audit/audit.calls.ts';
import { deleteFile } from '../../files/files.calls.ts';
import { getWaiting } from '../../staff/dashboard/dashboard.calls.ts';
import { setFeasibility } from '../../files/review/review.calls.ts';
import { listQueue, nextInQueue, type QueueEntry, type QueuePlace } from '../queue.calls.ts';
import * as replies from '../queue.calls.ts';
import { closeTicket, sendMessage } from '../tickets.calls.ts';
import { buildFile, deleteAllFiles } from '../../files/server/files.factory.ts';
import { buildTicket, buildTicketMessage } from './tickets.factory.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

openStage();

let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
});

const DONE = { status: 'PROCESSED', feasible: 'POSSIBLE' } as const;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const build = async (minutes: number, fields: Parameters<typeof buildFile>[1] = {}) =>
  (await buildFile(app, { user_id: customer.id, created_at: ago(minutes), ...fields })).id;

async function ask(fileId: number, minutes: number) {
  const { id } = await buildTicket(app, { file_id: fileId });
  await buildTicketMessage(app, { ticket_id: id, user_id: customer.id });
  await app.db
    .updateTable('tickets')
    .set({ awaits_reply_since: ago(minutes) as never })
    .where('id', '=', id)
    .execute();
  return id;
}

const next = async (after?: number) =>
  (await app.call(nextInQueue, after === undefined ? {} : { after }, admin)).body as QueuePlace;

describe('next in queue', () => {
  beforeEach(async () => {
    await deleteAllFiles(app);
  });

  test('is empty in an empty portal', async () => {
    expect(await next()).toEqual({ file_id: null, since: null, why: null, waiting: 0 });
  });

  test('begins with the longest wait, whether for a file or for a reply', async () => {
    const young = await build(10);
    const asked = await build(500, DONE);
    await ask(asked, 30);
    const old = await build(60, { status: 'IN_PROGRESS' });
    expect(await next()).toMatchObject({ file_id: old, why: 'FILE', waiting: 3 });
    expect(await next(old)).toMatchObject({ file_id: asked, why: 'MESSAGE', waiting: 3 });
    expect(await next(asked)).toMatchObject({ file_id: young, why: 'FILE' });
    expect((await next(young)).file_id).toBe(old);
  });

  test('is listed in the order in which it leads on, without what a colleague works on', async () => {
    const colleague = await buildAdmin(app.deps);
    const young = await build(10, { brand: 'Audi', ecu: 'S3 1.8 T', generation: '2001' });
    const asked = await build(500, DONE);
    await ask(asked, 30);
    const old = await build(60, { status: 'IN_PROGRESS' });
    await build(90, { assignee_id: colleague.id });
    const listed = (await app.call(listQueue, {}, admin)).body as QueueEntry[];
    expect(listed.map(({ file_id, why }) => [file_id, why])).toEqual([
      [old, 'FILE'],
      [asked, 'MESSAGE'],
      [young, 'FILE'],
    ]);
    expect([(await next()).file_id, (await next(old)).file_id, (await next(asked)).file_id]).toEqual([
      old,
      asked,
      young,
    ]);
    expect(listed[2]).toMatchObject({ vehicle: 'Audi S3 1.8 T, 2001', username: customer.username });
  });

  test('has only what the staff role leaves to do, as the dashboard has', async () => {
    const priced = await build(60);
    const asked = await build(500, DONE);
    await ask(asked, 50);
    const { id: changed } = await buildPaidFile(app.deps, { user_id: customer.id });
    const since = { revision_since: ago(40) as never };
    await app.db.updateTable('files').set(since).where('id', '=', changed).execute();
    const both = await build(30);
    await ask(both, 20);
    const waits = async (capabilities: Capability[]) => {
      const reader = await buildNarrowed(['admin-area.open', 'tickets.read-all', ...capabilities]);
      const listed = (await app.call(listQueue, {}, reader)).body as QueueEntry[];
      const { file_id, waiting } = (await app.call(nextInQueue, {}, reader)).body as QueuePlace;
      expect([file_id, waiting]).toEqual([listed[0]?.file_id ?? null, listed.length]);
      return listed.map((entry) => [entry.file_id, entry.why]);
    };
    expect(await waits(['files.read-all', 'files.price'])).toEqual([
      [priced, 'FILE'],
      [both, 'FILE'],
    ]);
    expect(await waits(['files.read-all', 'tickets.answer'])).toEqual([
      [asked, 'MESSAGE'],
      [both, 'MESSAGE'],
    ]);
    expect(await waits(['files.read-all', 'files.attach-modified'])).toEqual([[changed, 'REVISION']]);
    expect(await waits(['files.read-all'])).toEqual([]);
    expect(await waits(['files.price', 'files.attach-modified', 'tickets.answer'])).toEqual([]);
  });

  test('includes a finished file of somebody who has left, once its customer asks again', async () => {
    const leaving = await buildAdmin(app.deps);
    const { id } = await buildPaidFile(app.deps, {
      user_id: customer.id,
      status: 'COMPLETED',
      assignee_id: leaving.id,
    });
    await ask(id, 10);
    expect((await next()).file_id).toBeNull();
    await lockAccount(app.deps, leaving.email);
    expect(await next()).toMatchObject({ file_id: id, why: 'MESSAGE', waiting: 1 });
  });

  test('after a finished file, leads to the one that has waited longest', async () => {
    const done = await build(100, DONE);
    const old = await build(60);
    await build(10);
    expect(await next(done)).toMatchObject({ file_id: old, waiting: 2 });
  });

  test('leads nowhere from the only waiting file', async () => {
    const only = await build(10);
    expect(await next(only)).toEqual({ file_id: null, since: null, why: null, waiting: 1 });
  });

  test('drops a file after a reply, a closed ticket, a decision or a deletion', async () => {
    const replied = await ask(await build(50, DONE), 40);
    const closed = await ask(await build(50, DONE), 30);
    const decided = await build(20);
    const deleted = await build(10);
    expect((await next()).waiting).toBe(4);
    await app.call(sendMessage, { id: replied, message: 'Tomorrow.' }, admin);
    expect((await next()).waiting).toBe(3);
    await app.call(closeTicket, { id: closed }, admin);
    expect((await next()).waiting).toBe(2);
    await app.call(setFeasibility, { id: decided, feasible: 'NOT_POSSIBLE' }, admin);
    expect(await next()).toMatchObject({ file_id: deleted, waiting: 1 });
    await app.call(deleteFile, { id: deleted }, admin);
    expect((await next()).waiting).toBe(0);
  });

  test('a customer who writes again has waited since their first message without a reply', async () => {
    const asked = await build(500, DONE);
    const ticket_id = await ask(asked, 30);
    const young = await build(10);
    await buildTicketMessage(app, { ticket_id, user_id: customer.id, message: 'Hello?' });
    expect([(await next()).file_id, (await next(asked)).file_id]).toEqual([asked, young]);
  });

  test('has the same files as the lists of what waits, with a modified file that has no price yet', async () => {
    const unpriced = await build(60, { status: 'PROCESSED' });
    expect((await app.call(getWaiting, {}, admin)).body.files).toBe(1);
    expect(await next()).toMatchObject({ file_id: unpriced, why: 'FILE', waiting: 1 });
  });

  test('counts a file that waits for both once, from the earlier time', async () => {
    const both = await build(60);
    await ask(both, 5);
    expect(await next()).toMatchObject({ file_id: both, why: 'FILE', waiting: 1 });
  });
});

describe('saved replies', () => {
  test('are shared by all administrators, sorted by name, until they are deleted', async () => {
    const other = await buildAdmin(app.deps);
    const save = (title: string) => app.call(replies.saveReply, { title, message: ' Thank you. ' }, admin);
    const wrong = await save('Wrong file');
    expect([wrong.status, wrong.body]).toEqual([
      201,
      { id: expect.any(Number), title: 'Wrong file', message: 'Thank you.' },
    ]);
    await save('Received');
    const list = async () => (await app.call(replies.listSavedReplies, {}, other)).body as replies.SavedReply[];
    expect((await list()).map(({ title }) => title)).toEqual(['Received', 'Wrong file']);
    expect((await app.call(replies.deleteSavedReply, { id: wrong.body.id }, other)).status).toBe(200);
    expect((await app.call(replies.deleteSavedReply, { id: wrong.body.id }, other)).status).toBe(404);
    expect((await list()).map(({ title }) => title)).toEqual(['Received']);
    const { changes } = (await app.call(listChanges, { about: 'Wrong file' }, admin)).body;
    expect(changes).toEqual([
      expect.objectContaining({
        username: other.username,
        kind: 'DELETED',
        subject: 'SAVED_REPLY',
        subject_id: wrong.body.id,
        subject_name: 'Wrong file',
        old_value: 'Thank you.',
        new_value: null,
      }),
    ]);
  });

  test.each([
    [{ title: ' ', message: 'Thank you.' }, 'Please give the reply a name.'],
    [{ title: 'Received', message: ' \n' }, 'Please write a message.'],
  ])('%j is refused', async (input, message) => {
    const { status, body } = await app.call(replies.saveReply, input, admin);
    expect([status, body.message]).toEqual([400, message]);
  });
});
