import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../server/testing/app.ts';
import { awaitLockWaiters } from '../../../server/testing/locks.ts';
import { buildAdmin, buildCustomer } from '../../../server/testing/stories.ts';
import * as accounts from '../accounts.calls.ts';
import * as contract from '../colleagues.calls.ts';
import { takeSecondStep } from '../second-factor.calls.ts';
import { inviteUser } from '../user-creation.calls.ts';
import { removeOldLinks } from './account-links.ts';
import { withdrawInvitation } from './colleague-invitations.ts';
import { BUILT_PASSWORD, buildSignedIn, buildUser } from './accounts.factory.ts';
import { type GoogleApp, startGoogleApp } from './google.factory.ts';
import { buildSecondFactor, buildSecondStep } from './second-factor/second-factor.factory.ts';

let google: GoogleApp;
let app: TestApp;
let serial = 0;
/** The address that is invited, which Google issues itself. */
let email = '';

beforeAll(async () => {
  google = await startGoogleApp();
  ({ app } = google);
});
afterAll(() => app.stop());
beforeEach(async () => {
  serial += 1;
  email = `invited${serial}@gmail.com`;
  await app.ownerDb.deleteFrom('rate_limits').execute();
});

type Session = { token: string };
const NEW_PASSWORD = 'Copper-Lathe-88';
const HOUR_MS = 3_600_000;

const invite = async (customer: Session, to = email) => {
  const { status, body } = await app.call(contract.inviteColleague, { username: 'Elena', email: to }, customer);
  return { status, ...(body as contract.Colleague & { code?: string }) };
};
const signInWithGoogle = () => google.signIn({ sub: `sub-${serial}`, email });
const register = () =>
  app.call(accounts.register, {
    username: 'Elena',
    full_name: 'Elena Ilieva',
    email,
    phone: '+389 70 123 456',
    country: 'North Macedonia',
    password: NEW_PASSWORD,
  });
const forgetPassword = () => app.call(accounts.requestPasswordReset, { email });
const readMe = async (session: unknown) =>
  (await app.call(accounts.getMyUser, {}, session as Session)).body as { id: number; colleague_id?: number };
const listInvited = async (customer: Session) => (await app.call(contract.listColleagues, {}, customer)).body;
const mailsTo = (recipient: string) =>
  app.db
    .selectFrom('mails')
    .select(['subject', 'text_body'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();
const linkTo = async (recipient: string) =>
  /reset-password\?token=(\S+)/.exec((await mailsTo(recipient)).at(-1)?.text_body ?? '')?.[1] ?? '';
const accept = async (token: string) =>
  (await app.call(accounts.resetPassword, { token, password: NEW_PASSWORD })).status;

describe('an invitation that nobody has accepted binds nobody:', () => {
  test.each([
    ['signing in with Google', signInWithGoogle, 200],
    ['registering', register, 201],
  ])('%s makes an account of its own and withdraws the invitation', async (_, enter, expected) => {
    const customer = await buildCustomer(app.deps, 50);
    const { id } = await invite(customer);
    const link = await linkTo(email);
    const { status, body } = await enter();
    expect(status).toBe(expected);
    const me = await readMe(body);
    expect(me).toMatchObject({ email, credit_balance: 0 });
    expect([customer.id, id]).not.toContain(me.id);
    expect(me.colleague_id).toBeUndefined();
    expect(await listInvited(customer)).toEqual([]);
    expect(await accept(link)).toBe(400);
    expect((await invite(customer)).code).toBe('accounts.address_has_account');
  });

  test('nothing is withdrawn once it was accepted: registering is refused, and Google opens the account of the colleague', async () => {
    const customer = await buildCustomer(app.deps);
    const { id } = await invite(customer);
    expect(await accept(await linkTo(email))).toBe(200);
    expect((await register()).status).toBe(400);
    expect(await readMe((await signInWithGoogle()).body)).toMatchObject({ id: customer.id, colleague_id: id });
  });

  test('one that is withdrawn while it is accepted is not accepted', async () => {
    const { id } = await invite(await buildCustomer(app.deps));
    const link = await linkTo(email);
    const accepting = await app.deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
      const waiting = accept(link);
      await awaitLockWaiters(app, 1);
      await withdrawInvitation(tx, app.deps, email);
      return { waiting };
    });
    expect(await accepting.waiting).toBe(400);
  });

  test('one that staff have locked stays locked', async () => {
    const { id } = await invite(await buildCustomer(app.deps));
    await app.ownerDb.updateTable('users').set({ status: 'DEACTIVE' }).where('id', '=', id).execute();
    expect((await signInWithGoogle()).status).toBe(401);
    expect((await register()).status).toBe(400);
  });

  test('a forgotten password mails the invitation again, at most once a minute, and confirms no address', async () => {
    const customer = await buildCustomer(app.deps);
    await invite(customer);
    await forgetPassword();
    expect(await mailsTo(email)).toHaveLength(1);
    app.clock.advance(61_000);
    await forgetPassword();
    const [, again, more] = await mailsTo(email);
    expect(again?.text_body).toContain(`${customer.username} invites you to order with them`);
    expect(more).toBeUndefined();
  });

  test('staff who mail it again name the customer as well', async () => {
    const customer = await buildCustomer(app.deps);
    const { id } = await invite(customer);
    app.clock.advance(61_000);
    expect((await app.call(inviteUser, { id }, await buildAdmin(app.deps))).status).toBe(200);
    expect((await mailsTo(email)).at(-1)?.text_body).toContain(`${customer.username} invites you to order with them`);
  });

  test('it is withdrawn once its last link has lapsed, and no account with a password is', async () => {
    const customer = await buildCustomer(app.deps);
    const { id } = await invite(customer);
    const accepted = await buildUser(app.deps, { company_id: customer.id });
    app.clock.advance(6 * 24 * HOUR_MS);
    await removeOldLinks(app.deps);
    const living = app.db.selectFrom('users').select('id').where('company_id', '=', customer.id);
    const readLiving = async () =>
      (await living.where('deleted_at', 'is', null).orderBy('id').execute()).map((row) => row.id);
    expect(await readLiving()).toEqual([id, accepted.id]);
    app.clock.advance(25 * HOUR_MS);
    await removeOldLinks(app.deps);
    expect(await readLiving()).toEqual([accepted.id]);
    expect((await register()).status).toBe(201);
  });
});

