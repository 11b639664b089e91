import { describe, expect, test } from 'vitest';
import { endpoints, nameOf } from '../../../app/endpoints.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { actsOfColleagues } from '../../../server/http/access.ts';
import { whoMay } from '../../../server/testing/authz.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { buildCustomer, PRICED, readBalance } from '../../../server/testing/stories.ts';
import { buildTarget } from '../../../server/testing/targets.ts';
import { getStatement } from '../../credits/statement.calls.ts';
import { listUserLedger } from '../../credits/credits.calls.ts';
import { listGenerations } from '../../dtc-off/generations.calls.ts';
import { buildGeneration } from '../../dtc-off/server/dtc-off.factory.ts';
import { confirmAndPay, getFile, listUserFiles } from '../../files/files.calls.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { createFile } from '../../files/upload/upload.calls.ts';
import { selectBuyer } from '../../payments/server/payments.queries.ts';
import { listChanges } from '../../staff/audit/audit.calls.ts';
import { getTicket, sendMessage } from '../../tickets/tickets.calls.ts';
import { buildTicket } from '../../tickets/server/tickets.factory.ts';
import * as accounts from '../accounts.calls.ts';
import { MAX_COLLEAGUES } from '../colleague-forms.ts';
import * as contract from '../colleagues.calls.ts';
import { viewAsCustomer } from '../customer-views.calls.ts';
import { listMySessions } from '../user-sessions.calls.ts';
import { BUILT_PASSWORD, buildSignedIn, buildUser } from './accounts.factory.ts';

openStage({ movesMoney: true });

type Session = { token: string };

const NEW_PASSWORD = 'Copper-Lathe-88';
const DAY_MS = 86_400_000;

const callAs = async (endpoint: Endpoint, input: Record<string, unknown>, { token }: Session) => {
  const { status, body } = await app.call(endpoint, input, { token });
  return { status, code: (body as { code?: string } | null)?.code };
};

const buildColleague = (customer: { id: number }) => buildSignedIn(app.deps, { company_id: customer.id });

let serial = 0;
const invite = (customer: Session, email = `colleague${(serial += 1)}@example.com`) =>
  app.call(contract.inviteColleague, { username: 'Elena', email }, customer);

const mailsTo = (email: string) =>
  app.db.selectFrom('mails').select('text_body').where('recipient', '=', email).orderBy('id').execute();

const linkTo = async (email: string) =>
  /reset-password\?token=(\S+)/.exec((await mailsTo(email)).at(-1)?.text_body ?? '')?.[1] ?? '';

const accept = (token: string) => app.call(accounts.resetPassword, { token, password: NEW_PASSWORD });
const logIn = (email: string, password = BUILT_PASSWORD) => app.call(accounts.login, { email, password });

describe('an invitation', () => {
  test('lets a colleague choose a password once, sign in, and see the account of the customer under their own name', async () => {
    const customer = await buildCustomer(app.deps, 70);
    const { status, body } = await invite(customer);
    expect([status, body]).toMatchObject([201, { username: 'Elena', is_invited: true }]);
    const [mail] = await mailsTo(body.email);
    expect(mail?.text_body).toContain(`${customer.username} invites you to order with them`);
    const token = await linkTo(body.email);
    expect((await accept(token)).status).toBe(200);
    expect((await accept(token)).body.code).toBe('accounts.reset_link_spent');
    const session = (await logIn(body.email, NEW_PASSWORD)).body as Session;
    expect((await app.call(accounts.getMyUser, {}, session)).body).toMatchObject({
      id: customer.id,
      colleague_id: body.id,
      username: 'Elena',
      email: body.email,
      credit_balance: 70,
    });
    expect((await app.call(contract.listColleagues, {}, customer)).body).toMatchObject([
      { id: body.id, is_invited: false },
    ]);
  });

  test('cannot be used after it was withdrawn, or after seven days; a second mail is sent on request', async () => {
    const customer = await buildCustomer(app.deps);
    const withdrawn = (await invite(customer)).body;
    expect((await callAs(contract.removeColleague, { id: withdrawn.id }, customer)).status).toBe(200);
    expect((await accept(await linkTo(withdrawn.email))).body.code).toBe('accounts.reset_link_spent');
    const { id, email } = (await invite(customer, withdrawn.email)).body;
    const again = () => callAs(contract.inviteColleagueAgain, { id }, customer);
    app.clock.advance(120_000);
    expect((await again()).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(3);
    app.clock.advance(7 * DAY_MS);
    expect((await accept(await linkTo(email))).body.code).toBe('accounts.reset_link_spent');
    expect((await again()).code).toBe('session.ended');
  });

  test('is refused for an address with an account, and beyond the limit, whatever comes at once', async () => {
    const customer = await buildCustomer(app.deps);
    expect((await invite(customer, admin.email)).body.code).toBe('accounts.address_has_account');
    for (let at = 1; at < MAX_COLLEAGUES; at += 1) await buildUser(app.deps, { company_id: customer.id });
    const replies = await Promise.all([invite(customer), invite(customer), invite(customer)]);
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 400, 400]);
    expect(replies.filter(({ body }) => body.code === 'colleagues.most')).toHaveLength(2);
    const { body } = await app.call(contract.listColleagues, {}, customer);
    expect((body as contract.Colleague[]).length).toBe(MAX_COLLEAGUES);
  });

  test('needs a recent sign-in', async () => {
    const customer = await buildCustomer(app.deps);
    app.clock.advance(16 * 60_000);
    expect((await invite(customer)).body.code).toBe('session.sign_in_again');
  });
});

