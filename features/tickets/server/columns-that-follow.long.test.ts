import { expect, test } from 'vitest';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { buildAdmin, buildCustomer } from '../../../server/testing/stories.ts';
import { lockAccount } from '../../accounts/server/administration.ts';
import type { EditableUser } from '../../accounts/user.ts';
import type { FileDetail } from '../../files/file.ts';
import type { Ticket } from '../ticket.ts';
import * as accounts from '../../accounts/accounts.calls.ts';
import * as assignment from '../../files/assignment.calls.ts';
import { createFile } from '../../files/upload/upload.calls.ts';
import * as files from '../../files/files.calls.ts';
import { restoreFromBin } from '../../staff/restore/restore.calls.ts';
import * as notifications from '../../messaging/notifications.calls.ts';
import { assignSelectedTickets } from '../queue.calls.ts';
import * as tickets from '../tickets.calls.ts';
import { VEHICLE } from '../../files/files.factory.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { buildSolution } from '../../catalogue/server/catalogue.factory.ts';

openStage();

type Person = Awaited<ReturnType<typeof buildAdmin>>;

/** Builds a file of a new customer with a ticket that the customer has opened. */
async function buildTalk() {
  const customer = await buildCustomer(app.deps);
  const { id: fileId } = await buildFile(app, { user_id: customer.id });
  const opened = await app.call(tickets.openTicket, { fileId, message: 'Which injectors?' }, customer);
  expect(opened.status).toBe(201);
  return { customer, fileId, ticketId: (opened.body as Ticket).id };
}

/** What the ticket has, and what its file says that it should have. */
async function readBoth(ticketId: number) {
  const { deleted_at, assignee_id, user_id, ...ofFile } = await app.db
    .selectFrom('tickets')
    .innerJoin('files', 'files.id', 'tickets.file_id')
    .select(['tickets.deleted_at', 'tickets.assignee_id', 'tickets.user_id'])
    .select(['files.deleted_at as file_deleted_at', 'files.assignee_id as file_assignee_id', 'files.user_id as owner'])
    .where('tickets.id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return {
    ticket: { deleted_at, assignee_id, user_id },
    file: { deleted_at: ofFile.file_deleted_at, assignee_id: ofFile.file_assignee_id, user_id: ofFile.owner },
  };
}

const assign = (id: number, to: Person) =>
  app.call(assignment.assignFile, { id, assignee_id: to.id, seen: null }, admin);
const editUser = async (person: Person, change: Record<string, unknown>) => {
  const { body } = await app.call(accounts.getUser, { id: person.id }, admin);
  return app.call(accounts.updateUser, { ...(body as EditableUser), ...change }, admin);
};

type Talk = Awaited<ReturnType<typeof buildTalk>>;
const selected = ({ ids, count = 1 }: { ids: number[]; count?: number }) => ({ ids, count });

const VERBS: Record<string, (talk: Talk, worker: Person) => Promise<unknown>> = {
  'the file is assigned': ({ fileId }, worker) => assign(fileId, worker),
  'selected files are assigned': ({ fileId }, worker) =>
    app.call(
      assignment.assignSelectedFiles,
      { ...selected({ ids: [fileId] }), assignee_id: worker.id, with_others: false },
      admin,
    ),
  'selected tickets are assigned': ({ ticketId }, worker) =>
    app.call(
      assignSelectedTickets,
      { ...selected({ ids: [ticketId] }), assignee_id: worker.id, with_others: false },
      admin,
    ),
  'the file is deleted': ({ fileId }) => app.call(files.deleteFile, { id: fileId }, admin),
  'selected files are deleted': ({ fileId }) => app.call(files.deleteSelectedFiles, selected({ ids: [fileId] }), admin),
};

test.each(Object.entries(VERBS))(
  'a ticket has the owner, the assignee and the deletion of its file after %s',
  async (_, change) => {
    const talk = await buildTalk();
    const before = await readBoth(talk.ticketId);
    await change(talk, await buildAdmin(app.deps));
    const after = await readBoth(talk.ticketId);
    expect(after.file).not.toEqual(before.file);
    expect(after.ticket).toEqual(after.file);
  },
);