describe('inviting', () => {
  test('is limited per customer, refused invitations and second mails included', async () => {
    const customer = await buildCustomer(app.deps);
    const { id } = await invite(customer);
    const used = app.ownerDb.updateTable('allowances').set({ uses: 28 });
    await used.where('subject', '=', `colleague-invitations:user:${customer.id}`).execute();
    expect((await invite(customer, customer.email)).code).toBe('accounts.address_has_account');
    expect((await app.call(contract.inviteColleagueAgain, { id }, customer)).status).toBe(200);
    expect((await invite(customer, customer.email)).status).toBe(429);
    expect((await invite(customer, `free-${email}`)).status).toBe(429);
    expect((await app.call(contract.inviteColleagueAgain, { id }, customer)).status).toBe(429);
    expect((await invite(await buildCustomer(app.deps), `free-${email}`)).status).toBe(201);
    app.clock.advance(61 * 60_000);
    expect((await app.call(contract.inviteColleagueAgain, { id }, await fresh(customer))).status).toBe(200);
  });

  test('is in the security log, and the owner is told by mail', async () => {
    const customer = await buildCustomer(app.deps);
    const { id } = await invite(customer);
    const events = app.db.selectFrom('security_events').select(['event', 'reason', 'actor_id']);
    expect(await events.where('account_id', '=', id).execute()).toEqual([
      { event: 'COLLEAGUE_INVITED', reason: 'BY_OWNER', actor_id: customer.id },
    ]);
    const [mail] = await mailsTo(customer.email);
    expect(mail?.text_body).toContain(`Elena (${email}) was invited`);
  });
});

const fresh = async (customer: { email: string }) =>
  (await app.call(accounts.login, { email: customer.email, password: BUILT_PASSWORD })).body as Session;

describe.each([
  ['locked', { status: 'DEACTIVE', deleted_at: null }],
  ['deleted', { status: 'ACTIVE', deleted_at: new Date() }],
] as const)('a colleague of a customer who is %s', (_, gone) => {
  const end = (id: number) => app.ownerDb.updateTable('users').set(gone).where('id', '=', id).execute();

  test('cannot sign in with a linked account of Google', async () => {
    const customer = await buildCustomer(app.deps);
    await buildUser(app.deps, { email, company_id: customer.id });
    expect((await signInWithGoogle()).status).toBe(200);
    await end(customer.id);
    const { status, body } = await signInWithGoogle();
    expect([status, body.message]).toEqual([401, 'This account is deactivated. Please contact support.']);
  });

  test('cannot finish a sign-in with a second step', async () => {
    const customer = await buildCustomer(app.deps);
    const colleague = await buildUser(app.deps, { company_id: customer.id });
    const factor = await buildSecondFactor(app.deps, colleague.id);
    const ticket = await buildSecondStep(app.deps, colleague.id);
    await end(customer.id);
    const { status, body } = await app.call(takeSecondStep, { ticket, code: factor.code() });
    expect([status, body.message]).toEqual([401, 'This account is deactivated. Please contact support.']);
  });
});

test('locking a customer voids the sign-ins of colleagues that wait for their second step', async () => {
  const customer = await buildCustomer(app.deps);
  const colleague = await buildSignedIn(app.deps, { company_id: customer.id });
  const factor = await buildSecondFactor(app.deps, colleague.id);
  const ticket = await buildSecondStep(app.deps, colleague.id);
  const admin = await buildAdmin(app.deps);
  for (const status of ['DEACTIVE', 'ACTIVE'])
    expect(
      (await app.call(accounts.patchUser, { id: customer.id, balance_version: '0.0', status }, admin)).status,
    ).toBe(200);
  const { body } = await app.call(takeSecondStep, { ticket, code: factor.code() });
  expect(body).toMatchObject({ code: 'accounts.sign_in_ticket_spent' });
});
