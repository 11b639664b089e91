import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Forgery,
  type IdentityProvider,
  startIdentityProvider,
} from '../../../../server/testing/identity-provider.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import { getApplicationConfiguration } from '../../../shop/settings.calls.ts';
import { getStoredSettings, setStoredSettings } from '../../../shop/stored-settings.calls.ts';
import { listChanges } from '../../../staff/audit/audit.calls.ts';
import { getMyUser } from '../../accounts.calls.ts';
import { linkGoogle } from '../../google.calls.ts';
import * as contract from '../../provider.calls.ts';
import { BUILT_PASSWORD, buildSignedIn, buildUser } from '../accounts.factory.ts';
import { buildSecondFactor } from '../second-factor/second-factor.factory.ts';

openStage({ config: { webhookNetworks: ['127.0.0.1'], publicUrl: 'https://portal.example' } });

let provider: IdentityProvider;
let serial = 0;
let email: string;
let sub: string;

beforeAll(async () => {
  provider = await startIdentityProvider();
  await set(provider.settings);
});
afterAll(() => provider.stop());
beforeEach(() => {
  serial += 1;
  [email, sub] = [`ana${serial}@vardar.example`, `person-${serial}`];
});

const set = (settings: object) => app.call(setStoredSettings, settings, admin);

interface Begun {
  address: string;
  proof: string;
}
const begin = async () => (await app.call(contract.beginProviderSignIn, {})).body as unknown as Begun;
const send = (answer: string, { proof }: Begun) => app.call(contract.signInWithProvider, { answer, proof });
const authorize = ({ address }: Begun, { claims, ...forgery }: Forgery = {}) =>
  provider.authorize(address, { ...forgery, claims: { sub, email, name: 'Ana Petrova', ...claims } });

async function signIn(forgery: Forgery = {}) {
  const begun = await begin();
  return send(authorize(begun, forgery), begun);
}

const readUser = async (token: string) => (await app.call(getMyUser, {}, { token })).body as { id: number };
const accounts = () => app.db.selectFrom('users').selectAll().where('email', '=', email).execute();
const HOUR_MS = 3_600_000;
const WRONG = { status: 401, body: { code: 'session.wrong_login' } };

describe('a user whom the provider confirms', () => {
  test('gets an account and a session, with an address that a mail confirms, and returns to it', async () => {
    const { status, body } = await signIn();
    expect(status).toBe(200);
    const [made] = await accounts();
    expect(made).toMatchObject({ username: 'Ana Petrova', role: 'CUSTOMER', password_hash: null, verified: false });
    expect(await readUser(String(body.token))).toMatchObject({ id: made?.id });
    const again = await signIn({ claims: { email: `other-${email}` } });
    expect(await readUser(String(again.body.token))).toMatchObject({ id: made?.id });
  });

  test('is not let into an account with the address before its password, as a customer and as staff', async () => {
    for (const role of ['CUSTOMER', 'ADMIN'] as const) {
      [email, sub] = [`${role}-${email}`, `${role}-${sub}`];
      const existing = await buildSignedIn(app.deps, { email, role });
      const { link } = (await signIn()).body as { link: { ticket: string } };
      const wrong = await app.call(linkGoogle, { ticket: link.ticket, password: 'Never-The-Password-1' });
      expect(wrong.body).toMatchObject({ code: 'accounts.wrong_password_to_link' });
      const linked = await app.call(linkGoogle, { ticket: link.ticket, password: BUILT_PASSWORD });
      expect(await readUser(String(linked.body.token))).toMatchObject({ id: existing.id });
      expect((await app.call(getMyUser, {}, existing)).status).toBe(403);
      expect(await readUser(String((await signIn()).body.token))).toMatchObject({ id: existing.id });
    }
  });

  test('is not the user of Google with the same id', async () => {
    const { id } = await buildUser(app.deps);
    const identity = { issuer: 'https://accounts.google.com', subject: sub, user_id: id };
    await app.db.insertInto('external_identities').values(identity).execute();
    expect((await readUser(String((await signIn()).body.token))).id).not.toBe(id);
  });

  test('has to give the second factor as after a password', async () => {
    const first = await readUser(String((await signIn()).body.token));
    await buildSecondFactor(app.deps, first.id);
    expect((await signIn()).body).toMatchObject({ second_step: { has_passkey: false } });
  });

  test('cannot sign in to a deactivated account', async () => {
    const { id } = await readUser(String((await signIn()).body.token));
    await app.db.updateTable('users').set({ status: 'DEACTIVE' }).where('id', '=', id).execute();
    expect((await signIn()).status).toBe(401);
  });
});

