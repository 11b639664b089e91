import { describe, expect, test } from 'vitest';
import { getMyUser, login } from '../../accounts.calls.ts';
import { BUILT_PASSWORD, buildSignedIn, buildUser } from '../accounts.factory.ts';
import { app, forgetAttemptsBeforeEach, openStage } from '../../../../server/testing/stage.ts';
import { makeLink } from '../link-tokens.ts';
import { endUserSessions } from '../sessions.ts';
import { takeSecondStep } from '../../second-factor.calls.ts';
import { computeCode } from './authenticator-secret.ts';
import { buildSecondFactor } from './second-factor.factory.ts';

openStage();
forgetAttemptsBeforeEach();

const build = async () => {
  const user = await buildUser(app.deps);
  return { ...user, ...(await buildSecondFactor(app.deps, user.id)) };
};

const logIn = async (email: string): Promise<string> => {
  const { status, body } = await app.call(login, { email, password: BUILT_PASSWORD });
  expect(status).toBe(200);
  return (body as { second_step: { ticket: string } }).second_step.ticket;
};

const take = (ticket: string, code: string) => app.call(takeSecondStep, { ticket, code });
const sessionsOf = (id: number) => app.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute();
const reasonsOf = async (id: number) => {
  await app.settled();
  const rows = await app.db
    .selectFrom('security_events')
    .select(['event', 'reason'])
    .where('account_id', '=', id)
    .execute();
  return rows.map(({ event, reason }) => `${event} ${reason}`);
};