const ofCustomers = endpoints.filter((endpoint) => endpoint.who !== 'anyone' && whoMay(endpoint).includes('CUSTOMER'));

describe('the calls of a colleague', () => {
  test('are about the colleague, or refused, only where it is listed here', () => {
    const acting = (who: string) =>
      ofCustomers
        .filter((endpoint) => actsOfColleagues(endpoint) === who)
        .map(nameOf)
        .toSorted();
    expect(acting('themselves')).toEqual(THEMSELVES);
    expect(acting('refused')).toEqual(REFUSED);
  });

  test('act for the customer as the customer, and with no call do they change, or show, the account of the customer', async () => {
    const wrong: unknown[] = [];
    for (const endpoint of ofCustomers) {
      const customer = await buildCustomer(app.deps, 500);
      const colleague = await buildColleague(customer);
      const acts = actsOfColleagues(endpoint);
      const subject = acts === 'themselves' ? colleague : customer;
      const { input, file } = await buildTarget(app.deps, endpoint, subject);
      await app.ownerDb.deleteFrom('rate_limits').execute();
      const before = await readAccount(customer.id);
      const { status, body } = await app.call(endpoint, input, { token: colleague.token, ...(file && { file }) });
      const { code } = (body ?? {}) as { code?: string };
      const isRight = acts === 'refused' ? code === 'colleagues.not_allowed' : status === 200 || status === 201;
      const isShown = JSON.stringify(body ?? '').includes(customer.email) && endpoint !== getStatement;
      const isChanged = (await readAccount(customer.id)) !== before;
      if (!isRight || isShown || isChanged) wrong.push([nameOf(endpoint), status, code, { isShown, isChanged }]);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  test('reach nothing of another customer', async () => {
    const [customer, other] = [await buildCustomer(app.deps), await buildCustomer(app.deps, 200)];
    const colleague = await buildColleague(customer);
    const others = await buildColleague(other);
    const file = await buildFile(app.deps, { ...PRICED, user_id: other.id });
    const ticket = await buildTicket(app.deps, { file_id: file.id });
    for (const [endpoint, input] of [
      [getFile, { id: file.id }],
      [confirmAndPay, { id: file.id }],
      [getTicket, { id: ticket.id }],
      [sendMessage, { id: ticket.id, message: 'Hello' }],
      [listUserFiles, { id: other.id }],
      [listUserFiles, { id: others.id }],
      [listUserFiles, { id: colleague.id }],
      [listUserLedger, { userId: other.id }],
    ] as [Endpoint, Record<string, unknown>][])
      expect([nameOf(endpoint), (await callAs(endpoint, input, colleague)).status]).toEqual([nameOf(endpoint), 404]);
    for (const call of [contract.removeColleague, contract.inviteColleagueAgain])
      for (const { id } of [others, other, customer])
        expect((await callAs(call, { id }, await fresh(customer))).status).toBe(404);
    expect(await isOpen(others)).toBe(true);
  });

  test('give nothing more when their own profile is changed', async () => {
    const [customer, other] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
    const colleague = await buildColleague(customer);
    const wanted = { username: 'Stefan', role: 'ADMIN', company_id: other.id, id: customer.id, status: 'ACTIVE' };
    const { body } = await app.call(accounts.patchMyUser, wanted, colleague);
    expect(body).toMatchObject({ id: customer.id, colleague_id: colleague.id, username: 'Stefan', role: 'CUSTOMER' });
    const stored = app.db.selectFrom('users').select(['role', 'company_id', 'username']).where('id', '=', colleague.id);
    expect(await stored.executeTakeFirst()).toEqual({ role: 'CUSTOMER', company_id: customer.id, username: 'Stefan' });
    expect((await app.call(accounts.getMyUser, {}, customer)).body).toMatchObject({ username: customer.username });
  });

  test('with a password of their own leave the sessions of the customer open', async () => {
    const customer = await buildCustomer(app.deps);
    const colleague = await buildColleague(customer);
    const passwords = { current_password: BUILT_PASSWORD, new_password: NEW_PASSWORD };
    const { body } = await app.call(accounts.changePassword, passwords, colleague);
    expect(await isOpen(colleague)).toBe(false);
    expect(await isOpen(customer)).toBe(true);
    expect((await app.call(accounts.getMyUser, {}, body as Session)).body).toMatchObject({ id: customer.id });
    expect((await app.call(listMySessions, {}, body as Session)).body).toHaveLength(1);
    expect((await logIn(customer.email)).status).toBe(200);
  });
});

const fresh = async ({ email }: { email: string }) => (await logIn(email)).body as Session;
const isOpen = async (session: Session) => (await app.call(accounts.getMyUser, {}, session)).status === 200;

/** Everything about the account of a user except what they ordered, as one text. */
async function readAccount(id: number): Promise<string> {
  const rows = await Promise.all(
    ACCOUNT_TABLES.map((table) => app.ownerDb.selectFrom(table).selectAll().where('user_id', '=', id).execute()),
  );
  const user = await app.ownerDb.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return JSON.stringify([rows, user]);
}

const ACCOUNT_TABLES = [
  'sessions',
  'account_links',
  'email_changes',
  'external_identities',
  'sign_in_places',
  'notification_choices',
  'passkeys',
  'second_factors',
] as const;

describe('what a colleague orders', () => {
  test('is the customer’s, and names the colleague to both sides: files, messages, generations, ledger and audit list', async () => {
    const customer = await buildCustomer(app.deps, 500);
    const colleague = await buildColleague(customer);
    const { input, file } = await buildTarget(app.deps, createFile, customer);
    const created = await app.call(createFile, input, { token: colleague.token, ...(file && { file }) });
    expect(created.status).toBe(201);
    const { id } = (created.body as { file: { id: number } }).file;
    for (const reader of [customer, colleague, admin])
      expect((await app.call(getFile, { id }, reader)).body).toMatchObject({
        file: { username: customer.username, ordered_by: colleague.username },
      });
    const own = await buildFile(app.deps, { user_id: customer.id });
    expect((await app.call(getFile, { id: own.id }, customer)).body).toMatchObject({ file: { ordered_by: null } });

    const priced = await buildFile(app.deps, { ...PRICED, price_cents: 1500, user_id: customer.id });
    expect((await callAs(confirmAndPay, { id: priced.id }, colleague)).status).toBe(200);
    expect(await readBalance(app.deps, customer.id)).toBe(485);
    expect(await readBalance(app.deps, colleague.id)).toBe(0);
    for (const reader of [customer, admin]) {
      const { body } = await app.call(listUserLedger, { userId: customer.id }, reader);
      expect((body as { credits_ledger: unknown[] }).credits_ledger).toMatchObject([
        { username: customer.username, credit_balance: -15, ordered_by: colleague.username },
        { ordered_by: null },
      ]);
    }

    const ticket = await buildTicket(app.deps, { file_id: own.id });
    await app.call(sendMessage, { id: ticket.id, message: 'How long?' }, colleague);
    await app.call(sendMessage, { id: ticket.id, message: 'Anybody?' }, customer);
    expect((await app.call(getTicket, { id: ticket.id }, admin)).body).toMatchObject({
      ticket_messages: [
        { side: 'CUSTOMER', written_by: colleague.username, user_id: customer.id },
        { side: 'CUSTOMER', written_by: null },
      ],
    });

    const generation = await buildGeneration(app.deps, { user_id: customer.id });
    await app.ownerDb
      .updateTable('ai_generations')
      .set({ person_id: colleague.id })
      .where('id', '=', generation.id)
      .execute();
    expect((await app.call(listGenerations, { offset: 0 }, customer)).body).toMatchObject({
      generations: [{ ordered_by: colleague.username }],
    });

    expect((await callAs(contract.removeColleague, { id: colleague.id }, customer)).status).toBe(200);
    expect((await app.call(getFile, { id }, customer)).body).toMatchObject({
      file: { ordered_by: colleague.username },
    });
    const audit = await app.call(listChanges, { about: colleague.username }, admin);
    expect((audit.body as { changes: unknown[] }).changes).toMatchObject([
      { kind: 'DELETED', username: customer.username },
    ]);
  });

  test('is polled by the customer with the new name of a colleague who has changed it', async () => {
    const customer = await buildCustomer(app.deps);
    const colleague = await buildColleague(customer);
    const { id } = await buildFile(app.deps, { user_id: customer.id, person_id: colleague.id });
    const poll = (tag?: string) =>
      app.call(getFile, { id }, { token: customer.token, ...(tag && { headers: { 'if-none-match': tag } }) });
    let tag = '';
    for (let round = 0; round < 3; round += 1) tag = (await poll()).headers.get('etag') ?? '';
    expect((await poll(tag)).status).toBe(304);
    await app.call(accounts.patchMyUser, { username: 'Stefan' }, colleague);
    await app.news.catchUp();
    expect((await poll(tag)).body).toMatchObject({ file: { ordered_by: 'Stefan' } });
  });

  test('is paid once when two of them pay at once, and never beyond the balance', async () => {
    const customer = await buildCustomer(app.deps, 200);
    const people = [await buildColleague(customer), await buildColleague(customer), customer];
    const file = await buildFile(app.deps, { ...PRICED, user_id: customer.id });
    const replies = await Promise.all(people.map((person) => callAs(confirmAndPay, { id: file.id }, person)));
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400]);
    expect(await readBalance(app.deps, customer.id)).toBe(50);
    const dear = await Promise.all(
      people.map(() => buildFile(app.deps, { ...PRICED, price_cents: 4000, user_id: customer.id })),
    );
    const paid = await Promise.all(people.map((person, at) => callAs(confirmAndPay, { id: dear[at]?.id }, person)));
    expect(paid.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400]);
    expect(await readBalance(app.deps, customer.id)).toBe(10);
  });
});

