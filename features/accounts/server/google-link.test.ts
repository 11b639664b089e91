import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../server/testing/app.ts';
import { getMyUser, login } from '../accounts.calls.ts';
import { linkGoogle } from '../google.calls.ts';
import { BUILT_PASSWORD, buildSignedIn, buildUser } from './accounts.factory.ts';
import { startGoogleApp, type GoogleApp } from './google.factory.ts';
import { buildSecondFactor } from './second-factor/second-factor.factory.ts';

let app: TestApp;
let google: GoogleApp;
let sub: string;
let serial = 0;

beforeAll(async () => {
  google = await startGoogleApp();
  app = google.app;
});
afterAll(() => app.stop());
beforeEach(() => {
  sub = `20826804${(serial += 1)}`;
});

const signIn = (email: string, changes: Record<string, unknown> = {}) => google.signIn({ sub, email, ...changes });
const link = (ticket: string, password: string, more: { code?: string } = {}) =>
  app.call(linkGoogle, { ticket, password, ...more });
const identities = () =>
  app.db.selectFrom('external_identities').select('user_id').where('subject', '=', sub).execute();
const isGood = async (token: string) => (await app.call(getMyUser, {}, { token })).status === 200;
const readUserId = async (token: string) => (await app.call(getMyUser, {}, { token })).body.id as number;

describe('an account with the same address', () => {
  test.each([
    ['an address that Google does not give out', 'example.com', {}],
    ['a domain that Google hosts and the operator has not listed', 'other.example', { hd: 'other.example' }],
    ['an address of another domain than the one that is hosted', 'example.com', { hd: 'garage.example' }],
    ['an address that only looks like gmail.com', 'gmail.com.example', {}],
  ])('requires its password for %s', async (_, domain, claims) => {
    const user = await buildSignedIn(app.deps, { email: `boss${serial}@${domain}` });
    const { status, body } = await signIn(user.email, claims);
    expect([status, Object.keys(body), body.link.email]).toEqual([200, ['link'], user.email]);
    expect(await isGood(user.token)).toBe(true);
    expect(await identities()).toEqual([]);
  });

  test.each([
    ['gmail.com', {}],
    ['GoogleMail.com', {}],
    ['garage.example', { hd: 'garage.example' }],
  ])('is linked without it if Google issues or hosts the address: %s', async (domain, claims) => {
    const user = await buildUser(app, { email: `boss${serial}@${domain}` });
    const { body } = await signIn(user.email, claims);
    expect(await readUserId(body.token)).toBe(user.id);
  });

  test('requires the password for every address if it is an administrator’s', async () => {
    const admin = await buildSignedIn(app.deps, { email: `admin${serial}@gmail.com`, role: 'ADMIN' });
    const { body } = await signIn(admin.email);
    expect(Object.keys(body)).toEqual(['link']);
    expect(await isGood(admin.token)).toBe(true);
  });

  test('also requires the password if it is unconfirmed, so that squatting is useless', async () => {
    const squatter = await buildUser(app, { email: `new${serial}@example.com`, verified: false });
    expect(Object.keys((await signIn(squatter.email)).body)).toEqual(['link']);
    const { password_hash } = await app.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', squatter.id)
      .executeTakeFirstOrThrow();
    expect(password_hash).not.toBeNull();
  });
});