describe('the login of an account with a second factor', () => {
  test('opens no session and gives no token for the right password alone', async () => {
    const user = await build();
    const { body } = await app.call(login, { email: user.email, password: BUILT_PASSWORD });
    expect(Object.keys(body as object)).toEqual(['second_step']);
    expect(await sessionsOf(user.id)).toEqual([]);
  });

  test('opens a session for a code of the app, and the log says how', async () => {
    const user = await build();
    const { status, body } = await take(await logIn(user.email), user.code());
    expect(status).toBe(200);
    expect((await app.call(getMyUser, {}, body as { token: string })).status).toBe(200);
    expect(await reasonsOf(user.id)).toEqual(['SIGNED_IN CODE']);
  });

  test('gives no ticket for a wrong password, and takes no ticket that it did not give', async () => {
    const user = await build();
    const wrong = await app.call(login, { email: user.email, password: 'Never-The-Password-1' });
    expect(wrong.status).toBe(401);
    expect(await take('made-up-ticket', user.code())).toMatchObject({
      status: 400,
      body: { code: 'accounts.sign_in_ticket_spent' },
    });
  });

  test('takes no mailed link in place of the right password', async () => {
    const user = await build();
    for (const purpose of ['ACTIVATE', 'RESET', 'INVITE'] as const) {
      const mailed = await makeLink(app.db, app.clock.now(), user.id, purpose);
      expect((await take(mailed, user.code())).body).toMatchObject({ code: 'accounts.sign_in_ticket_spent' });
    }
  });

  test('the ticket of the first step is no token', async () => {
    const user = await build();
    expect((await app.call(getMyUser, {}, { token: await logIn(user.email) })).status).toBe(403);
  });

  test('takes a code once: the same code is refused to the next login, and an earlier one too', async () => {
    const user = await build();
    const earlier = computeCode(user.secret, new Date(app.clock.now().getTime() - 30_000));
    const code = user.code();
    expect((await take(await logIn(user.email), code)).status).toBe(200);
    const ticket = await logIn(user.email);
    for (const spent of [code, earlier]) {
      expect(await take(ticket, spent)).toMatchObject({
        status: 401,
        body: { values: { reason: 'session.wrong_code' } },
      });
    }
    app.clock.advance(60_000);
    expect((await take(ticket, user.code())).status).toBe(200);
  });

  test('takes a code for half a minute before and after its own time, and no longer', async () => {
    const user = await build();
    const ticket = await logIn(user.email);
    // From the start of a code's time on, so that none changes meanwhile.
    app.clock.advance(30_000 - (app.clock.now().getTime() % 30_000));
    const codeAt = (seconds: number) => computeCode(user.secret, new Date(app.clock.now().getTime() + seconds * 1000));
    for (const seconds of [-90, -60, 60, 90]) expect((await take(ticket, codeAt(seconds))).status).toBe(401);
    for (const seconds of [-30, 0, 30]) expect((await take(await logIn(user.email), codeAt(seconds))).status).toBe(200);
  });

  test('of two logins at once with the same code, one gets a session', async () => {
    const user = await build();
    const tickets = [await logIn(user.email), await logIn(user.email)];
    const code = user.code();
    const replies = await Promise.all(tickets.map((ticket) => take(ticket, code)));
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
    expect(await sessionsOf(user.id)).toHaveLength(1);
  });

  test('takes a ticket once', async () => {
    const user = await build();
    const ticket = await logIn(user.email);
    expect((await take(ticket, user.code())).status).toBe(200);
    app.clock.advance(60_000);
    expect((await take(ticket, user.code())).body).toMatchObject({ code: 'accounts.sign_in_ticket_spent' });
  });

  test('takes no code of another user', async () => {
    const [user, other] = [await build(), await build()];
    const ticket = await logIn(user.email);
    expect((await take(ticket, other.code())).status).toBe(401);
    expect((await take(ticket, other.recoveryCodes[0] as string)).status).toBe(401);
  });

  test('takes each recovery code once, however it is typed', async () => {
    const user = await build();
    const [code = '', next = ''] = user.recoveryCodes;
    expect((await take(await logIn(user.email), code.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    const ticket = await logIn(user.email);
    expect((await take(ticket, code)).status).toBe(401);
    expect((await take(ticket, next)).status).toBe(200);
    expect(await reasonsOf(user.id)).toContain('SIGNED_IN RECOVERY_CODE');
  });

  test('a second factor that no code has confirmed yet is not asked for', async () => {
    const user = await buildUser(app.deps);
    await buildSecondFactor(app.deps, user.id, { isBegun: true });
    const { body } = await app.call(login, { email: user.email, password: BUILT_PASSWORD });
    expect(body).toHaveProperty('token');
  });
});

describe('a sign-in that waits for its code', () => {
  test('is over after ten minutes', async () => {
    const user = await build();
    const ticket = await logIn(user.email);
    app.clock.advance(10 * 60_000 + 1000);
    expect((await take(ticket, user.code())).body).toMatchObject({ code: 'accounts.sign_in_ticket_spent' });
  });

  test('is over when the account is locked or its sessions are ended', async () => {
    const user = await build();
    const locked = await logIn(user.email);
    await app.db.updateTable('users').set({ status: 'DEACTIVE' }).where('id', '=', user.id).execute();
    expect((await take(locked, user.code())).body).toMatchObject({ code: 'accounts.sign_in_ticket_spent' });
    await app.db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', user.id).execute();
    await endUserSessions(app.deps, user.id, { why: 'PASSWORD_CHANGED', actorId: null, client: null });
    expect((await take(locked, user.code())).body).toMatchObject({ code: 'accounts.sign_in_ticket_spent' });
  });
});

describe('guessing codes', () => {
  const WRONG = '000000';

  test('is limited to fifty a day for an account, from wherever', async () => {
    const user = await build();
    const failures = Array.from({ length: 50 }, (_, at) => ({
      account: `code ${user.email}`,
      address: `10.1.${at}.1`,
      network: `10.1.${at}.1`,
      failed_at: new Date(app.clock.now().getTime() - at * 20 * 60_000),
    }));
    await app.db.insertInto('login_failures').values(failures).execute();
    const refused = await take(await logIn(user.email), user.code());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60 * 60);
  });

  test('is limited to ten in a quarter of an hour, whatever the right password; the owner gets one mail', async () => {
    const user = await build();
    const statuses = [];
    for (let at = 0; at < 11; at += 1) statuses.push((await take(await logIn(user.email), WRONG)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect((await take(await logIn(user.email), user.code())).status).toBe(429);
    expect(await reasonsOf(user.id)).toContain('LOGIN_FAILED WRONG_CODE');
    const mails = await app.db.selectFrom('mails').select('subject').where('recipient', '=', user.email).execute();
    expect(mails).toEqual([{ subject: 'Somebody tries to log in to your Tunedesk account' }]);
  });

  test('at once is no faster than one after the other', async () => {
    const user = await build();
    const ticket = await logIn(user.email);
    const replies = await Promise.all(Array.from({ length: 30 }, () => take(ticket, WRONG)));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
  });
});

test('a session that is open already goes on without a code', async () => {
  const user = await buildSignedIn(app.deps);
  await buildSecondFactor(app.deps, user.id);
  expect((await app.call(getMyUser, {}, user)).status).toBe(200);
});