describe('a colleague who leaves', () => {
  test('is logged out and no colleague any more, after a fresh sign-in; what was ordered stays', async () => {
    const customer = await buildCustomer(app.deps);
    const [colleague, other] = [await buildColleague(customer), await buildColleague(customer)];
    const file = await buildFile(app.deps, { user_id: customer.id, person_id: colleague.id });
    expect((await app.call(accounts.getMyUser, {}, colleague)).body).toMatchObject({ company_name: customer.username });
    app.clock.advance(16 * 60_000);
    expect((await callAs(contract.leaveCompany, {}, colleague)).code).toBe('session.sign_in_again');
    const session = await fresh(colleague);
    expect((await callAs(contract.leaveCompany, {}, session)).status).toBe(200);
    for (const ended of [colleague, session]) expect(await isOpen(ended)).toBe(false);
    expect((await logIn(colleague.email)).status).toBe(401);
    expect([await isOpen(customer), await isOpen(other)]).toEqual([true, true]);
    expect((await app.call(contract.listColleagues, {}, customer)).body).toMatchObject([{ id: other.id }]);
    const { body } = await app.call(getFile, { id: file.id }, customer);
    expect(body).toMatchObject({ file: { ordered_by: colleague.username } });
  });

  test('is nobody else: a customer leaves nothing', async () => {
    const customer = await buildCustomer(app.deps);
    await buildColleague(customer);
    expect((await callAs(contract.leaveCompany, {}, customer)).status).toBe(404);
    expect((await app.call(accounts.getMyUser, {}, customer)).body).not.toHaveProperty('company_name');
  });
});

