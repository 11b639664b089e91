import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildCustomer, buildPaidFile } from '../../../server/testing/stories.ts';
import { createAccessToken } from '../../accounts/access-tokens.calls.ts';
import { viewAsCustomer } from '../../accounts/customer-views.calls.ts';
import { BUILT_PASSWORD, buildUser } from '../../accounts/server/accounts.factory.ts';
import { STAFF_CAPABILITIES } from '../../accounts/staff-roles/staff-role-forms.ts';
import { getCustomerOverview } from '../../staff/customer/customer-page.calls.ts';
import { getDashboard, getNeedsYou, getUserDashboard, getWaiting } from '../../staff/dashboard/dashboard.calls.ts';
import type { FileStatus, PriceStatus, Feasible } from '../../files/file.ts';
import type { TicketSummary } from '../ticket.ts';
import type * as contractShapes from '../ticket.ts';
import * as files from '../../files/files.calls.ts';
import * as contract from '../tickets.calls.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { buildTicket, buildTicketMessage } from './tickets.factory.ts';
import { awaitLockWaiters } from '../../../server/testing/locks.ts';
import { buildNarrowed } from '../../../server/testing/staff-role-walk.ts';
import { admin, app, forgetAttemptsBeforeEach, openStage } from '../../../server/testing/stage.ts';

openStage();
forgetAttemptsBeforeEach();
let customer: Awaited<ReturnType<typeof buildCustomer>>;
let stranger: typeof customer;
beforeAll(async () => {
  [customer, stranger] = await Promise.all([buildCustomer(app.deps), buildCustomer(app.deps)]);
});

const readFileStatus = async (id: number) => (await app.call(files.getFile, { id }, admin)).body.file.status as string;

async function openFor(fields: Parameters<typeof buildFile>[1] = {}) {
  const file = await buildFile(app, { user_id: customer.id, ...fields });
  const ticket = await buildTicket(app, { file_id: file.id });
  return { file, id: ticket.id };
}

