import { describe, expect, test } from 'vitest';
import { getMyUser, login, register } from '../accounts.calls.ts';
import { getUserDashboard } from '../../staff/dashboard/dashboard.calls.ts';
import * as contract from '../user-sessions.calls.ts';
import { app, forgetAttemptsBeforeEach, openStage } from '../../../server/testing/stage.ts';
import { BUILT_PASSWORD, buildSignedIn, buildUser } from './accounts.factory.ts';
import { openSession } from './sessions.ts';

openStage();
forgetAttemptsBeforeEach();

const isOpen = async (token: string) => (await app.call(getMyUser, {}, { token })).status === 200;
const listOf = async (user: { token: string }) =>
  (await app.call(contract.listMySessions, {}, user)).body as contract.UserSession[];

describe('the sessions of a user', () => {
  test('are listed with the one that asks marked, and those of nobody else', async () => {
    const user = await buildSignedIn(app.deps);
    await openSession(app.deps, user);
    await buildSignedIn(app.deps);
    const sessions = await listOf(user);
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1);
  });

  test('say when each was last used; what a page repeats by itself is no use', async () => {
    const user = await buildSignedIn(app.deps);
    const lastUse = async () => (await listOf(user)).map(({ last_used_at }) => Date.parse(last_used_at ?? ''));
    const [first] = await lastUse();
    app.clock.advance(6 * 60_000);
    expect(await isOpen(user.token)).toBe(true);
    expect((await app.call(getUserDashboard, { userId: user.id }, user)).status).toBe(200);
    const seen = app.db.selectFrom('sessions').select('token_used_at').where('user_id', '=', user.id);
    expect(Date.parse(String((await seen.executeTakeFirstOrThrow()).token_used_at))).toBe(first);
    expect((await lastUse())[0]).toBeGreaterThan((first ?? Infinity) + 5 * 60_000);
  });

  test('say whether each is on the internet connection of the one that asks', async () => {
    const user = await buildSignedIn(app.deps);
    for (const address of ['127.0.0.1', '203.0.113.9', null]) {
      await app.db.updateTable('sessions').set({ address }).where('user_id', '=', user.id).execute();
      const [session] = await listOf(user);
      expect(session?.is_same_connection).toBe(address === null ? null : address === '127.0.0.1');
    }
  });

  test('are ended one by one, and a session of another user is not found', async () => {
    const [user, stranger] = [await buildSignedIn(app.deps), await buildSignedIn(app.deps)];
    const other = await openSession(app.deps, user);
    const id = (await listOf(user)).find(({ is_current }) => !is_current)?.id ?? '';
    expect((await app.call(contract.endMySession, { session: id }, stranger)).status).toBe(404);
    expect(await isOpen(other)).toBe(true);
    expect((await app.call(contract.endMySession, { session: id }, user)).status).toBe(200);
    expect([await isOpen(other), await isOpen(user.token)]).toEqual([false, true]);
  });

  test('are all ended but this one by “everywhere else”, which the log says', async () => {
    const user = await buildSignedIn(app.deps);
    const others = [await openSession(app.deps, user), await openSession(app.deps, user)];
    expect((await app.call(contract.endOtherSessions, {}, user)).status).toBe(200);
    expect(await Promise.all(others.map(isOpen))).toEqual([false, false]);
    expect(await isOpen(user.token)).toBe(true);
    const ended = app.db.selectFrom('security_events').where('event', '=', 'SESSIONS_ENDED');
    const logged = ended.select(['reason', 'detail']).where('account_id', '=', user.id);
    expect(await logged.execute()).toEqual([{ reason: 'BY_OWNER', detail: '2' }]);
  });
});

test('the id of a session has 128 random bits, more than a UUID has', async () => {
  const user = await buildUser(app.deps);
  for (let at = 0; at < 12; at += 1) await openSession(app.deps, user);
  const ids = (await app.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).map(
    ({ id }) => id,
  );
  expect(ids).toHaveLength(12);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  // A UUID has a fixed digit here, its version.
  expect(new Set(ids.map((id) => id.charAt(14))).size).toBeGreaterThan(1);
});

describe('a sign-in from a device that the account has not used', () => {
  const device = (at: number) => `device-number-${at}-of-this-user`;
  const mailsTo = async (email: string) => {
    const mails = await app.db.selectFrom('mails').select('subject').where('recipient', '=', email).execute();
    return mails.filter(({ subject }) => subject.startsWith('New device')).length;
  };
  const logIn = (email: string, at: number) => app.call(login, { email, password: BUILT_PASSWORD, device: device(at) });

  test('is told to the owner by mail, once for each device', async () => {
    const user = await buildUser(app.deps);
    await logIn(user.email, 1);
    expect(await mailsTo(user.email)).toBe(0);
    await logIn(user.email, 2);
    await logIn(user.email, 2);
    await logIn(user.email, 1);
    expect(await mailsTo(user.email)).toBe(1);
  });

  test('is no sign-in with a wrong password, and not the registration', async () => {
    const user = await buildUser(app.deps);
    await logIn(user.email, 1);
    await app.call(login, { email: user.email, password: 'Never-The-Password-1', device: device(3) });
    expect(await mailsTo(user.email)).toBe(0);
    const email = 'first.of.all@example.com';
    const fields = { username: 'Ana', full_name: 'Ana', phone: '+389 70 111 222', country: 'Germany' };
    await app.call(register, { ...fields, email, password: 'Copper-Lathe-88', device: device(1) });
    expect(await mailsTo(email)).toBe(0);
  });
});
