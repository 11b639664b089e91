import { describe, expect, test } from 'vitest';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { listChanges } from '../../staff/audit/audit.calls.ts';
import * as accounts from '../accounts.calls.ts';
import * as contract from '../user-creation.calls.ts';
import { buildCredits } from '../../credits/server/credits.factory.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { buildTicket } from '../../tickets/server/tickets.factory.ts';
import { buildLink, buildUser } from './accounts.factory.ts';

openStage({ movesMoney: true });

let serial = 0;
function fields(change: Record<string, unknown> = {}) {
  serial += 1;
  const who = { username: `vardar${serial}`, full_name: 'Vardar Chip', email: `vardar${serial}@example.com` };
  return { ...who, role: 'CUSTOMER', invite: true, ...change };
}

const create = (change: Record<string, unknown> = {}) => app.call(contract.createUser, fields(change), admin);

const mailsTo = (email: string) =>
  app.db.selectFrom('mails').select(['subject', 'text_body']).where('recipient', '=', email).orderBy('id').execute();

const tokenIn = (text: string | null | undefined) => /reset-password\?token=(\S+)/.exec(text ?? '')?.[1] ?? '';

const NEW_PASSWORD = 'Copper-Lathe-88';
const logIn = (email: string, password: string) => app.call(accounts.login, { email, password });

describe('an invited user', () => {
  test('sets the password once through the mailed link, and then has a confirmed address', async () => {
    const { status, body } = await create({ language: 'de' });
    expect([status, body.password]).toEqual([201, null]);
    const [mail] = await mailsTo(body.email);
    expect(mail?.subject).toBe('Ihr Konto bei Tunedesk');
    const token = tokenIn(mail?.text_body);
    expect((await logIn(body.email, NEW_PASSWORD)).status).toBe(401);
    expect((await app.call(accounts.resetPassword, { token, password: NEW_PASSWORD })).status).toBe(200);
    expect((await logIn(body.email, NEW_PASSWORD)).status).toBe(200);
    const again = await app.call(accounts.resetPassword, { token, password: 'Another-Lathe-99' });
    expect(again.body.code).toBe('accounts.reset_link_spent');
    expect((await app.call(accounts.getUser, { id: body.id }, admin)).body).toMatchObject({
      verified: true,
      is_invitable: false,
    });
  });

  test('cannot use a link that is older than seven days', async () => {
    const { id } = await buildUser(app.deps, { password_hash: null, verified: false });
    const token = await buildLink(app.deps, id, 'INVITE');
    const days = (number: number) => new Date(app.clock.now().getTime() + number * 86_400_000);
    const row = app.db.selectFrom('account_links').select('expires_at').where('user_id', '=', id);
    const { expires_at } = await row.executeTakeFirstOrThrow();
    expect(new Date(expires_at).getTime()).toBeGreaterThan(days(6.9).getTime());
    expect(new Date(expires_at).getTime()).toBeLessThan(days(7.1).getTime());
    await app.db
      .updateTable('account_links')
      .set({ expires_at: days(-0.1) })
      .where('user_id', '=', id)
      .execute();
    const reply = await app.call(accounts.resetPassword, { token, password: NEW_PASSWORD });
    expect(reply.body.code).toBe('accounts.reset_link_spent');
  });

  test('is mailed again on request, at most once a minute', async () => {
    const { body } = await create();
    const invite = () => app.call(contract.inviteUser, { id: body.id }, admin);
    expect((await invite()).status).toBe(200);
    expect(await mailsTo(body.email)).toHaveLength(1);
    await app.db
      .updateTable('account_links')
      .set({ created_at: new Date(app.clock.now().getTime() - 61_000) })
      .where('user_id', '=', body.id)
      .execute();
    await Promise.all([invite(), invite()]);
    expect(await mailsTo(body.email)).toHaveLength(2);
  });

  test('cannot be a user with a password, with a confirmed address or deactivated', async () => {
    const users = [
      await buildUser(app.deps),
      await buildUser(app.deps, { password_hash: null, verified: true }),
      await buildUser(app.deps, { password_hash: null, verified: false, status: 'DEACTIVE' }),
    ];
    for (const { id, email } of users) {
      const reply = await app.call(contract.inviteUser, { id }, admin);
      expect([reply.status, reply.body.code]).toEqual([400, 'accounts.not_invitable']);
      expect(await mailsTo(email)).toEqual([]);
    }
  });
});

