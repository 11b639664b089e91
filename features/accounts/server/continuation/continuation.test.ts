import { describe, expect, test } from 'vitest';
import { awaitLockWaiters } from '../../../../server/testing/locks.ts';
import { admin, app, forgetAttemptsBeforeEach, openStage } from '../../../../server/testing/stage.ts';
import { createAccessToken } from '../../access-tokens.calls.ts';
import { getMyUser, logout } from '../../accounts.calls.ts';
import { BUILT_PASSWORD, buildSignedIn } from '../accounts.factory.ts';
import { buildSecondFactor } from '../second-factor/second-factor.factory.ts';
import { endUserSessions, openSession } from '../sessions.ts';
import { endOtherSessions, listMySessions, type UserSession } from '../../user-sessions.calls.ts';
import * as contract from '../../continuation.calls.ts';
import { findContinuation } from './continuation.ts';
import { buildContinuation } from './continuation.factory.ts';

openStage();
forgetAttemptsBeforeEach();

const make = (who: { token: string }, page = '/my-files') => app.call(contract.createContinuation, { page }, who);
const makeCode = async (who: { token: string }) => ((await make(who)).body as { code: string }).code;
const take = (code: string, device?: string) => app.call(contract.takeContinuation, { code, device });
const find = (code: string) => app.call(contract.findContinuation, { code });
const takeToken = async (code: string) => ((await take(code)).body as { token: string }).token;
const readStatus = async (token: string) => (await app.call(getMyUser, {}, { token })).status;
const SPENT = { status: 400, body: { code: 'accounts.continuation_spent' } };

describe('a session that is continued on another device', () => {
  test('says whose account it opens, and goes on at the same page, however the code is typed', async () => {
    const { code, email, username } = await buildContinuation(app.deps, '/view-file/100001?tab=chat');
    expect(code).toMatch(/^[A-HJKMNP-Z2-9]{8}$/);
    expect(await find(code)).toMatchObject({ status: 200, body: { username, email } });
    const typed = `${code.slice(0, 4)}-${code.slice(4)} `.toLowerCase();
    const { status, body } = await take(typed);
    expect([status, body.page]).toEqual([200, '/view-file/100001?tab=chat']);
    expect((await app.call(getMyUser, {}, { token: String(body.token) })).body).toMatchObject({ email });
  });

  test('is a session in the list that says where it comes from, and ends with the others', async () => {
    const user = await buildContinuation(app.deps);
    const token = await takeToken(user.code);
    const { body } = await app.call(listMySessions, {}, user);
    const sessions = (body as UserSession[]).map(({ is_continued, is_current }) => ({ is_continued, is_current }));
    expect(sessions).toEqual(
      expect.arrayContaining([
        { is_continued: true, is_current: false },
        { is_continued: false, is_current: true },
      ]),
    );
    expect((await app.call(endOtherSessions, {}, user)).status).toBe(200);
    expect([await readStatus(token), await readStatus(user.token)]).toEqual([403, 200]);
    await app.settled();
    const events = app.db.selectFrom('security_events').select('reason').where('account_id', '=', user.id);
    expect(await events.where('event', '=', 'SIGNED_IN').execute()).toEqual([{ reason: 'CONTINUED' }]);
  });

  test('is no fresh sign-in, even right after one', async () => {
    const user = await buildContinuation(app.deps);
    const token = await takeToken(user.code);
    const refused = await app.call(endOtherSessions, {}, { token });
    expect(refused).toMatchObject({ status: 400, body: { code: 'session.sign_in_again' } });
  });

  test('lasts no longer than the one that made its code, however often that is repeated', async () => {
    const user = await buildSignedIn(app.deps);
    app.clock.advance(6 * 24 * 60 * 60_000);
    const second = await takeToken(await makeCode(user));
    const third = await takeToken(await makeCode({ token: second }));
    const ends = app.db.selectFrom('sessions').select(['expires_at', 'lasts_until']).where('user_id', '=', user.id);
    expect(new Set((await ends.execute()).map(({ lasts_until }) => lasts_until))).toHaveProperty('size', 1);
    app.clock.advance(24 * 60 * 60_000 + 1000);
    expect([await readStatus(second), await readStatus(third)]).toEqual([403, 403]);
  });

  test('of a device that the account has not used is told to the owner by mail', async () => {
    const user = await buildSignedIn(app.deps);
    await take(await makeCode(user), 'the-first-device-of-all');
    await take(await makeCode(user), 'the-laptop-in-the-office');
    const mails = await app.db.selectFrom('mails').select('subject').where('recipient', '=', user.email).execute();
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^New device/)]);
  });

  test('takes the place of another user in that browser, whose session ends', async () => {
    const [user, other] = [await buildContinuation(app.deps), await buildSignedIn(app.deps)];
    const { body } = await app.call(contract.takeContinuation, { code: user.code }, other);
    expect((await app.call(getMyUser, {}, { token: String(body.token) })).body).toMatchObject({ id: user.id });
    expect([await readStatus(other.token), await readStatus(user.token)]).toEqual([403, 200]);
  });

  test('asks for no second factor, which the session has proved', async () => {
    const user = await buildContinuation(app.deps);
    await buildSecondFactor(app.deps, user.id);
    expect(await readStatus(await takeToken(user.code))).toBe(200);
  });
});

