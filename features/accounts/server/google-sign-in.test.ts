import { createHmac } from 'node:crypto';
import { exportSPKI, generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { policyOfPages } from '../../../server/testing/raw-call.ts';
import { getApplicationConfiguration } from '../../shop/settings.calls.ts';
import { changePassword, getMyUser, login } from '../accounts.calls.ts';
import { beginGoogleSignIn, signInWithGoogle } from '../google.calls.ts';
import { BUILT_PASSWORD, buildSignedIn, buildUser } from './accounts.factory.ts';
import { startGoogleApp, type GoogleApp } from './google.factory.ts';

let app: TestApp;
let google: GoogleApp;
let issuer: GoogleApp['issuer'];
let email: string;
let sub: string;
let serial = 0;

beforeAll(async () => {
  google = await startGoogleApp();
  ({ app, issuer } = google);
});
afterAll(() => app.stop());
beforeEach(() => {
  serial += 1;
  email = `ana${serial}@gmail.com`;
  sub = `1082042680333${serial}`;
});

const begin = () => google.begin();
const token = (changes: Record<string, unknown> = {}) => issuer.sign({ sub, email, ...changes });
const signIn = (changes: Record<string, unknown> = {}) => google.signIn({ sub, email, ...changes });
const readUser = async (session: string) => (await app.call(getMyUser, {}, { token: session })).body as { id: number };
const storedUser = (id: number) =>
  app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const accounts = () => app.db.selectFrom('users').select('id').where('email', '=', email).execute();

const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('a user Google confirms', () => {
  test('gets an account and a session', { tags: ['X-API-04'] }, async () => {
    const { status, body } = await signIn();
    expect(status).toBe(200);
    const user = await storedUser((await readUser(body.token)).id);
    expect(user).toMatchObject({ email, username: 'Ana Petrova', full_name: 'Ana Petrova', phone: '', country: '' });
    expect(user).toMatchObject({ verified: true, password_hash: null, role: 'CUSTOMER', status: 'ACTIVE' });
  });

  test('returns to the same account, even when the address at Google has changed', async () => {
    const first = await readUser((await signIn()).body.token);
    const again = await readUser((await signIn({ email: `new-${email}` })).body.token);
    expect(again.id).toBe(first.id);
  });

  test('gets one account, even if several windows sign in at once', async () => {
    const replies = await Promise.all([signIn(), signIn(), signIn()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await accounts()).toHaveLength(1);
  });

  test('is linked to the verified account with the same gmail.com address; its password stays, its sessions end', async () => {
    const existing = await buildSignedIn(app.deps, { email: email.toUpperCase() });
    expect((await readUser((await signIn()).body.token)).id).toBe(existing.id);
    expect((await app.call(login, { email, password: BUILT_PASSWORD })).status).toBe(200);
    expect((await app.call(getMyUser, {}, { token: existing.token })).status).toBe(403);
  });

  test('takes over an account that was never verified; its password and sessions are removed first', async () => {
    const squatter = await buildSignedIn(app.deps, { email, verified: false });
    const owner = await readUser((await signIn()).body.token);
    expect(owner.id).toBe(squatter.id);
    expect((await app.call(getMyUser, {}, { token: squatter.token })).status).toBe(403);
    expect((await app.call(login, { email, password: BUILT_PASSWORD })).status).toBe(401);
    expect(await storedUser(owner.id)).toMatchObject({ verified: true, password_hash: null });
  });

  test('cannot sign in to a deactivated account, linked or not', async () => {
    await buildUser(app.deps, { email, status: 'DEACTIVE' });
    const { status, body } = await signIn();
    expect([status, body.message]).toEqual([401, 'This account is deactivated. Please contact support.']);
    await app.db.updateTable('users').set({ status: 'ACTIVE' }).where('email', '=', email).execute();
    expect((await signIn()).status).toBe(200);
    await app.db.updateTable('users').set({ status: 'DEACTIVE' }).where('email', '=', email).execute();
    expect((await signIn()).status).toBe(401);
  });

  test('gets a new account after the old one was deleted', async () => {
    const first = await readUser((await signIn()).body.token);
    await app.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', first.id).execute();
    const second = await readUser((await signIn()).body.token);
    expect(second.id).not.toBe(first.id);
    expect((await readUser((await signIn()).body.token)).id).toBe(second.id);
  });

  test('has no password to change, and is shown how to set one', async () => {
    const { body } = await signIn();
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
    expect((await signIn(changes)).status).toBe(401);
    expect(await accounts()).toEqual([]);
  });

  const signInWith = async (make: (nonce: string) => Promise<string>) => {
    const { nonce, proof } = await begin();
    return app.call(signInWithGoogle, { idToken: await make(nonce), proof });
  };

  test('signed with another key, under the name of a known key', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const forged = (header: Record<string, string>) =>
      signInWith((nonce) => issuer.sign({ sub, email, nonce }, privateKey, header));
    expect((await forged({})).status).toBe(401);
    expect((await forged({ kid: 'two' })).status).toBe(401);
    expect(await accounts()).toEqual([]);
  });

  test('with alg none', async () => {
    const unsigned = async (nonce: string) =>
      `${encoded({ alg: 'none', kid: 'one' })}.${encoded(issuer.claims({ sub, email, nonce }))}.`;
    expect((await signInWith(unsigned)).status).toBe(401);
  });

  test('signed with the public key used as a shared secret', async () => {
    const secret = await exportSPKI(issuer.publicKey);
    const signed = async (nonce: string) => {
      const text = `${encoded({ alg: 'HS256', kid: 'one' })}.${encoded(issuer.claims({ sub, email, nonce }))}`;
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    };
    expect((await signInWith(signed)).status).toBe(401);
  });

  test('whose claims were changed after it was signed', async () => {
    const changed = async (nonce: string) => {
      const [head, , signature] = (await token({ nonce })).split('.');
      return `${head}.${encoded(issuer.claims({ sub, email: 'boss@gmail.com', nonce }))}.${signature}`;
    };
    expect((await signInWith(changed)).status).toBe(401);
  });

  test('that is not a token', async () => {
    expect((await signInWith(async () => 'nonsense')).status).toBe(401);
    expect((await signInWith(async () => '')).status).toBe(400);
  });

  test('used a second time: a replayed token is refused, even when both arrive at once', async () => {
    const { nonce, proof } = await begin();
    const call = { idToken: await token({ nonce }), proof };
    const replies = await Promise.all([app.call(signInWithGoogle, call), app.call(signInWithGoogle, call)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect((await app.call(signInWithGoogle, call)).status).toBe(401);
  });

  test('stolen from another browser: the token and its nonce are not enough without the proof', async () => {
    const victim = await begin();
    const thief = await begin();
    const idToken = await token({ nonce: victim.nonce });
    for (const proof of [thief.proof, victim.nonce, '']) {
      expect((await app.call(signInWithGoogle, { idToken, proof })).status).toBeGreaterThanOrEqual(400);
    }
    expect((await app.call(signInWithGoogle, { idToken, proof: victim.proof })).status).toBe(200);
  });

  test('with a nonce that the portal did not issue, or that is over an hour old', async () => {
    const own = { idToken: await token({ nonce: 'mine' }), proof: `mine.${Date.now() + 1e6}` };
    expect((await app.call(signInWithGoogle, own)).status).toBe(401);
    const { nonce, proof } = await begin();
    app.clock.advance(61 * 60_000);
    const now = Math.floor(app.clock.now().getTime() / 1000);
    const idToken = await token({ nonce, iat: now, exp: now + 600 });
    expect((await app.call(signInWithGoogle, { idToken, proof })).status).toBe(401);
  });
});

describe('the operator', () => {
  test('who has set Google up gives browsers the client id and lets them load only what they need', async () => {
    const { body, headers } = await app.call(getApplicationConfiguration, {});
    expect(body.google_client_id).toBe(issuer.config.clientId);
    const policy = await policyOfPages(app);
    expect(policy).toContain("script-src 'self' https://accounts.google.com/gsi/client;");
    expect(policy).toContain("connect-src 'self' https://accounts.google.com/gsi/;");
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });

  test('who has not set Google up offers no Google sign-in, and nothing from Google may load', async () => {
    const plain = await startTestApp({ publicUrl: 'https://portal.example' });
    const { body, headers } = await plain.call(getApplicationConfiguration, {});
    const refused = await plain.call(beginGoogleSignIn, {});
    const policy = await policyOfPages(plain);
    await plain.stop();
    expect(body.google_client_id).toBeNull();
    expect(policy).toMatch(/^default-src 'none'.*script-src 'self'/);
    expect(policy).not.toContain('google');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect([refused.status, refused.body.message]).toEqual([400, 'Login with Google is not set up on this portal.']);
  });

  test('whose portal cannot reach Google sees it respond with 503, not a client error', async () => {
    const cut = await startTestApp({ google: { ...issuer.config, jwksUrl: 'http://127.0.0.1:9/certs' } });
    const { status } = await cut.call(signInWithGoogle, { idToken: await token(), proof: 'x' });
    await cut.stop();
    expect(status).toBe(503);
  });
});