describe('the session of a colleague ends at once', () => {
  test.each<[string, (customer: Session & { id: number }, id: number) => Promise<unknown>]>([
    ['when the customer removes them', (customer, id) => callAs(contract.removeColleague, { id }, customer)],
    [
      'when staff lock the customer',
      ({ id }) => callAs(accounts.patchUser, { id, balance_version: '0.0', status: 'DEACTIVE' }, admin),
    ],
    ['when staff delete the customer', ({ id }) => callAs(accounts.deleteUser, { id }, admin)],
    ['when staff delete the colleague', (_, id) => callAs(accounts.deleteUser, { id }, admin)],
    [
      'when the customer is locked in the database',
      ({ id }) => app.ownerDb.updateTable('users').set({ status: 'DEACTIVE' }).where('id', '=', id).execute(),
    ],
    [
      'when the customer becomes one of the staff',
      ({ id }) => app.ownerDb.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', id).execute(),
    ],
  ])('%s', async (_, happen) => {
    const customer = await buildCustomer(app.deps);
    const [colleague, other] = [await buildColleague(customer), await buildColleague(await buildCustomer(app.deps))];
    const file = await buildFile(app.deps, { user_id: customer.id });
    expect((await callAs(getFile, { id: file.id }, colleague)).status).toBe(200);
    expect(await isOpen(colleague)).toBe(true);
    await happen(customer, colleague.id);
    expect(await callAs(getFile, { id: file.id }, colleague)).toEqual({ status: 403, code: 'session.ended' });
    expect(await callAs(accounts.getMyUser, {}, colleague)).toEqual({ status: 403, code: 'session.ended' });
    expect((await logIn(colleague.email)).status).toBe(401);
    expect(await isOpen(other)).toBe(true);
  });

  test('and the sessions are gone, so that none is good again when the customer is unlocked', async () => {
    const customer = await buildCustomer(app.deps);
    const colleague = await buildColleague(customer);
    const setStatus = (status: string) =>
      callAs(accounts.patchUser, { id: customer.id, balance_version: '0.0', status }, admin);
    await setStatus('DEACTIVE');
    expect((await setStatus('ACTIVE')).status).toBe(200);
    expect(await isOpen(colleague)).toBe(false);
    expect((await logIn(colleague.email)).status).toBe(200);
  });
});