describe('opening a ticket', () => {
  const open = (fileId: number, by: { token: string } = customer, fields: object = {}, headers = {}) =>
    app.call(contract.openTicket, { fileId, message: 'It smokes.', ...fields }, { token: by.token, headers });

  test('returns the ticket with its message and file', { tags: ['C-CRT-05', 'X-API-26', 'X-ENT-09'] }, async () => {
    const file = await buildFile(app, { user_id: customer.id });
    const reply = await open(file.id, customer, { message: '  It smokes.\nA lot.  ' });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      file_id: file.id,
      ticket_id: expect.stringMatching(/^T\d+$/),
      status: 'OPEN',
      closing_date: null,
      ticket_messages: [{ user_id: customer.id, side: 'CUSTOMER', message: 'It smokes.\nA lot.', file_name: null }],
    });
    const detail = await app.call(files.getFile, { id: file.id }, customer);
    expect([detail.body.ticket_id, detail.body.file.ticket_id]).toEqual([reply.body.id, reply.body.id]);
  });

  test("sets the subject to 'Ticket ID:' and the number, always", { tags: ['C-CRT-01', 'X-VAL-17'] }, async () => {
    const file = await buildFile(app, { user_id: customer.id });
    const sent = { subject: 'Free credits', ticketId: 'T1', attachment: 'x', user_id: admin.id, status: 'CLOSED' };
    const { body } = await open(file.id, customer, sent);
    expect(body).toMatchObject({ subject: `Ticket ID:${file.file_id}`, status: 'OPEN' });
    expect(body.ticket_messages[0]).toMatchObject({ user_id: customer.id, file_name: null });
  });

  test('requires a message', { tags: ['C-CRT-03', 'X-VAL-17'] }, async () => {
    const file = await buildFile(app, { user_id: customer.id });
    for (const message of ['', ' \n\t ', undefined, null, 7]) {
      const reply = await open(file.id, customer, { message });
      expect(reply).toMatchObject({ status: 400, body: { message: 'Please write a message.', field: 'message' } });
    }
    expect((await open(file.id, customer, { message: 'x'.repeat(4001) })).body.message).toBe(
      'A message has at most 4000 characters.',
    );
    expect((await app.call(files.getFile, { id: file.id }, customer)).body.ticket_id).toBeNull();
  });

  test("returns 404 for another customer's file and for one that does not exist", { tags: ['R05'] }, async () => {
    const file = await buildFile(app, { user_id: customer.id });
    expect((await open(file.id, stranger)).status).toBe(404);
    expect((await open(999_999)).status).toBe(404);
  });

  test('ten times at once creates one ticket; the others report that it is there', { tags: ['X-STA-11'] }, async () => {
    const file = await buildFile(app, { user_id: customer.id });
    const replies = await Promise.all(Array.from({ length: 10 }, (_, at) => open(file.id, at % 2 ? customer : admin)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 400),
    ]);
    const refused = replies.filter(({ status }) => status === 400).map(({ body }) => body.message);
    expect(new Set(refused)).toEqual(new Set(['A ticket already exists for this file.']));
    const rows = await app.db.selectFrom('tickets').select('id').where('file_id', '=', file.id).execute();
    expect(rows).toHaveLength(1);
  });

  test('again with the same key, after a lost response, returns the same ticket', async () => {
    const file = await buildFile(app, { user_id: customer.id });
    const key = { 'idempotency-key': 'open-it-once' };
    const first = await open(file.id, customer, {}, key);
    const again = await open(file.id, customer, {}, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await open(file.id, admin, {}, key)).status).toBe(400);
  });

  test('as an administrator takes the file up, but not as a customer (rules 3)', { tags: ['A-CRT-05'] }, async () => {
    const [theirs, ours] = [await buildFile(app, { user_id: customer.id }), await buildFile(app)];
    await open(theirs.id, customer);
    expect(await readFileStatus(theirs.id)).toBe('PENDING');
    const { body } = await open(ours.id, admin);
    expect(await readFileStatus(ours.id)).toBe('IN_PROGRESS');
    expect(body.ticket_messages[0].side).toBe('SUPPORT');
  });
});

describe(
  'tickets follow the state machine in every state of a file',
  { tags: ['X-STA-11', 'X-STA-17', 'X-API-43', 'X-API-44'] },
  () => {
    const machine = JSON.parse(
      readFileSync(new URL('../../../docs/spec/state-machine.json', import.meta.url), 'utf8'),
    ) as { reachable: [FileStatus, PriceStatus, Feasible | null][]; edges: string[][] };

    async function buildIn([status, price_status, feasible]: (typeof machine.reachable)[number]) {
      const isCanceled = status === 'CANCELED' || status === 'NOT_SUPPORTED_SOLUTION';
      if (price_status === 'UNPAID') {
        const before = feasible === 'POSSIBLE' ? 'PROCESSED' : 'IN_PROGRESS';
        return buildFile(app, {
          user_id: customer.id,
          status,
          feasible,
          status_before_cancel: isCanceled ? before : null,
        });
      }
      const file = await buildPaidFile(app.deps, {
        user_id: customer.id,
        status: status === 'REFUNDED' ? 'PROCESSED' : status,
      });
      if (status === 'REFUNDED') await app.call(files.cancelFile, { id: file.id }, admin);
      return file;
    }
    const isAllowed = (action: string, [status, price, feasible]: (typeof machine.reachable)[number]) =>
      machine.edges.some((edge) => String(edge.slice(0, 4)) === String([status, price, feasible ?? 'None', action]));

    test.each(machine.reachable.map((state) => ({ state, name: state.join(', ') })))('$name', async ({ state }) => {
      const file = await buildIn(state);
      const open = () => app.call(contract.openTicket, { fileId: file.id, message: 'Hello' }, customer);
      const opened = await open();
      const cannot = { status: 400, body: { message: 'A ticket cannot be opened for this file.' } };
      expect(opened).toMatchObject(isAllowed('any:open-ticket', state) ? { status: 201 } : cannot);
      const id: number = opened.body.id ?? (await buildTicket(app, { file_id: file.id })).id;
      expect((await open()).body.message).toBe('A ticket already exists for this file.');

      expect([isAllowed('admin:close', state), isAllowed('admin:reopen', state)]).toEqual([true, true]);
      expect((await app.call(contract.reopenTicket, { id }, admin)).body.message).toBe('The ticket is already open.');
      const closed = await app.call(contract.closeTicket, { id }, admin);
      expect(closed).toMatchObject({ status: 200, body: { status: 'CLOSED', closing_date: expect.any(String) } });
      expect((await app.call(contract.closeTicket, { id }, admin)).body.message).toBe('The ticket is already closed.');
      const reopened = await app.call(contract.reopenTicket, { id }, admin);
      expect(reopened).toMatchObject({ status: 200, body: { status: 'OPEN', closing_date: null } });
      expect(await readFileStatus(file.id)).toBe(state[0]);
    });
  },
);