describe('the password', () => {
  const ticketFor = async (email: string) => (await signIn(email)).body.link.ticket as string;

  test('links the account, signs in, and ends the open sessions', async () => {
    const user = await buildSignedIn(app.deps, { email: `ana${serial}@example.com` });
    const { status, body } = await link(await ticketFor(user.email), BUILT_PASSWORD);
    expect([status, await readUserId(body.token)]).toEqual([200, user.id]);
    expect(await isGood(user.token)).toBe(false);
    expect((await app.call(login, { email: user.email, password: BUILT_PASSWORD })).status).toBe(200);
  });

  test('is requested once: the next sign-in with Google needs none, even for administrators', async () => {
    const admin = await buildUser(app, { email: `admin${serial}@example.com`, role: 'ADMIN' });
    await link(await ticketFor(admin.email), BUILT_PASSWORD);
    const { body } = await signIn(admin.email);
    expect(await readUserId(body.token)).toBe(admin.id);
  });

  test('links nothing if it is wrong, and is limited like a login', async () => {
    const user = await buildUser(app, { email: `ana${serial}@example.com` });
    const ticket = await ticketFor(user.email);
    const replies = [];
    for (let at = 0; at < 11; at += 1) replies.push(await link(ticket, 'Wrong-guess-1'));
    expect(replies[0]).toMatchObject({
      status: 400,
      body: { field: 'password', message: 'The password is not right.' },
    });
    expect(replies.map(({ status }) => status).slice(9)).toEqual([400, 429]);
    expect((await link(ticket, BUILT_PASSWORD)).status).toBe(429);
    expect(Object.keys((await signIn(user.email)).body)).toEqual(['link']);
  });

  test('is not enough where a second factor counts: nothing is linked before its code', async () => {
    const user = await buildUser(app, { email: `ana${serial}@example.com` });
    const { code } = await buildSecondFactor(app.deps, user.id);
    const { ticket, needs_code } = (await signIn(user.email)).body.link;
    expect(needs_code).toBe(true);
    for (const more of [{}, { code: '000000' }])
      expect((await link(ticket, BUILT_PASSWORD, more)).body).toMatchObject({ code: 'accounts.wrong_code' });
    expect(await identities()).toEqual([]);
    expect((await link(ticket, BUILT_PASSWORD, { code: code() })).status).toBe(200);
    expect(await identities()).toEqual([{ user_id: user.id }]);
  });

  test('links nothing of a blocked user, nor after the address of the account has changed', async () => {
    const user = await buildUser(app, { email: `ana${serial}@example.com` });
    const ticket = await ticketFor(user.email);
    const set = (fields: { status?: 'ACTIVE' | 'DEACTIVE'; email?: string }) =>
      app.db.updateTable('users').set(fields).where('id', '=', user.id).execute();
    await set({ status: 'DEACTIVE' });
    expect((await link(ticket, BUILT_PASSWORD)).status).toBe(401);
    await set({ status: 'ACTIVE', email: `new${serial}@example.com` });
    expect((await link(ticket, BUILT_PASSWORD)).body.code).toBe('accounts.link_ticket_spent');
    expect(await identities()).toEqual([]);
  });

  test('works once per ticket, and not after ten minutes', async () => {
    const user = await buildUser(app, { email: `ana${serial}@example.com` });
    const [used, old] = [await ticketFor(user.email), await ticketFor(user.email)];
    expect((await link(used, BUILT_PASSWORD)).status).toBe(200);
    expect((await link(used, BUILT_PASSWORD)).body.code).toBe('accounts.link_ticket_spent');
    app.clock.advance(11 * 60_000);
    expect((await link(old, BUILT_PASSWORD)).body.code).toBe('accounts.link_ticket_spent');
    expect((await link('nonsense', BUILT_PASSWORD)).body.code).toBe('accounts.link_ticket_spent');
  });

  test('needs a real ticket: a session token is not one, nor is a ticket a session token', async () => {
    const user = await buildSignedIn(app.deps, { email: `ana${serial}@example.com` });
    expect((await link(user.token, BUILT_PASSWORD)).body.code).toBe('accounts.link_ticket_spent');
    expect(await isGood(await ticketFor(user.email))).toBe(false);
  });
});

describe('a user who was linked before', () => {
  test('and becomes an administrator gives the password once', async () => {
    const user = await buildUser(app, { email: `ana${serial}@gmail.com` });
    expect(await readUserId((await signIn(user.email)).body.token)).toBe(user.id);
    await app.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', user.id).execute();
    const again = await signIn(user.email);
    expect(Object.keys(again.body)).toEqual(['link']);
    expect((await link(again.body.link.ticket, BUILT_PASSWORD)).status).toBe(200);
    expect(await readUserId((await signIn(user.email)).body.token)).toBe(user.id);
  });

  test('and becomes an administrator without having a password is refused', async () => {
    const { body } = await signIn(`ana${serial}@gmail.com`);
    const id = await readUserId(body.token);
    await app.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', id).execute();
    const again = await signIn(`ana${serial}@gmail.com`);
    expect(Object.keys(again.body)).toEqual(['link']);
    const refused = await link(again.body.link.ticket, 'Anything-at-all-1');
    expect(refused.body.code).toBe('accounts.no_password_to_link');
  });
});

describe('a new account', () => {
  const created = async (email: string, claims = {}) => {
    const { body } = await signIn(email, claims);
    return app.db
      .selectFrom('users')
      .select(['verified', 'username'])
      .where('id', '=', await readUserId(body.token))
      .executeTakeFirstOrThrow();
  };

  test('has a confirmed address if Google issues or hosts it, and otherwise gets a mail', async () => {
    expect((await created(`eva${serial}@gmail.com`)).verified).toBe(true);
    sub += 'b';
    expect((await created(`eva${serial}@hosted.example`, { hd: 'hosted.example' })).verified).toBe(true);
    sub += 'c';
    expect((await created(`eva${serial}@example.com`)).verified).toBe(false);
    const mails = await app.db.selectFrom('mails').select('recipient').execute();
    expect(mails.map(({ recipient }) => recipient)).toEqual([`eva${serial}@example.com`]);
  });

  test('takes over no invisible characters from the name at Google', async () => {
    expect((await created(`eva${serial}@gmail.com`, { name: '\u202EEva\u200B K' })).username).toBe('Eva K');
  });
});