describe('an answer that proves nothing is refused', () => {
  const now = () => Math.floor(Date.now() / 1000);

  test.each<[string, () => Forgery]>([
    ['for another client', () => ({ claims: { aud: 'another' } })],
    ['by another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['with another nonce', () => ({ claims: { nonce: 'another' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['that has expired', () => ({ claims: { exp: now() - 60 } })],
    ['with a signature of another key', () => ({ isForged: true })],
    ['for an address that is not verified', () => ({ claims: { email_verified: false } })],
    ['for an address that is verified in words only', () => ({ claims: { email_verified: 'true' } })],
    ['that says nothing about the address being verified', () => ({ claims: { email_verified: undefined } })],
  ])('%s', async (_, forgery) => {
    expect(await signIn(forgery())).toMatchObject(WRONG);
    expect(await accounts()).toEqual([]);
  });

  test('of the sign-in of another browser: neither its state nor its code is of use here', async () => {
    const [mine, stranger] = [await begin(), await begin()];
    expect(await send(authorize(stranger), mine)).toMatchObject(WRONG);
    const code = new URLSearchParams(authorize(stranger)).get('code') ?? '';
    const state = new URL(mine.address).searchParams.get('state') ?? '';
    const own = new URLSearchParams(authorize(mine)).get('code') ?? '';
    for (const answer of [
      { code, state },
      { code: own, state: 'another' },
    ])
      expect(await send(new URLSearchParams(answer).toString(), mine)).toMatchObject(WRONG);
    expect(await accounts()).toEqual([]);
  });

  test('a second time, also when both arrive at once', async () => {
    const begun = await begin();
    const answer = authorize(begun);
    const replies = await Promise.all([send(answer, begun), send(answer, begun)]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 401]));
    expect(await send(answer, begun)).toMatchObject(WRONG);
    // A provider that accepts a code twice would not help: the nonce counts once.
    expect(await send(authorize(begun), begun)).toMatchObject(WRONG);
  });

  test('that is none, or of somebody who did not agree', async () => {
    const begun = await begin();
    const state = new URL(begun.address).searchParams.get('state') ?? '';
    for (const answer of ['x', 'code=1', `code=1&state=${state}`, `error=access_denied&state=${state}`])
      expect(await send(answer, begun)).toMatchObject(WRONG);
    expect(await send(authorize(begun), { ...begun, proof: 'invented.9999999999999' })).toMatchObject(WRONG);
  });

  test('that comes too late, also with another time in its proof', async () => {
    const begun = await begin();
    const [random] = begun.proof.split('.');
    expect(await send(authorize(begun), { ...begun, proof: `${random}.${Date.now() + 1e6}` })).toMatchObject(WRONG);
    app.clock.advance(HOUR_MS + 1000);
    expect(await send(authorize(begun), begun)).toMatchObject(WRONG);
    app.clock.advance(-HOUR_MS - 1000);
    expect((await send(authorize(begun), begun)).status).toBe(200);
  });

  test('that tells the address apart from the token, of another user or without having verified it', async () => {
    for (const wrong of [{ sub: 'another' }, { email_verified: false }, { email_verified: undefined }])
      expect(await signIn({ userInfo: { sub, email, email_verified: true, ...wrong } })).toMatchObject(WRONG);
    expect(await accounts()).toEqual([]);
    expect((await signIn({ userInfo: { sub, email, email_verified: true } })).status).toBe(200);
    expect(await accounts()).toHaveLength(1);
  });
});

describe('the provider', () => {
  test('is asked with a proof key, a state and a nonce, and sends browsers back to the login page', async () => {
    const asked = new URL((await begin()).address).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'https://portal.example/login',
      scope: 'openid email profile',
    });
    const next = new URL((await begin()).address).searchParams;
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked.get(name)?.length).toBeGreaterThan(40);
      expect(next.get(name)).not.toBe(asked.get(name));
    }
  });

  test('has its name on the login page; its secret is encrypted, and nobody can read it', async () => {
    const secret = provider.settings.provider_client_secret;
    const shown = (await app.call(getApplicationConfiguration, {})).body;
    expect(shown).toMatchObject({ provider_name: 'Log in with Vardar' });
    const stored = await app.db.selectFrom('application_configuration').selectAll().execute();
    const settings = (await app.call(getStoredSettings, {}, admin)).body;
    expect(settings).toMatchObject({ provider_issuer: provider.issuer });
    expect(settings).not.toHaveProperty('provider_client_secret');
    const changes = (await app.call(listChanges, {}, admin)).body;
    expect(JSON.stringify([shown, stored, settings, changes])).not.toContain(secret);
  });

  test('under another address is not sent the secret, which was entered for the one before', async () => {
    await set({ provider_issuer: 'http://127.0.0.1:9' });
    const reply = await app.call(contract.beginProviderSignIn, {});
    await set(provider.settings);
    expect(reply.body).toMatchObject({ code: 'accounts.provider_not_configured' });
  });

  test('that does not answer is not the fault of the user', async () => {
    const begun = await begin();
    await set({ ...provider.settings, provider_issuer: 'http://127.0.0.1:9' });
    expect((await app.call(contract.beginProviderSignIn, {})).status).toBe(503);
    expect((await send(authorize(begun), begun)).status).toBe(503);
    await set(provider.settings);
    expect((await send(authorize(begun), begun)).status).toBe(200);
  });

  test('is not asked in a network that the operator has not named', async () => {
    const { code, field } = (await set({ provider_issuer: 'http://10.0.0.7/realm' })).body;
    expect({ code, field }).toEqual({ code: 'webhooks.url_private', field: 'provider_issuer' });
  });

  test('is gone once its issuer is removed', async () => {
    await set({ provider_issuer: '' });
    const reply = await app.call(contract.beginProviderSignIn, {});
    expect(reply.body).toMatchObject({ code: 'accounts.provider_not_configured' });
    expect((await app.call(getApplicationConfiguration, {})).body).toMatchObject({ provider_name: null });
    await set(provider.settings);
  });
});