describe('a user who is created', () => {
  test('without an invitation logs in with the password that is shown once, and gets no mail', async () => {
    const { body } = await create({ invite: false, role: 'ADMIN' });
    expect(body.password).toMatch(/^[\w-]{22}$/);
    expect((await logIn(body.email, body.password)).status).toBe(200);
    expect(await mailsTo(body.email)).toEqual([]);
    const { changes } = (await app.call(listChanges, { kind: 'CREATED' }, admin)).body;
    expect(changes[0]).toMatchObject({ subject: 'USER', subject_id: body.id, new_value: `${body.email} (ADMIN)` });
    expect(JSON.stringify(changes)).not.toContain(body.password);
  });

  test('gets the mail that confirms the address with the choice of an own password, and with no later one', async () => {
    const { body } = await create({ invite: false });
    const signedIn = (await logIn(body.email, body.password)).body as { token: string };
    const change = (from: string, to: string, token: string) =>
      app.call(accounts.changePassword, { current_password: from, new_password: to }, { token });
    const { token } = (await change(body.password, NEW_PASSWORD, signedIn.token)).body as { token: string };
    const mails = await mailsTo(body.email);
    expect(mails).toMatchObject([{ text_body: expect.stringContaining('/activate-account?token=') }]);
    await change(NEW_PASSWORD, 'Another-Lathe-99', token);
    expect(await mailsTo(body.email)).toEqual(mails);
  });

  test('needs an address that no account has, even when two are created at once', async () => {
    const email = 'twice@example.com';
    const replies = await Promise.all([create({ email }), create({ email: 'Twice@example.com' })]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 400]));
    const refused = replies.find(({ status }) => status === 400);
    expect([refused?.body.code, refused?.body.field]).toEqual(['accounts.address_has_account', 'email']);
  });

  test.each([
    ['username', ''],
    ['full_name', ''],
    ['email', 'nowhere'],
    ['phone', 'call me'],
    ['role', 'OWNER'],
    ['language', 'xx'],
  ])('%s "%s" is refused, naming its field', async (field, value) => {
    const reply = await create({ [field]: value });
    expect([reply.status, reply.body.field]).toEqual([400, field]);
  });
});

describe('what a deletion leaves behind', () => {
  async function buildBusy() {
    const customer = await buildCustomer(app.deps, 40);
    const file = await buildFile(app, { user_id: customer.id });
    await buildFile(app, { user_id: customer.id, status: 'CANCELED', status_before_cancel: 'PENDING' });
    await buildTicket(app, { file_id: file.id });
    return customer;
  }
  const look = async (id: number) => (await app.call(contract.getLeftovers, { id }, admin)).body as contract.Leftovers;
  const remove = (id: number, seen?: string) =>
    app.call(accounts.deleteUser, { id, ...(seen !== undefined && { seen }) }, admin);

  test('is counted at the moment of the request', async () => {
    const customer = await buildBusy();
    expect(await look(customer.id)).toMatchObject({
      open_files: 1,
      open_tickets: 1,
      credit_balance: 40,
      ai_credit_balance: 0,
    });
  });

  test.each([
    ['a file', (id: number) => buildFile(app, { user_id: id })],
    [
      'a ticket',
      async (id: number) => {
        const file = await buildFile(app, { user_id: id, status: 'CANCELED', status_before_cancel: 'PENDING' });
        return buildTicket(app, { file_id: file.id });
      },
    ],
    ['money', (id: number) => buildCredits(app, id, 10)],
  ])('refuses the deletion if %s was added since, but not once it is confirmed again', async (_, come) => {
    const customer = await buildBusy();
    const { seen } = await look(customer.id);
    await come(customer.id);
    const refused = await remove(customer.id, seen);
    expect([refused.status, refused.body.code]).toEqual([400, 'accounts.leftovers_changed']);
    expect((await app.call(accounts.getUser, { id: customer.id }, admin)).status).toBe(200);
    const again = await look(customer.id);
    expect(again.seen).not.toBe(seen);
    expect((await remove(customer.id, again.seen)).body.message).toBe('User deleted successfully!');
  });

  test('does not stop a program that sends only the specified fields', { tags: ['X-API-35'] }, async () => {
    const customer = await buildBusy();
    expect((await remove(customer.id)).body.message).toBe('User deleted successfully!');
  });
});
