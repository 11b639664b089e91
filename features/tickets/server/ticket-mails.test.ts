import { beforeEach, expect, test } from 'vitest';
import { buildAdmin, buildCustomer } from '../../../server/testing/stories.ts';
import { buildUser } from '../../accounts/server/accounts.factory.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import type * as contractShapes from '../ticket.ts';
import * as contract from '../tickets.calls.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage({ config: { publicUrl: 'https://tuning.example.com' } });
let customer: Awaited<ReturnType<typeof buildCustomer>>;
let admin: typeof customer;
beforeEach(async () => {
  await app.db.deleteFrom('mails').execute();
  await app.db.updateTable('users').set({ status: 'DEACTIVE' }).execute();
  customer = await buildCustomer(app.deps);
  admin = await buildAdmin(app.deps);
});

const MINUTE_MS = 60_000;

const mails = () =>
  app.db.selectFrom('mails').select(['recipient', 'subject', 'text_body', 'html_body']).orderBy('id').execute();

async function open(by: { token: string }, message = 'Hello') {
  const file = await buildFile(app, { user_id: customer.id });
  const { body } = await app.call(contract.openTicket, { fileId: file.id, message }, { token: by.token });
  return { file, ticket: body as contractShapes.Ticket };
}

test('a reply is mailed to the customer, escaped, with a link to the ticket', async () => {
  const { file, ticket } = await open(customer);
  await app.db.deleteFrom('mails').execute();
  await app.call(
    contract.sendMessage,
    { id: ticket.id, message: 'Try <b>this</b> one.' },
    { token: admin.token, file: { name: 'second version.bin', bytes: new Uint8Array([1]) } },
  );
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect([mail?.recipient, mail?.subject]).toEqual([customer.email, `New message in ticket ${ticket.ticket_id}`]);
  expect(mail?.text_body).toContain(`new message from Support in your ticket "Ticket ID:${file.file_id}"`);
  expect(mail?.text_body).toContain('Try <b>this</b> one.\n\nAttached: second version.bin');
  expect(mail?.text_body).toContain(`https://tuning.example.com/view-file/${file.id}#ticket`);
  expect(mail?.html_body).toContain('Try &lt;b&gt;this&lt;/b&gt; one.');
});

test('a new ticket is mailed to every active administrator, with a link to the file', async () => {
  const deactivated = await buildUser(app, { role: 'ADMIN', status: 'DEACTIVE' });
  const deleted = await buildUser(app, { role: 'ADMIN', deleted_at: new Date() });
  const second = await buildUser(app, { role: 'ADMIN' });
  const { file } = await open(customer, 'It smokes.');
  const sent = await mails();
  const recipients = sent.map(({ recipient }) => recipient);
  expect(recipients.toSorted()).toEqual([admin.email, second.email].toSorted());
  expect(recipients).not.toContain(deactivated.email);
  expect(recipients).not.toContain(deleted.email);
  expect(sent[0]?.text_body).toContain(`https://tuning.example.com/admin/view-file/${file.id}#ticket`);
  expect(sent[0]?.text_body).toContain('It smokes.');
});

test('messages in quick succession send one mail; one five minutes later sends another', async () => {
  const { ticket } = await open(admin);
  const write = () => app.call(contract.sendMessage, { id: ticket.id, message: 'One more thing.' }, admin);
  // Advances to the beginning of a window, so that the messages below fall into one.
  app.clock.advance(5 * MINUTE_MS - (app.clock.now().getTime() % (5 * MINUTE_MS)));
  await app.db.deleteFrom('mails').execute();
  await write();
  await write();
  app.clock.advance(2 * MINUTE_MS);
  await write();
  expect(await mails()).toHaveLength(1);
  app.clock.advance(4 * MINUTE_MS);
  await write();
  expect(await mails()).toHaveLength(2);
});

test('an answer to what was read or answered is mailed at once, and what follows it is not', async () => {
  const { ticket } = await open(customer);
  const write = (by: { token: string }) => app.call(contract.sendMessage, { id: ticket.id, message: 'Hello.' }, by);
  const recipients = async () => (await mails()).map(({ recipient }) => recipient);
  app.clock.advance(5 * MINUTE_MS - (app.clock.now().getTime() % (5 * MINUTE_MS)));
  await app.db.deleteFrom('mails').execute();
  await write(admin);
  await app.call(contract.getTicket, { id: ticket.id }, customer);
  await write(admin);
  await write(admin);
  expect(await recipients()).toEqual([customer.email, customer.email]);
  await write(customer);
  await write(admin);
  await write(customer);
  await write(customer);
  expect((await recipients()).slice(2)).toEqual([admin.email, customer.email, admin.email]);
});

test('a refused message is not mailed', async () => {
  const { ticket } = await open(customer);
  await app.call(contract.closeTicket, { id: ticket.id }, admin);
  await app.db.deleteFrom('mails').execute();
  expect((await app.call(contract.sendMessage, { id: ticket.id, message: 'Hello?' }, customer)).status).toBe(400);
  expect(await mails()).toEqual([]);
});

test.each<[string, { status: 'DEACTIVE' } | { deleted_at: Date }]>([
  ['deactivated', { status: 'DEACTIVE' }],
  ['deleted', { deleted_at: new Date() }],
])('a customer who was %s gets none', async (_, changes) => {
  const { ticket } = await open(admin);
  await app.db.deleteFrom('mails').execute();
  app.clock.advance(6 * MINUTE_MS);
  await app.db.updateTable('users').set(changes).where('id', '=', customer.id).execute();
  expect((await app.call(contract.sendMessage, { id: ticket.id, message: 'Hello?' }, admin)).status).toBe(201);
  expect(await mails()).toEqual([]);
});
