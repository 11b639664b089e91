import { createHmac } from 'node:crypto';
import { exportSPKI, generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { googleIssuer, type GoogleIssuer } from '../../../server/testing/google-issuer.ts';
import { getApplicationConfiguration } from '../../settings/settings.contract.ts';
import { changePassword, getMyUser, login } from '../accounts.contract.ts';
import { signInWithGoogle } from '../google.contract.ts';
import { BUILT_PASSWORD, buildSignedIn, buildUser } from './accounts.factory.ts';

let app: TestApp;
let issuer: GoogleIssuer;
let email: string;
let sub: string;
let serial = 0;

beforeAll(async () => {
  issuer = await googleIssuer();
  app = await startTestApp({ google: issuer.config, publicUrl: 'https://portal.example' });
});
afterAll(() => app.stop());
beforeEach(() => {
  serial += 1;
  email = `ana${serial}@example.com`;
  sub = `1082042680333${serial}`;
});

const token = (changes: Record<string, unknown> = {}) => issuer.sign({ sub, email, ...changes });
const signIn = (idToken: string, more: { nonce?: string } = {}) => app.call(signInWithGoogle, { idToken, ...more });
const userOf = async (session: string) => (await app.call(getMyUser, {}, { token: session })).body as { id: number };
const storedUser = (id: number) =>
  app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const accounts = () => app.db.selectFrom('users').select('id').where('email', '=', email).execute();

const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('whom Google confirms', () => {
  test('gets an account and a session (X-API-04)', async () => {
    const { status, body } = await signIn(await token());
    expect(status).toBe(200);
    const user = await storedUser((await userOf(body.token)).id);
    expect(user).toMatchObject({ email, username: 'Ana Petrova', full_name: 'Ana Petrova', phone: '', country: '' });
    expect(user).toMatchObject({ verified: true, password_hash: null, role: 'CUSTOMER', status: 'ACTIVE' });
  });

  test('comes back to the same account, also when the address at Google has changed', async () => {
    const first = await userOf((await signIn(await token())).body.token);
    const again = await userOf((await signIn(await token({ email: `new-${email}` }))).body.token);
    expect(again.id).toBe(first.id);
  });

  test('gets one account, though two windows sign in at once', async () => {
    const idToken = await token();
    const replies = await Promise.all([signIn(idToken), signIn(idToken), signIn(idToken)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await accounts()).toHaveLength(1);
  });

  test('is linked to the verified account with that address, whose password stays', async () => {
    const existing = await buildSignedIn(app.deps, { email: email.toUpperCase() });
    expect((await userOf((await signIn(await token())).body.token)).id).toBe(existing.id);
    expect((await app.call(login, { email, password: BUILT_PASSWORD })).status).toBe(200);
    expect((await app.call(getMyUser, {}, { token: existing.token })).status).toBe(200);
  });

  test('takes an account over that nobody has verified: its password and its sessions end first', async () => {
    const squatter = await buildSignedIn(app.deps, { email, verified: false });
    const owner = await userOf((await signIn(await token())).body.token);
    expect(owner.id).toBe(squatter.id);
    expect((await app.call(getMyUser, {}, { token: squatter.token })).status).toBe(403);
    expect((await app.call(login, { email, password: BUILT_PASSWORD })).status).toBe(401);
    expect(await storedUser(owner.id)).toMatchObject({ verified: true, password_hash: null });
  });

  test('does not get into a deactivated account, linked or not', async () => {
    await buildUser(app.deps, { email, status: 'DEACTIVE' });
    const { status, body } = await signIn(await token());
    expect([status, body.message]).toEqual([401, 'This account is deactivated. Please contact support.']);
    await app.db.updateTable('users').set({ status: 'ACTIVE' }).where('email', '=', email).execute();
    expect((await signIn(await token())).status).toBe(200);
    await app.db.updateTable('users').set({ status: 'DEACTIVE' }).where('email', '=', email).execute();
    expect((await signIn(await token())).status).toBe(401);
  });

  test('starts anew after the account was deleted', async () => {
    const first = await userOf((await signIn(await token())).body.token);
    await app.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', first.id).execute();
    const second = await userOf((await signIn(await token())).body.token);
    expect(second.id).not.toBe(first.id);
    expect((await userOf((await signIn(await token())).body.token)).id).toBe(second.id);
  });

  test('has no password to change, and is told how to get one', async () => {
    const { body } = await signIn(await token());
    const change = { current_password: 'x', new_password: 'Copper-Lathe-88' };
    const reply = await app.call(changePassword, change, { token: body.token });
    expect([reply.status, reply.body.message]).toEqual([
      400,
      'This account has no password yet. Log out and use "Forgot Password?" to set one.',
    ]);
  });
});

describe('a token that proves nothing is refused', () => {
  const past = Math.floor(Date.now() / 1000) - 60;

  test.each<[string, Record<string, unknown>]>([
    ['for somebody else', { aud: 'other-app.apps.example.com' }],
    ['for nobody', { aud: undefined }],
    ['by another issuer', { iss: 'https://accounts.example.com' }],
    ['by no issuer', { iss: undefined }],
    ['that has expired', { exp: past }],
    ['that never expires', { exp: undefined }],
    ['for an address that is not verified', { email_verified: false }],
    ['for an address that is verified in words only', { email_verified: 'true' }],
    ['that says nothing about the address being verified', { email_verified: undefined }],
    ['without an address', { email: undefined }],
    ['without a subject', { sub: undefined }],
    ['of another sign-in', { nonce: 'theirs' }],
  ])('%s', async (_, changes) => {
    expect((await signIn(await token(changes))).status).toBe(401);
    expect(await accounts()).toEqual([]);
  });

  test('signed with another key, under the name of ours', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    expect((await signIn(await issuer.sign({ sub, email }, privateKey))).status).toBe(401);
    expect((await signIn(await issuer.sign({ sub, email }, privateKey, { kid: 'two' }))).status).toBe(401);
    expect(await accounts()).toEqual([]);
  });

  test('with alg none', async () => {
    const unsigned = `${encoded({ alg: 'none', kid: 'one' })}.${encoded(issuer.claims({ sub, email }))}.`;
    expect((await signIn(unsigned)).status).toBe(401);
  });

  test('signed with the public key as if it were a secret', async () => {
    const text = `${encoded({ alg: 'HS256', kid: 'one' })}.${encoded(issuer.claims({ sub, email }))}`;
    const secret = await exportSPKI(issuer.publicKey);
    const signature = createHmac('sha256', secret).update(text).digest('base64url');
    expect((await signIn(`${text}.${signature}`)).status).toBe(401);
  });

  test('whose claims were changed after it was signed', async () => {
    const [head, , signature] = (await token()).split('.');
    expect(
      (await signIn(`${head}.${encoded(issuer.claims({ sub, email: 'boss@example.com' }))}.${signature}`)).status,
    ).toBe(401);
  });

  test('that is none at all', async () => {
    expect((await signIn('nonsense')).status).toBe(401);
    expect((await signIn('')).status).toBe(400);
  });

  test('but the one that carries the nonce of this sign-in is good', async () => {
    expect((await signIn(await token({ nonce: 'mine' }), { nonce: 'mine' })).status).toBe(200);
    expect((await signIn(await token(), { nonce: 'mine' })).status).toBe(401);
  });
});

describe('the operator', () => {
  test('tells the browser the client id, and lets it load from Google what it needs and nothing else', async () => {
    const { body, headers } = await app.call(getApplicationConfiguration, {});
    expect(body.google_client_id).toBe(issuer.config.clientId);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self' https://accounts.google.com/gsi/client;");
    expect(policy).toContain("connect-src 'self' https://accounts.google.com/gsi/;");
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });

  test('who has not set it up is asked for nothing, and nothing of Google may load', async () => {
    const plain = await startTestApp({ publicUrl: 'https://portal.example' });
    const { body, headers } = await plain.call(getApplicationConfiguration, {});
    const refused = await plain.call(signInWithGoogle, { idToken: await token() });
    await plain.stop();
    expect(body.google_client_id).toBeNull();
    expect(headers.get('content-security-policy')).not.toContain('google');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect([refused.status, refused.body.message]).toEqual([400, 'Sign in with Google is not set up on this portal.']);
  });

  test('whose way to Google is cut gets 503, which is not the visitor’s fault', async () => {
    const cut = await startTestApp({ google: { ...issuer.config, jwksUrl: 'http://127.0.0.1:9/certs' } });
    const { status } = await cut.call(signInWithGoogle, { idToken: await token() });
    await cut.stop();
    expect(status).toBe(503);
  });
});
