import { afterEach, describe, expect, test } from 'vitest';
import { startTestApp } from '../../../server/testing/app.ts';
import { listTablesWith } from '../../../server/testing/list-tables-with.ts';
import * as accounts from '../accounts.calls.ts';
import { removeOldLinks } from './account-links.ts';
import { BUILT_PASSWORD, buildLink, buildSignedIn, buildUser } from './accounts.factory.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NEW_PASSWORD = 'Copper-Lathe-88';

openStage({ config: { publicUrl: 'https://tuning.example.com' } });
afterEach(() => app.db.deleteFrom('mails').execute());

const mailsTo = (email: string) =>
  app.db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute();
const jobs = () =>
  app.db
    .withSchema('jobs')
    .selectFrom('job' as never)
    .selectAll()
    .execute() as Promise<{ data: { id: number } }[]>;
const isVerified = async (id: number) =>
  (await app.db.selectFrom('users').select('verified').where('id', '=', id).executeTakeFirstOrThrow()).verified;
const tokenIn = (text: string | null) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';

const form = (email: string) => ({
  username: 'blagoja',
  full_name: 'Blagoja Petrov',
  email,
  password: NEW_PASSWORD,
  phone: '+389 70 123-456',
  country: 'North Macedonia',
});

describe('activation', () => {
  test(
    'registration queues one mail whose link points to the configured address and activates the account',
    { tags: ['X-API-07', 'X-ERR-14'] },
    async () => {
      const reply = await app.call(accounts.register, form('link@example.com'), { headers: { host: 'evil.example' } });
      expect(reply.status).toBe(201);
      const [mail, ...more] = await mailsTo('link@example.com');
      expect(more).toEqual([]);
      expect(mail?.subject).toBe('Please confirm your email address');
      expect(mail?.text_body).toMatch(/https:\/\/tuning\.example\.com\/activate-account\?token=[\w-]{43}\n/);
      expect(mail?.html_body).toContain(`token=${tokenIn(mail?.text_body ?? '')}`);
      const activated = await app.call(accounts.activateAccount, { token: tokenIn(mail?.text_body ?? '') });
      expect(activated).toMatchObject({
        status: 200,
        body: { message: 'Your account has been successfully activated. Redirecting to login...' },
      });
      const user = await app.db
        .selectFrom('users')
        .select('verified')
        .where('email', '=', 'link@example.com')
        .executeTakeFirstOrThrow();
      expect(user.verified).toBe(true);
    },
  );

  test('the token itself is nowhere in the database but in the mail that waits', async () => {
    await app.call(accounts.register, form('hidden@example.com'));
    const [mail] = await mailsTo('hidden@example.com');
    const token = tokenIn(mail?.text_body ?? '');
    expect(token).not.toBe('');
    expect(await listTablesWith(app.ownerDb, token)).toEqual(['public.mails']);
    expect(mail?.key).not.toContain(token);
  });

  test('the delivery job is created together with the mail, and neither if the address is taken', async () => {
    await app.call(accounts.register, form('twice@example.com'));
    const [mail] = await mailsTo('twice@example.com');
    expect((await jobs()).map(({ data }) => data.id)).toContain(mail?.id);
    const before = (await jobs()).length;
    expect((await app.call(accounts.register, form('TWICE@example.com'))).status).toBe(400);
    expect((await jobs()).length).toBe(before);
    expect(await mailsTo('TWICE@example.com')).toEqual([]);
  });

  test('a link works only once, even when it is opened twice at the same moment', { tags: ['X-ERR-15'] }, async () => {
    const user = await buildUser(app.deps, { verified: false });
    const token = await buildLink(app.deps, user.id, 'ACTIVATE');
    const replies = await Promise.all([1, 2, 3].map(() => app.call(accounts.activateAccount, { token })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    expect(replies.find(({ status }) => status === 400)?.body).toMatchObject({
      code: 'accounts.activation_link_spent',
      message: 'This link was used before or is too old. Please log in and ask for a new one.',
    });
  });

  test('activation refuses links older than 72 hours, reset links and links of deactivated accounts', async () => {
    const user = await buildUser(app.deps, { verified: false });
    const old = await buildLink(app.deps, user.id, 'ACTIVATE');
    app.clock.advance(72 * HOUR_MS + 1000);
    expect((await app.call(accounts.activateAccount, { token: old })).status).toBe(400);
    const reset = await buildLink(app.deps, user.id, 'RESET');
    expect((await app.call(accounts.activateAccount, { token: reset })).status).toBe(400);
    const gone = await buildUser(app.deps, { verified: false, status: 'DEACTIVE' });
    const token = await buildLink(app.deps, gone.id, 'ACTIVATE');
    expect((await app.call(accounts.activateAccount, { token })).status).toBe(400);
    expect(await isVerified(user.id)).toBe(false);
  });

  test('repeated requests send at most one mail a minute, and are refused if the address is already confirmed', async () => {
    const user = await buildSignedIn(app.deps, { verified: false });
    for (let click = 0; click < 3; click += 1) {
      expect((await app.call(accounts.resendActivation, {}, { token: user.token })).status).toBe(200);
    }
    expect(await mailsTo(user.email)).toHaveLength(1);
    app.clock.advance(MINUTE_MS + 1000);
    await app.call(accounts.resendActivation, {}, { token: user.token });
    expect(await mailsTo(user.email)).toHaveLength(2);
    const verified = await buildSignedIn(app.deps, { verified: true });
    expect(await app.call(accounts.resendActivation, {}, { token: verified.token })).toMatchObject({
      status: 400,
      body: { code: 'accounts.already_activated' },
    });
  });
});

describe('reset', () => {
  test(
    'addresses with and without an account get the same response, but only the former gets a mail',
    { tags: ['X-API-05', 'X-ERR-08'] },
    async () => {
      const user = await buildUser(app.deps);
      const known = await app.call(accounts.requestPasswordReset, { email: user.email.toUpperCase() });
      const unknown = await app.call(accounts.requestPasswordReset, { email: 'unknown@example.com' });
      expect(known).toMatchObject({ status: 200, body: { message: 'Reset link has been sent to your email.' } });
      expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
      expect(await mailsTo(user.email)).toHaveLength(1);
      expect(await app.db.selectFrom('mails').selectAll().execute()).toHaveLength(1);
    },
  );

  test('no response comes before 240 ms, whether or not the address has an account', async () => {
    const user = await buildUser(app.deps);
    const time = async (email: string) => {
      const startedAt = performance.now();
      await app.call(accounts.requestPasswordReset, { email });
      return performance.now() - startedAt;
    };
    const [known, unknown] = [await time(user.email), await time('unknown@example.com')];
    expect(Math.min(known, unknown)).toBeGreaterThan(240);
  });

  test('deactivated and deleted accounts get no mail', async () => {
    const off = await buildUser(app.deps, { status: 'DEACTIVE' });
    const deleted = await buildUser(app.deps, { deleted_at: new Date() });
    const active = await buildUser(app.deps);
    for (const { email } of [off, deleted, active]) await app.call(accounts.requestPasswordReset, { email });
    const mails = await app.db.selectFrom('mails').select('recipient').execute();
    expect(mails).toEqual([{ recipient: active.email }]);
  });

  test('the mailed link sets the password and ends every session', { tags: ['X-API-06', 'X-ERR-11'] }, async () => {
    const user = await buildSignedIn(app.deps);
    await app.call(accounts.requestPasswordReset, { email: user.email });
    const [mail] = await mailsTo(user.email);
    expect(mail?.text_body).toContain('https://tuning.example.com/reset-password?token=');
    const token = tokenIn(mail?.text_body ?? '');
    const reply = await app.call(accounts.resetPassword, { token, password: NEW_PASSWORD });
    expect(reply).toMatchObject({ status: 200, body: { message: 'Password successfully reset' } });
    expect((await app.call(accounts.getMyUser, {}, { token: user.token })).status).toBe(403);
    expect((await app.call(accounts.login, { email: user.email, password: BUILT_PASSWORD })).status).toBe(401);
    expect((await app.call(accounts.login, { email: user.email, password: NEW_PASSWORD })).status).toBe(200);
  });

  test(
    'an unconfirmed address gets the activation mail instead; the reset works once it is confirmed',
    { tags: ['X-API-05', 'X-ERR-08'] },
    async () => {
      const user = await buildUser(app.deps, { verified: false });
      const request = (email: string) => app.call(accounts.requestPasswordReset, { email });
      const [known, unknown] = [await request(user.email), await request('unknown@example.com')];
      expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
      await request(user.email);
      const [mail, ...more] = await mailsTo(user.email);
      expect([mail?.subject, more]).toEqual(['Please confirm your email address', []]);
      const token = tokenIn(mail?.text_body ?? '');
      expect((await app.call(accounts.resetPassword, { token, password: NEW_PASSWORD })).status).toBe(400);
      expect((await app.call(accounts.activateAccount, { token })).status).toBe(200);
      await request(user.email);
      const link = tokenIn((await mailsTo(user.email)).at(-1)?.text_body ?? '');
      expect((await app.call(accounts.resetPassword, { token: link, password: NEW_PASSWORD })).status).toBe(200);
      expect((await app.call(accounts.login, { email: user.email, password: NEW_PASSWORD })).status).toBe(200);
    },
  );

  test('a link works once, within 30 minutes; a new password ends the others', { tags: ['X-ERR-12'] }, async () => {
    const user = await buildUser(app.deps);
    const [first, second] = [await buildLink(app.deps, user.id, 'RESET'), await buildLink(app.deps, user.id, 'RESET')];
    expect((await app.call(accounts.resetPassword, { token: first, password: NEW_PASSWORD })).status).toBe(200);
    for (const token of [first, second]) {
      expect(await app.call(accounts.resetPassword, { token, password: NEW_PASSWORD })).toMatchObject({
        status: 400,
        body: { message: 'This link was used before or is too old. Please ask for a new one.' },
      });
    }
    const late = await buildLink(app.deps, user.id, 'RESET');
    app.clock.advance(30 * MINUTE_MS + 1000);
    expect((await app.call(accounts.resetPassword, { token: late, password: NEW_PASSWORD })).status).toBe(400);
  });

  test('a refused password does not use up the link', async () => {
    const user = await buildUser(app.deps);
    const token = await buildLink(app.deps, user.id, 'RESET');
    for (const password of ['short', 'password1']) {
      expect((await app.call(accounts.resetPassword, { token, password })).status).toBe(400);
    }
    expect((await app.call(accounts.resetPassword, { token, password: NEW_PASSWORD })).status).toBe(200);
  });
});

test('links that can no longer be used are removed', async () => {
  const user = await buildUser(app.deps);
  await buildLink(app.deps, user.id, 'RESET');
  app.clock.advance(73 * HOUR_MS);
  const fresh = await buildLink(app.deps, user.id, 'ACTIVATE');
  await removeOldLinks(app.deps);
  const left = app.db.selectFrom('account_links').selectAll().where('user_id', '=', user.id);
  expect(await left.execute()).toHaveLength(1);
  expect((await app.call(accounts.activateAccount, { token: fresh })).status).toBe(200);
});

test('one network can request 30 activation mails a minute, however many accounts it uses', async () => {
  const one = await startTestApp();
  try {
    const users = await Promise.all([1, 2].map(() => buildSignedIn(one.deps, { verified: false })));
    const request = (at: number) =>
      one.call(accounts.resendActivation, {}, { token: users[at % users.length]?.token ?? '' });
    const statuses: number[] = [];
    for (let at = 0; at < 31; at += 1) statuses.push((await request(at)).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  } finally {
    await one.stop();
  }
});
