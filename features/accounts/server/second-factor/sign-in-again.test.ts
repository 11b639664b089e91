import { describe, expect, test } from 'vitest';
import { endpoints } from '../../../../app/endpoints.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { buildCaller, type Caller } from '../../../../server/testing/actors.ts';
import { isForAdministrators } from '../../../../server/testing/right-role.ts';
import { admin, app, forgetAttemptsBeforeEach, openStage } from '../../../../server/testing/stage.ts';
import { buildTarget, nameOf } from '../../../../server/testing/targets.ts';
import { downloadLedger } from '../../../credits/credits.calls.ts';
import { createAccessToken } from '../../access-tokens.calls.ts';
import { getUser, updateUser } from '../../accounts.calls.ts';
import { askForMyPasskey } from '../../passkeys.calls.ts';
import { listSecurityEvents, type SecurityEvent } from '../../security-log/security.calls.ts';
import * as contract from '../../sign-in-again.calls.ts';
import { endOtherSessions } from '../../user-sessions.calls.ts';
import { BUILT_PASSWORD, buildSignedIn, buildUser } from '../accounts.factory.ts';
import { FRESH_MINUTES, openSession } from '../sessions.ts';
import type { Forgery } from './authenticator.factory.ts';
import { buildPasskey, buildSecondFactor } from './second-factor.factory.ts';

openStage();
forgetAttemptsBeforeEach();

const MINUTE_MS = 60_000;
const PASSWORD = { current_password: BUILT_PASSWORD };
const REFUSED = { status: 400, code: 'session.sign_in_again' };

type Session = { token: string | undefined };

const callAs = async (endpoint: Endpoint, input: Record<string, unknown>, { token }: Session) => {
  const { status, body } = await app.call(endpoint, input, { token });
  return { status, code: (body as { code?: string } | null)?.code };
};

/** Makes all sessions of a user so old. */
const age = (userId: number, minutes = FRESH_MINUTES) =>
  app.db
    .updateTable('sessions')
    .set({ proved_at: new Date(app.clock.now().getTime() - minutes * MINUTE_MS) })
    .where('user_id', '=', userId)
    .execute();

async function buildAged(role: 'CUSTOMER' | 'ADMIN' = 'CUSTOMER') {
  const user = await buildSignedIn(app.deps, { role });
  await age(user.id);
  return user;
}

const isFresh = async (session: Session) => (await callAs(endOtherSessions, {}, session)).status === 200;

const marked = (how: Endpoint['needsFreshSignIn']) =>
  endpoints
    .filter(({ needsFreshSignIn }) => needsFreshSignIn === how)
    .map((endpoint) => [nameOf(endpoint), endpoint] as const);
const always = marked(true);
const ofTwoFactors = marked('second-factor');

describe('with an old sign-in', () => {
  test('what matters is not done: balances, roles, sessions, tokens, exports, and what protects accounts', () => {
    expect(always.map(([name]) => name).toSorted()).toEqual([
      'DELETE /staff-roles/:id',
      'DELETE /users/:id/second-factor',
      'DELETE /users/:id/sessions/:session',
      'DELETE /users/my/access-tokens/:session',
      'DELETE /users/my/colleagues/:id',
      'DELETE /users/my/company',
      'DELETE /users/my/sessions/:session',
      'GET /credits-ledger/csv',
      'GET /users/:id/personal-data',
      'GET /users/csv',
      'PATCH /staff-roles/:id',
      'PATCH /users/:id',
      'POST /staff-roles',
      'POST /users',
      'POST /users/:id/views',
      'POST /users/my/colleagues',
      'POST /users/my/sessions/end-others',
      'PUT /payments/:id/book',
      'PUT /shop-settings',
      'PUT /staff-roles/:id',
      'PUT /users/:id',
    ]);
    expect(ofTwoFactors.map(([name]) => name).toSorted()).toEqual([
      'POST /users/my/access-tokens',
      'POST /users/my/email-change',
      'PUT /users/change-password',
    ]);
  });

  const prepare = async (endpoint: Endpoint): Promise<{ caller: Caller; input: Record<string, unknown> }> => {
    const caller = await buildCaller(app.deps, isForAdministrators(endpoint) ? 'admin' : 'owner');
    return { caller, input: (await buildTarget(app.deps, endpoint, caller)).input };
  };

  test.each(always)('%s is refused, without the end of the session, and is done after a proof', async (_, endpoint) => {
    const { caller, input } = await prepare(endpoint);
    await age(caller.id);
    expect(await callAs(endpoint, input, caller)).toEqual(REFUSED);
    expect(await callAs(contract.signInAgain, PASSWORD, caller)).toMatchObject({ status: 200 });
    expect((await callAs(endpoint, input, caller)).status).toBeLessThan(300);
  });

  test.each(ofTwoFactors)(
    '%s takes the password itself, and of users with a second factor more',
    async (_, endpoint) => {
      const { caller, input } = await prepare(endpoint);
      const { code } = await buildSecondFactor(app.deps, caller.id);
      await age(caller.id);
      expect(await callAs(endpoint, input, caller)).toEqual(REFUSED);
      expect(await callAs(contract.signInAgain, { ...PASSWORD, code: code() }, caller)).toMatchObject({ status: 200 });
      expect((await callAs(endpoint, input, caller)).status).toBeLessThan(300);
    },
  );

  test('nothing of a user changes, and all of it does up to the last second of the time', async () => {
    const { caller: staff, input } = await prepare(updateUser);
    const change = { ...input, credit_balance: 50 };
    const read = async () => (await app.call(getUser, { id: input.id }, staff)).body as Record<string, unknown>;
    const before = await read();
    await age(staff.id);
    expect(await callAs(updateUser, change, staff)).toEqual(REFUSED);
    expect(await read()).toEqual(before);
    await age(staff.id, FRESH_MINUTES - 1 / 60);
    expect(await callAs(updateUser, change, staff)).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ credit_balance: 50 });
  });

  test('a program with an access token does what it could do before', async () => {
    const staff = await buildSignedIn(app.deps, { role: 'ADMIN' });
    const form = { name: 'Books', days: 7, capabilities: ['ledger.read-all'], ...PASSWORD };
    const { body } = await app.call(createAccessToken, form, staff);
    await age(staff.id);
    const { token } = body as { token: string };
    expect((await app.call(downloadLedger, {}, { token })).status).toBe(200);
    expect(await callAs(contract.signInAgain, PASSWORD, { token })).toMatchObject({
      code: 'access-tokens.not_allowed',
    });
    expect(await callAs(downloadLedger, {}, staff)).toEqual(REFUSED);
  });
});