describe('a customer who adds a message to a closed ticket', () => {
  const message = 'Still rough when cold.';
  const reopen = (id: number, by: { token: string }, text = message) =>
    app.call(contract.reopenOwnTicket, { id, message: text }, by);

  test('reopens it with the message, which then awaits a reply', async () => {
    const ticket = await openFor();
    await app.call(contract.closeTicket, { id: ticket.id }, admin);
    const { status, body } = await reopen(ticket.id, customer);
    expect([status, body.status, body.closing_date]).toEqual([200, 'OPEN', null]);
    expect(body.ticket_messages.at(-1)).toMatchObject({ message, side: 'CUSTOMER' });
    const row = await app.db
      .selectFrom('tickets')
      .select('awaits_reply')
      .where('id', '=', ticket.id)
      .executeTakeFirstOrThrow();
    expect(row.awaits_reply).toBe(true);
  });

  test('waits since that message, also when the one before was closed without a reply', async () => {
    const ticket = await openFor();
    await app.call(contract.sendMessage, { id: ticket.id, message: 'Thank you!' }, customer);
    const long_ago = '2026-01-05T09:00:00.000Z';
    const waits = app.db.selectFrom('tickets').select('awaits_reply_since').where('id', '=', ticket.id);
    await app.db.updateTable('tickets').set({ awaits_reply_since: long_ago }).where('id', '=', ticket.id).execute();
    await app.call(contract.closeTicket, { id: ticket.id }, admin);
    await reopen(ticket.id, customer);
    const { awaits_reply_since } = await waits.executeTakeFirstOrThrow();
    expect(Date.parse(String(awaits_reply_since))).toBeGreaterThan(Date.now() - 60_000);
  });

  test('needs a text and a closed ticket of their own; otherwise nothing is stored', async () => {
    const ticket = await openFor();
    expect((await reopen(ticket.id, customer)).body.message).toBe('The ticket is already open.');
    await app.call(contract.closeTicket, { id: ticket.id }, admin);
    expect((await reopen(ticket.id, await buildCustomer(app.deps))).status).toBe(404);
    expect((await reopen(ticket.id, customer, ' ')).status).toBe(400);
    const { body } = await app.call(contract.getTicket, { id: ticket.id }, customer);
    expect([body.status, body.ticket_messages.length]).toEqual(['CLOSED', 0]);
  });

  test('reopens it once in two tries at once', async () => {
    const ticket = await openFor();
    await app.call(contract.closeTicket, { id: ticket.id }, admin);
    const replies = await Promise.all([reopen(ticket.id, customer), reopen(ticket.id, customer)]);
    expect(replies.map(({ status }) => status).sort((one, next) => one - next)).toEqual([200, 400]);
  });
});