test('a payment that names a colleague is of nobody, for staff to review', async () => {
  const { id } = await buildColleague(await buildCustomer(app.deps));
  expect(await selectBuyer(app.db, id).execute()).toEqual([]);
});

describe('staff', () => {
  test('see whose colleague a user is, and the colleagues of a customer', async () => {
    const customer = await buildCustomer(app.deps);
    const { id, username, email } = await buildColleague(customer);
    const company = { company_id: customer.id, company_name: customer.username };
    expect((await app.call(accounts.getUser, { id }, admin)).body).toMatchObject(company);
    expect((await app.call(accounts.listUsers, { q: username }, admin)).body).toMatchObject({ rows: [company] });
    expect((await callAs(contract.listUserColleagues, { id: 987_654_321 }, admin)).status).toBe(404);
    expect((await app.call(contract.listUserColleagues, { id: customer.id }, admin)).body).toMatchObject([
      { id, email },
    ]);
  });

  test('give a colleague neither credits nor a place among the staff, and view no portal as one', async () => {
    const { id } = await buildColleague(await buildCustomer(app.deps));
    const change = (fields: object) => callAs(accounts.patchUser, { id, balance_version: '0.0', ...fields }, admin);
    expect(await change({ credit_balance: 10 })).toEqual({ status: 400, code: 'colleagues.no_credits' });
    expect(await change({ ai_credit_balance: 10 })).toEqual({ status: 400, code: 'colleagues.no_credits' });
    expect(await change({ role: 'ADMIN' })).toEqual({ status: 400, code: 'colleagues.role' });
    expect((await change({ phone: '' })).status).toBe(200);
    expect(await readBalance(app.deps, id)).toBe(0);
    expect((await callAs(viewAsCustomer, { id, reason: 'Why' }, admin)).code).toBe('accounts.not_viewable');
  });
});

/** Calls about who is signed in. */
const THEMSELVES = [
  'addPasskey',
  'askForMyPasskey',
  'beginPasskey',
  'beginSecondFactor',
  'changePassword',
  'confirmSecondFactor',
  'createAccessToken',
  'createContinuation',
  'deleteAccessToken',
  'endMySession',
  'endOtherSessions',
  'getMySecondFactor',
  'leaveCompany',
  'listAccessTokens',
  'listMySessions',
  'logout',
  'patchMyUser',
  'removePasskey',
  'renamePasskey',
  'renewRecoveryCodes',
  'requestEmailChange',
  'resendActivation',
  'signInAgain',
  'signInAgainWithPasskey',
  'turnOffSecondFactor',
  'updateMyLanguage',
  'updateMyUser',
];

/** Calls about the account of the customer, which are the customer's alone. */
const REFUSED = [
  'dismissFirstSteps',
  'inviteColleague',
  'inviteColleagueAgain',
  'listColleagues',
  'listMyViews',
  'listNotificationChoices',
  'removeColleague',
  'updateNotificationChoice',
];