test('a ticket comes back with its file from the bin', async () => {
  const { fileId, ticketId } = await buildTalk();
  await app.call(files.deleteFile, { id: fileId }, admin);
  expect((await app.call(restoreFromBin, { kind: 'FILE', id: fileId }, admin)).status).toBe(200);
  expect((await readBoth(ticketId)).ticket.deleted_at).toBeNull();
});

test('a ticket that is opened for an assigned file has its assignee', async () => {
  const customer = await buildCustomer(app.deps);
  const { id: fileId } = await buildFile(app, { user_id: customer.id });
  await assign(fileId, await buildAdmin(app.deps));
  const { body } = await app.call(tickets.openTicket, { fileId, message: 'Which one?' }, customer);
  const { ticket, file } = await readBoth((body as Ticket).id);
  expect(file.assignee_id).not.toBeNull();
  expect(ticket).toEqual(file);
});

const LEAVINGS: Record<string, (worker: Person) => Promise<unknown>> = {
  'get another role': (worker) => editUser(worker, { role: 'CUSTOMER' }),
  'are locked': (worker) => editUser(worker, { status: 'DEACTIVE' }),
  'are locked by a command': (worker) => lockAccount(app.deps, worker.email),
  'are deleted': (worker) => app.call(accounts.deleteUser, { id: worker.id }, admin),
};

test.each(Object.entries(LEAVINGS))('the work of staff who %s is free, with its tickets', async (_, leave) => {
  const worker = await buildAdmin(app.deps);
  const { fileId, ticketId } = await buildTalk();
  await assign(fileId, worker);
  expect((await readBoth(ticketId)).ticket.assignee_id).toBe(worker.id);
  await leave(worker);
  const { ticket, file } = await readBoth(ticketId);
  expect([ticket.assignee_id, file.assignee_id]).toEqual([null, null]);
});

const readTicket = (id: number) =>
  app.db
    .selectFrom('tickets')
    .select(['awaits_reply', 'has_unread_reply', 'awaits_reply_since'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('a ticket waits since the first message without a reply, and a reply is unread until it is read', async () => {
  const { customer, ticketId } = await buildTalk();
  const opened = await readTicket(ticketId);
  expect(opened).toEqual({ awaits_reply: true, has_unread_reply: false, awaits_reply_since: expect.any(String) });
  await app.call(tickets.sendMessage, { id: ticketId, message: 'The second ones.' }, customer);
  expect(await readTicket(ticketId)).toEqual(opened);
  await app.call(tickets.sendMessage, { id: ticketId, message: 'Thank you.' }, admin);
  const replied = { awaits_reply: false, has_unread_reply: true, awaits_reply_since: null };
  expect(await readTicket(ticketId)).toEqual(replied);
  await app.call(notifications.markNotificationsRead, { userId: customer.id }, customer);
  expect(await readTicket(ticketId)).toEqual({ ...replied, has_unread_reply: false });
  await app.call(tickets.closeTicket, { id: ticketId }, admin);
  await app.call(tickets.reopenOwnTicket, { id: ticketId, message: 'Once more.' }, customer);
  expect(await readTicket(ticketId)).toMatchObject({ awaits_reply: true, has_unread_reply: false });
});

test('an uploaded file waits for its identification and its fingerprint', async () => {
  const customer = await buildCustomer(app.deps);
  const solution = await buildSolution(app, { name: 'Stage 1' });
  const file = { name: 'golf.bin', bytes: new TextEncoder().encode('ECU image') };
  const { body } = await app.call(createFile, { ...VEHICLE, solution_ids: [solution.id] }, { ...customer, file });
  const { id, file_sha256 } = (body as FileDetail).file;
  const [waits] = await app.db
    .selectFrom('file_identifications as i')
    .innerJoin('file_fingerprints as p', 'p.file_id', 'i.file_id')
    .select(['i.state as identification', 'p.state as fingerprint', 'i.sha256'])
    .where('i.file_id', '=', id)
    .execute();
  expect(waits).toEqual({ identification: 'WAITING', fingerprint: 'WAITING', sha256: file_sha256 });
});