describe('sending a message', () => {
  let ticket: Awaited<ReturnType<typeof openFor>>;
  beforeEach(async () => {
    ticket = await openFor();
  });
  const send = (by: { token: string }, message: unknown, headers = {}, fields = {}) =>
    app.call(contract.sendMessage, { id: ticket.id, message, ...fields }, { token: by.token, headers });
  const read = async () =>
    (await app.call(contract.getTicket, { id: ticket.id }, customer)).body as contractShapes.Ticket;

  test('returns it, and both sides read all in order', { tags: ['X-API-27', 'X-API-25', 'X-ENT-10'] }, async () => {
    const first = await send(customer, 'Is it done?');
    const second = await send(admin, 'Tomorrow.');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toMatchObject({
      message: 'Tomorrow.',
      user_id: admin.id,
      side: 'SUPPORT',
      ticket_id: ticket.id,
    });
    for (const reader of [customer, admin]) {
      const { body } = await app.call(contract.getTicket, { id: ticket.id }, reader);
      expect(body.ticket_messages).toEqual([first.body, second.body]);
    }
  });

  test('author, time and ticket are set by the server', { tags: ['X-API-27'] }, async () => {
    const fields = { user_id: admin.id, created_at: '1999-01-01T00:00:00Z', ticket_id: 1, file_name: 'x.bin' };
    const { body } = await send(customer, 'Me.', {}, fields);
    expect(body).toMatchObject({ user_id: customer.id, side: 'CUSTOMER', ticket_id: ticket.id, file_name: null });
    expect(new Date(body.created_at).getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  test('an empty or whitespace-only message is refused', { tags: ['X-VAL-18'] }, async () => {
    for (const message of ['', '  \n ', undefined]) {
      expect(await send(customer, message)).toMatchObject({
        status: 400,
        body: { message: 'Please write a message.' },
      });
    }
    expect((await read()).ticket_messages).toEqual([]);
  });

  test('a closed ticket accepts none, a reopened one does', { tags: ['X-STA-04', 'X-CHT-S02'] }, async () => {
    await app.call(contract.closeTicket, { id: ticket.id }, admin);
    for (const by of [customer, admin]) {
      expect(await send(by, 'Hello?')).toMatchObject({ status: 400, body: { message: 'The ticket is closed.' } });
    }
    await app.call(contract.reopenTicket, { id: ticket.id }, admin);
    expect((await send(customer, 'Hello?')).status).toBe(201);
  });

  test('while the ticket is being closed, accepted messages are stored and refused ones are not', async () => {
    const [closed, ...sent] = await Promise.all([
      app.call(contract.closeTicket, { id: ticket.id }, admin),
      ...Array.from({ length: 8 }, (_, at) => send(at % 2 ? customer : admin, `Number ${at}`)),
    ]);
    expect(closed.status).toBe(200);
    const taken = sent.filter(({ status }) => status === 201).map(({ body }) => body.message as string);
    expect((await read()).ticket_messages.map(({ message }) => message).sort()).toEqual(taken.sort());
  });

  test('the first message of an administrator takes up a waiting file; a customer’s does not (rules 3)', async () => {
    await send(customer, 'Hello?');
    expect(await readFileStatus(ticket.file.id)).toBe('PENDING');
    await send(admin, 'Hello.');
    expect(await readFileStatus(ticket.file.id)).toBe('IN_PROGRESS');
  });

  test('a message waits for whoever changes its file, and locks the ticket only then', async () => {
    const written = await app.db.transaction().execute(async (tx) => {
      await sql`select from files where id = ${ticket.file.id} for update`.execute(tx);
      const sent = send(admin, 'Hello.');
      await awaitLockWaiters(app, 1);
      // As an assignment does after it has changed the file.
      await sql`update tickets set assignee_id = ${admin.id} where id = ${ticket.id}`.execute(tx);
      return { sent };
    });
    expect((await written.sent).status).toBe(201);
    expect(await readFileStatus(ticket.file.id)).toBe('IN_PROGRESS');
  });

  test('a message to a closed ticket does not take its file up', async () => {
    await app.call(contract.closeTicket, { id: ticket.id }, admin);
    for (const headers of [{}, { 'idempotency-key': 'message-to-closed' }])
      expect((await send(admin, 'Hello.', headers)).status).toBe(400);
    expect(await readFileStatus(ticket.file.id)).toBe('PENDING');
  });

  test('an administrator’s message changes nothing about a file that is canceled or done', async () => {
    const canceled = await buildFile(app, {
      user_id: customer.id,
      status: 'CANCELED',
      status_before_cancel: 'PENDING',
    });
    const done = await buildPaidFile(app.deps, { user_id: customer.id, status: 'COMPLETED' });
    for (const file of [canceled, done]) {
      ticket = { file, id: (await buildTicket(app, { file_id: file.id })).id };
      const before = await app.call(files.getFile, { id: file.id }, admin);
      expect((await send(admin, 'Sorry.')).status).toBe(201);
      const after = await app.call(files.getFile, { id: file.id }, admin);
      expect(after.body.file).toEqual(before.body.file);
    }
  });

  test('a message sent again with the same key after a lost response is stored once, with its key', async () => {
    const key = { 'idempotency-key': 'message-key-1' };
    const replies = await Promise.all([1, 2, 3].map(() => send(customer, 'Once.', key)));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect((await read()).ticket_messages).toMatchObject([{ message: 'Once.', message_id: 'message-key-1' }]);
    // The key belongs to its author.
    expect((await send(admin, 'Another.', key)).body.message).toBe('Another.');
  });

  test('a repeat succeeds even when the ticket was closed in between', async () => {
    const key = { 'idempotency-key': 'message-key-2' };
    const first = await send(customer, 'Once.', key);
    await app.call(contract.closeTicket, { id: ticket.id }, admin);
    expect(await send(customer, 'Once.', key)).toMatchObject({ status: 201, body: { id: first.body.id } });
  });
});

describe('reading', () => {
  test('an unchanged ticket returns 304 to its ETag, but not after a message', { tags: ['X-POLL-04'] }, async () => {
    const { id } = await openFor();
    const first = await app.call(contract.getTicket, { id }, customer);
    const tag = first.headers.get('etag') as string;
    const poll = () =>
      app.call(contract.getTicket, { id }, { token: customer.token, headers: { 'if-none-match': tag } });
    expect((await poll()).status).toBe(304);
    await app.call(contract.sendMessage, { id, message: 'News.' }, admin);
    expect((await poll()).body.ticket_messages).toMatchObject([{ message: 'News.' }]);
  });

  test('customers list their tickets, newest first, staff all', { tags: ['X-API-18', 'X-API-42'] }, async () => {
    const [one, other] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
    const older = await buildTicket(app, { file_id: (await buildFile(app, { user_id: one.id })).id });
    const newer = await buildTicket(app, { file_id: (await buildFile(app, { user_id: one.id })).id });
    const foreign = await buildTicket(app, { file_id: (await buildFile(app, { user_id: other.id })).id });
    const idsOf = ({ body }: { body: { id: number }[] }) => body.map(({ id }) => id);
    expect(idsOf(await app.call(contract.listUserTickets, { id: one.id }, one))).toEqual([newer.id, older.id]);
    expect(idsOf(await app.call(contract.listUserTickets, { id: one.id }, admin))).toEqual([newer.id, older.id]);
    expect((await app.call(contract.listUserTickets, { id: one.id }, other)).status).toBe(404);
    const all = await app.call(contract.listTickets, {}, admin);
    expect(idsOf(all).slice(0, 3)).toEqual([foreign.id, newer.id, older.id]);
    const owners = (all.body as TicketSummary[]).map(({ user_id, username }) => [user_id, username]);
    expect(owners.slice(0, 3)).toEqual([other, one, one].map(({ id, username }) => [id, username]));
  });

  test('a reply is read by its customer alone: not by a view of their portal, a program or staff', async () => {
    const reader = await buildCustomer(app.deps);
    const { id } = await openFor({ user_id: reader.id });
    await app.call(contract.sendMessage, { id, message: 'Done.' }, admin);
    const countUnread = async () => (await app.call(getWaiting, {}, reader)).body.tickets as number;
    const token = { name: 'Books', days: 7, capabilities: [], current_password: BUILT_PASSWORD };
    const view = { id: reader.id, reason: 'Cannot find the reply.' };
    for (const { token: by } of [
      (await app.call(viewAsCustomer, view, admin)).body as { token: string },
      (await app.call(createAccessToken, token, reader)).body as { token: string },
      await buildNarrowed(['files.read-all', 'tickets.read-all']),
      admin,
    ]) {
      expect((await app.call(contract.getTicket, { id }, { token: by })).status).toBe(200);
      expect(await countUnread()).toBe(1);
    }
    await app.call(contract.getTicket, { id }, reader);
    expect(await countUnread()).toBe(0);
  });

  test.each(['tickets.read-all', 'files.read-all'] as const)(
    'nothing of the tickets of others is read or changed by staff without %s',
    async (missing) => {
      const { file, id } = await openFor();
      const attachment = { name: 'log.csv', bytes: new Uint8Array([1]) };
      const message = await buildTicketMessage(app, { ticket_id: id, user_id: customer.id, attachment });
      const staff = await buildNarrowed(STAFF_CAPABILITIES.filter((one) => one !== missing));
      for (const [call, input] of [
        [contract.getTicket, { id }],
        [contract.downloadAttachment, { id, messageId: message.id }],
        [contract.closeTicket, { id }],
        [contract.sendMessage, { id, message: 'Hello' }],
      ] as const)
        expect([call.path, (await app.call(call, input, staff)).status]).toEqual([call.path, 404]);
      expect((await app.call(contract.listUserTickets, { id: customer.id }, staff)).body).toEqual([]);
      const { tickets, all_tickets } = (await app.call(getCustomerOverview, { id: customer.id }, staff)).body;
      expect([tickets, all_tickets]).toEqual([[], 0]);
      expect((await app.call(getDashboard, {}, staff)).body.tickets).toEqual([]);
      const needs = (await app.call(getNeedsYou, {}, staff)).body.needs as { kind: string }[];
      expect(needs.filter(({ kind }) => kind === 'REPLY')).toEqual([]);
      const { body } = await app.call(contract.getTicket, { id }, admin);
      expect([body.status, body.ticket_messages.length]).toEqual(['OPEN', 1]);
      expect(await readFileStatus(file.id)).toBe('PENDING');
    },
  );

  test('a deleted file hides its ticket as well', async () => {
    const { file, id } = await openFor();
    const message = await buildTicketMessage(app, {
      ticket_id: id,
      user_id: customer.id,
      attachment: { name: 'a.png', bytes: new Uint8Array([1]) },
    });
    await app.call(files.deleteFile, { id: file.id }, admin);
    for (const by of [customer, admin]) {
      expect((await app.call(contract.getTicket, { id }, by)).status).toBe(404);
      expect((await app.call(contract.sendMessage, { id, message: 'Hello?' }, by)).status).toBe(404);
      expect((await app.call(contract.downloadAttachment, { id, messageId: message.id }, by)).status).toBe(404);
    }
    expect((await app.call(contract.closeTicket, { id }, admin)).status).toBe(404);
    const { body } = await app.call(getUserDashboard, { userId: customer.id }, customer);
    expect(body.tickets.map((ticket: { id: number }) => ticket.id)).not.toContain(id);
  });

  test('the owner of the file is on the customer’s side, even after becoming an administrator', async () => {
    const promoted = await buildUser(app);
    const { id } = await openFor({ user_id: promoted.id });
    await buildTicketMessage(app, { ticket_id: id, user_id: promoted.id });
    await app.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', promoted.id).execute();
    const { body } = await app.call(contract.getTicket, { id }, admin);
    expect(body.ticket_messages[0].side).toBe('CUSTOMER');
  });
});