describe('a code', () => {
  test('works once: not again, and for one of eight at once', async () => {
    const { code, id } = await buildContinuation(app.deps);
    const replies = await Promise.all(Array.from({ length: 8 }, () => take(code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const sessions = await app.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute();
    expect(sessions).toHaveLength(2);
    expect(await take(code)).toMatchObject(SPENT);
    expect(await find(code)).toMatchObject(SPENT);
  });

  test('works for two minutes', async () => {
    const [one, other] = [await buildContinuation(app.deps), await buildContinuation(app.deps)];
    app.clock.advance(119_000);
    expect((await take(one.code)).status).toBe(200);
    app.clock.advance(1000);
    expect(await find(other.code)).toMatchObject(SPENT);
    expect(await take(other.code)).toMatchObject(SPENT);
  });

  test('replaces the earlier one of its session, not that of another session', async () => {
    const user = await buildContinuation(app.deps);
    const laptop = { token: await openSession(app.deps, user) };
    const ofLaptop = await makeCode(laptop);
    const later = await makeCode(user);
    expect(await take(user.code)).toMatchObject(SPENT);
    expect([(await take(later)).status, (await take(ofLaptop)).status]).toEqual([200, 200]);
  });

  test('ends with its session, however that ends', async () => {
    const [left, expelled, locked, expired] = await Promise.all(
      Array.from({ length: 4 }, () => buildContinuation(app.deps)),
    );
    await app.call(logout, {}, left);
    await endUserSessions(app.deps, expelled?.id ?? 0, { why: 'PASSWORD_CHANGED', actorId: null, client: null });
    await app.db
      .updateTable('users')
      .set({ status: 'DEACTIVE' })
      .where('id', '=', locked?.id ?? 0)
      .execute();
    await app.db
      .updateTable('sessions')
      .set({ expires_at: app.clock.now() })
      .where('user_id', '=', expired?.id ?? 0)
      .execute();
    for (const user of [left, expelled, locked, expired]) {
      expect(await find(user?.code ?? '')).toMatchObject(SPENT);
      expect(await take(user?.code ?? '')).toMatchObject(SPENT);
    }
  });

  test('opens no session while those of its user are being ended', async () => {
    const user = await buildContinuation(app.deps);
    const taking = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();
      const reply = take(user.code);
      await awaitLockWaiters(app, 1);
      await endUserSessions({ db: tx }, user.id, { why: 'PASSWORD_CHANGED', actorId: null, client: null });
      return { reply };
    });
    const { status } = await taking.reply;
    const open = await app.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute();
    expect([status, open]).toEqual([400, []]);
  });

  test('is not made for staff, nor for a program, nor for a page that is not here', async () => {
    expect((await make(admin)).status).toBe(403);
    const user = await buildSignedIn(app.deps);
    const input = { name: 'Shop', days: 7, capabilities: ['customer-area.open'], current_password: BUILT_PASSWORD };
    const program = (await app.call(createAccessToken, input, user)).body as { token: string };
    expect(await make(program)).toMatchObject({ status: 400, body: { code: 'access-tokens.not_allowed' } });
    for (const page of ['//evil.example', '/\\evil.example', 'https://evil.example', 'my-files', '/a b', ''])
      expect((await make(user, page)).status).toBe(400);
  });

  test('of somebody who has become staff opens nothing', async () => {
    const user = await buildContinuation(app.deps);
    await app.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', user.id).execute();
    expect(await find(user.code)).toMatchObject(SPENT);
    expect(await take(user.code)).toMatchObject(SPENT);
  });

  test('is stored only as a hash, which another server with another secret does not know', async () => {
    const { code } = await buildContinuation(app.deps);
    const rows = await app.db.selectFrom('continuations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    const client = { address: '192.0.2.7', network: '192.0.2.7', isShared: false };
    for (const sessionSecret of ['', 'another'])
      await expect(findContinuation({ ...app.deps, sessionSecret }, { code, client })).rejects.toMatchObject(
        SPENT.body,
      );
    expect((await find(code)).status).toBe(200);
  });
});

describe('guessing codes', () => {
  const WRONG = 'AAAAAAAA';

  test('is limited to ten in a quarter of an hour from a network, by looking or by taking; right ones do not help', async () => {
    const { code } = await buildContinuation(app.deps);
    const statuses = [];
    for (let at = 0; at < 10; at += 1) {
      expect((await find(code)).status).toBe(200);
      statuses.push((await (at % 2 === 0 ? find : take)(WRONG)).status);
    }
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 400));
    expect([(await find(WRONG)).status, (await take(code)).status]).toEqual([429, 429]);
  });

  test('at once is no faster than one after the other', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => take(WRONG)));
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(10);
  });

  test('is limited to fifty a day', async () => {
    const failures = Array.from({ length: 50 }, (_, at) => ({
      account: 'code any account from 127.0.0.1',
      address: '127.0.0.1',
      network: '127.0.0.1',
      failed_at: new Date(app.clock.now().getTime() - (at + 1) * 20 * 60_000),
    }));
    await app.db.insertInto('login_failures').values(failures).execute();
    expect((await take(WRONG)).status).toBe(429);
  });
});
