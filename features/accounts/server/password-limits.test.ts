import { describe, expect, test } from 'vitest';
import type { ZodMiniObject } from 'zod/mini';
import { buildCaller } from '../../../server/testing/actors.ts';
import type { Reply } from '../../../server/testing/app.ts';
import { buildTarget, nameOf } from '../../../server/testing/targets.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { endpoints } from '../../../app/endpoints.ts';
import { GivenPassword } from '../account-fields.ts';
import { changePassword } from '../accounts.calls.ts';
import { BUILT_PASSWORD, buildSignedIn } from './accounts.factory.ts';
import { openSession } from './sessions.ts';
import { isForAdministrators } from '../../../server/testing/right-role.ts';
import { app, forgetAttemptsBeforeEach, openStage } from '../../../server/testing/stage.ts';

const WRONG = 'Never-The-Password-1';
/** Number of guesses that a session, a device or a network is allowed. */
const MAX_ATTEMPTS = 10;

/** Returns the field of a call that is compared with a stored password; undefined for calls that check none. */
const passwordFieldOf = (endpoint: Endpoint): string | undefined => {
  const { shape = {} } = endpoint.input as Partial<ZodMiniObject>;
  return Object.keys(shape).find((name) => shape[name] === GivenPassword);
};
const checking = endpoints.filter((endpoint) => passwordFieldOf(endpoint) !== undefined);

openStage();
forgetAttemptsBeforeEach();

test('every call that checks a password is listed here, and each is tested for its limit', () => {
  expect(checking.map(nameOf).toSorted()).toEqual([
    'POST /auth/google/link',
    'POST /login',
    'POST /users/my/access-tokens',
    'POST /users/my/email-change',
    'POST /users/my/passkeys/:id/remove',
    'POST /users/my/passkeys/begin',
    'POST /users/my/second-factor',
    'POST /users/my/second-factor/off',
    'POST /users/my/second-factor/recovery-codes',
    'POST /users/my/sign-in',
    'PUT /users/change-password',
  ]);
});

describe.each(checking.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  const field = passwordFieldOf(endpoint) as string;
  /** Builds one account, an administrator's where only administrators may call. */
  const prepare = async () => {
    const caller = await buildCaller(app.deps, isForAdministrators(endpoint) ? 'admin' : 'owner');
    const { input } = await buildTarget(app.deps, endpoint, caller);
    const token = endpoint.who === 'anyone' ? undefined : caller.token;
    return (password: string): Promise<Reply> => app.call(endpoint, { ...input, [field]: password }, { token });
  };

  test('limits wrong passwords of an account: 429 with Retry-After, even for the right one, until the time is over', async () => {
    const call = await prepare();
    const statuses = [];
    for (let at = 0; at < MAX_ATTEMPTS; at += 1) statuses.push((await call(WRONG)).status);
    expect(statuses).not.toContain(429);
    const refused = await call(BUILT_PASSWORD);
    expect(refused).toMatchObject({ status: 429, body: { code: 'http.too_many' } });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    app.clock.advance((seconds + 1) * 1000);
    // By then the Google ticket has expired; what matters is that the limit has passed.
    expect((await call(WRONG)).status).not.toBe(429);
  });

  test('simultaneous guessing is no faster: no more passwords are checked than one after the other', async () => {
    const call = await prepare();
    const replies = await Promise.all(Array.from({ length: 30 }, () => call(WRONG)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBe(30 - MAX_ATTEMPTS);
    expect(refused.filter(({ headers }) => Number(headers.get('retry-after')) > 0).length).toBe(refused.length);
  });

  test('limits wrong passwords from one address, whichever account they are for', async () => {
    const isKnown = endpoint.who !== 'anyone';
    const failures = Array.from({ length: isKnown ? 300 : 60 }, (_failure, at) => ({
      account: `somebody${at}@example.com`,
      address: `session ${at}`,
      network: '127.0.0.1',
      is_known: isKnown,
      failed_at: app.clock.now(),
    }));
    const call = await prepare();
    await app.db.insertInto('login_failures').values(failures).execute();
    expect((await call(WRONG)).status).toBe(429);
  });
});

test('the limit of one session is not the limit of another of the same account, nor of another account', async () => {
  const [one, other] = [await buildSignedIn(app.deps), await buildSignedIn(app.deps)];
  const second = await openSession(app.deps, one);
  const change = (token: string) =>
    app.call(changePassword, { current_password: WRONG, new_password: 'Copper-Lathe-88' }, { token });
  for (let at = 0; at < MAX_ATTEMPTS; at += 1) await change(one.token);
  const statuses = [];
  for (const token of [one.token, second, other.token]) statuses.push((await change(token)).status);
  expect(statuses).toEqual([429, 400, 400]);
});