describe('showing again who one is', () => {
  test('counts for this session and no other, and is in the security log', async () => {
    const user = await buildSignedIn(app.deps);
    const other = { token: await openSession(app.deps, user) };
    await age(user.id);
    expect(await callAs(contract.signInAgain, PASSWORD, other)).toMatchObject({ status: 200 });
    expect([await isFresh(user), await isFresh(other)]).toEqual([false, true]);
    const { body } = await app.call(listSecurityEvents, { who: user.email }, { token: admin.token });
    expect(body.events as SecurityEvent[]).toContainEqual(
      expect.objectContaining({ event: 'SIGNED_IN_AGAIN', reason: 'PASSWORD' }),
    );
  });

  test('takes neither a wrong password nor that of another user, and as many guesses as a login', async () => {
    const user = await buildAged();
    const wrong = { status: 400, code: 'accounts.wrong_current_password' };
    const guesses = [];
    for (let at = 0; at < 11; at += 1)
      guesses.push(await callAs(contract.signInAgain, { current_password: 'Never-The-Password-1' }, user));
    expect(guesses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => wrong));
    expect(guesses[10]).toMatchObject({ status: 429 });
    expect(await callAs(contract.signInAgain, PASSWORD, user)).toMatchObject({ status: 429 });
    expect(await isFresh(user)).toBe(false);
  });

  test('with a second factor takes more than the password, and each code once', async () => {
    const user = await buildAged();
    const { code } = await buildSecondFactor(app.deps, user.id);
    expect((await callAs(contract.signInAgain, PASSWORD, user)).status).toBe(400);
    expect(await isFresh(user)).toBe(false);
    const given = { ...PASSWORD, code: code() };
    expect(await callAs(contract.signInAgain, given, user)).toMatchObject({ status: 200 });
    await age(user.id);
    expect(await callAs(contract.signInAgain, given, user)).toMatchObject({ code: 'accounts.wrong_code' });
    expect(await isFresh(user)).toBe(false);
  });
});

describe('a passkey', () => {
  const ask = async (session: { token: string }) =>
    ((await app.call(askForMyPasskey, {}, session)).body as { options: object }).options;
  const send = (session: { token: string }, passkey: object) =>
    callAs(contract.signInAgainWithPasskey, { passkey }, session);
  const WRONG = { status: 400, code: 'accounts.wrong_passkey' };

  test('is enough, and its answer counts once', async () => {
    const user = await buildAged();
    const device = await buildPasskey(app.deps, user.id);
    const answer = device.answer(await ask(user));
    expect(await send(user, answer)).toMatchObject({ status: 200 });
    expect(await isFresh(user)).toBe(true);
    await age(user.id);
    expect(await send(user, answer)).toEqual(WRONG);
    expect(await isFresh(user)).toBe(false);
  });

  test('of another user, for another session, another site or without a check of the person proves nothing', async () => {
    const user = await buildAged();
    const [mine, foreign] = [
      await buildPasskey(app.deps, user.id),
      await buildPasskey(app.deps, (await buildUser(app.deps)).id),
    ];
    const other = { token: await openSession(app.deps, user) };
    await age(user.id);
    expect(await send(user, foreign.answer(await ask(user)))).toEqual(WRONG);
    expect(await send(user, mine.answer(await ask(other)))).toEqual(WRONG);
    const forgeries: Forgery[] = [{ origin: 'https://evil.example' }, { isVerified: false }];
    for (const forgery of forgeries) expect(await send(user, mine.answer(await ask(user), forgery))).toEqual(WRONG);
    expect(await isFresh(user)).toBe(false);
  });
});
