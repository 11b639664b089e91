import { describe, expect, test } from 'vitest';
import { readClient, type Client } from '../../../server/http/client.ts';
import type { HttpProblem } from '../../../server/http/replies.ts';
import * as accounts from '../accounts.calls.ts';
import { BUILT_PASSWORD, buildLink, buildSignedIn, buildUser } from './accounts.factory.ts';
import { resetPassword } from './account-links.ts';
import { selectUserByEmail } from './accounts.queries.ts';
import { login } from './accounts.ts';
import { beginAttempt } from './password-attempts.ts';
import { findOrigin } from './sign-in-places.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

const MINUTE_MS = 60_000;
const WRONG = 'Wrong-guess-1';
const HOME = 'device-of-the-owner-1';

openStage();

let serial = 0;
/** Returns a network that no other test uses. */
const newNetwork = () => `198.51.${Math.floor((serial += 1) / 250)}.${serial % 250}`;

type From = { network?: string; device?: string; isShared?: boolean };
const clientOf = ({ network = newNetwork(), isShared = false }: From): Client => ({
  address: network,
  network,
  isShared,
});

const outcome = (email: string, password: string, from: From = {}): Promise<number> =>
  login(app.deps, { email, password, client: clientOf(from), device: from.device, language: null }).then(
    () => 200,
    (error: HttpProblem) => error.status,
  );
const retryAfter = (email: string, from: From) =>
  login(app.deps, { email, password: WRONG, client: clientOf(from), device: from.device, language: null }).then(
    () => null,
    (error: HttpProblem) => error.retryAfterSeconds,
  );

/** Makes one wrong attempt as the limits see it, without hashing: thousands of hashes would only take time. */
async function guessOnce(email: string, from: From): Promise<number> {
  const user = await selectUserByEmail(app.db, email).executeTakeFirst();
  const origin = await findOrigin(app, user?.id, { client: clientOf(from), device: from.device });
  return beginAttempt(app, { account: email, ...origin }).then(
    () => 401,
    (error: HttpProblem) => error.status,
  );
}

/** Makes this many wrong attempts, one after the other, and returns their statuses. */
async function guess(times: number, next: (at: number) => [string, From]): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const [email, from] = next(at);
    statuses.push(await guessOnce(email, from));
  }
  return statuses;
}
const refusedOf = (statuses: number[]) => statuses.filter((status) => status === 429).length;

describe('guessing the password of one account', () => {
  test('from a new network each time is blocked after 30 failures in 15 minutes', async () => {
    const { email } = await buildUser(app);
    expect(refusedOf(await guess(30, () => [email, {}]))).toBe(0);
    expect(await outcome(email, BUILT_PASSWORD)).toBe(429);
    app.clock.advance(16 * MINUTE_MS);
    expect(await outcome(email, BUILT_PASSWORD)).toBe(200);
  });

  test('does not lock the owner out on a device that has signed in before, wherever it is now', async () => {
    const { email } = await buildUser(app);
    expect(await outcome(email, BUILT_PASSWORD, { device: HOME })).toBe(200);
    await guess(32, () => [email, {}]);
    expect(await outcome(email, BUILT_PASSWORD, { device: 'device-of-a-stranger' })).toBe(429);
    expect(await outcome(email, BUILT_PASSWORD, { device: HOME })).toBe(200);
  });

  test('does not lock the owner out at an address that has signed in before, whatever the device', async () => {
    const { email } = await buildUser(app);
    const network = newNetwork();
    expect(await outcome(email, BUILT_PASSWORD, { network })).toBe(200);
    await guess(32, () => [email, {}]);
    expect(await outcome(email, BUILT_PASSWORD, { network, device: 'a-new-device-of-mine' })).toBe(200);
  });

  test('from a known place is slowed down, not blocked: one attempt a minute after ten failures', async () => {
    const { email } = await buildUser(app);
    expect(await outcome(email, BUILT_PASSWORD, { device: HOME })).toBe(200);
    expect(refusedOf(await guess(10, () => [email, { device: HOME }]))).toBe(0);
    expect(await retryAfter(email, { device: HOME })).toBeLessThanOrEqual(60);
    app.clock.advance(MINUTE_MS + 1000);
    expect(await outcome(email, WRONG, { device: HOME })).toBe(401);
    expect(await outcome(email, WRONG, { device: HOME })).toBe(429);
    app.clock.advance(MINUTE_MS + 1000);
    expect(await outcome(email, BUILT_PASSWORD, { device: HOME })).toBe(200);
  });

  test('leaves the owner of the mailbox a way in: a reset password is accepted where it was set', async () => {
    const { email, id } = await buildUser(app);
    await guess(32, () => [email, {}]);
    const network = newNetwork();
    const token = await buildLink(app, id, 'RESET');
    await resetPassword(app.deps, { token, password: 'Copper-Lathe-88', client: clientOf({ network }) });
    expect(await outcome(email, 'Copper-Lathe-88', { network })).toBe(200);
    expect(await outcome(email, 'Copper-Lathe-88')).toBe(429);
  });
});

describe('guessing on many accounts', () => {
  test('from one network is blocked after 60 failures in 15 minutes', async () => {
    const network = newNetwork();
    const statuses = await guess(64, (at) => [`nobody${at}@example.com`, { network }]);
    expect([refusedOf(statuses.slice(0, 60)), refusedOf(statuses.slice(60))]).toEqual([0, 4]);
  });

  test('does not affect users who have signed in there before', async () => {
    const { email } = await buildUser(app);
    const network = newNetwork();
    expect(await outcome(email, BUILT_PASSWORD, { network })).toBe(200);
    await guess(62, (at) => [`nobody${at}@example.com`, { network }]);
    expect(await outcome(email, BUILT_PASSWORD, { network })).toBe(200);
  });

  test('cannot be hidden by right passwords for the attacker’s own account', async () => {
    const own = await buildUser(app);
    const network = newNetwork();
    for (let round = 0; round < 10; round += 1) {
      await guess(6, (at) => [`nobody${round}-${at}@example.com`, { network }]);
      expect(await outcome(own.email, BUILT_PASSWORD, { network })).toBe(200);
    }
    expect(await outcome('nobody-else@example.com', WRONG, { network })).toBe(429);
  });
});

const behindProxy = (forwarded: string): From => {
  const headers = { 'x-forwarded-for': forwarded };
  const peer = '10.0.0.1';
  return readClient({ ip: peer, socket: { remoteAddress: peer }, headers } as unknown as Parameters<
    typeof readClient
  >[0]);
};

describe('behind a proxy that TRUSTED_PROXIES does not list', () => {
  test('the failures of one visitor do not lock the others out', async () => {
    const { email } = await buildUser(app);
    const loud = behindProxy('203.0.113.66');
    const statuses = await guess(64, (at) => [`nobody${at}@example.com`, loud]);
    expect(refusedOf(statuses)).toBe(4);
    expect(await outcome(email, BUILT_PASSWORD, behindProxy('203.0.113.67'))).toBe(200);
  });

  test('with a new forwarded address each time, only the limit of each account applies', async () => {
    const { email } = await buildUser(app);
    const statuses = await guess(90, (at) => [`nobody${at}@example.com`, behindProxy(`10.1.1.${at}, 203.0.113.1`)]);
    expect(refusedOf(statuses)).toBe(0);
    const onOne = await guess(31, (at) => [email, behindProxy(`10.2.2.${at}, 203.0.113.1`)]);
    expect([refusedOf(onOne.slice(0, 30)), onOne[30]]).toEqual([0, 429]);
  });

  test('the proxy’s address does not count as a known place of an account, but a known device does', async () => {
    const from = behindProxy('203.0.113.70');
    const { email } = await buildUser(app);
    expect(await outcome(email, BUILT_PASSWORD, { ...from, device: HOME })).toBe(200);
    const statuses = await guess(31, (at) => [email, behindProxy(`203.0.113.${at}`)]);
    expect([refusedOf(statuses.slice(0, 30)), statuses[30]]).toEqual([0, 429]);
    expect(await outcome(email, BUILT_PASSWORD, from)).toBe(429);
    expect(await outcome(email, BUILT_PASSWORD, { ...from, device: HOME })).toBe(200);
  });
});

describe('a session', () => {
  const change = (token: string, current_password: string) =>
    app.call(accounts.changePassword, { current_password, new_password: 'Copper-Lathe-88' }, { token });

  test('can try ten passwords of its account and no more: then 429 with Retry-After', async () => {
    const user = await buildSignedIn(app.deps);
    const replies = await Promise.all(Array.from({ length: 14 }, () => change(user.token, WRONG)));
    const statuses = replies.map(({ status }) => status);
    expect([statuses.filter((status) => status === 400).length, refusedOf(statuses)]).toEqual([10, 4]);
    const refused = await change(user.token, BUILT_PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('that tried too many passwords does not keep the owner from signing in', async () => {
    const user = await buildSignedIn(app.deps);
    for (let at = 0; at < 11; at += 1) await change(user.token, WRONG);
    expect(await outcome(user.email, BUILT_PASSWORD)).toBe(200);
  });
});

describe('registering with addresses that already have an account', () => {
  const register = (email: string, headers: Record<string, string> = {}) =>
    app.call(
      accounts.register,
      {
        username: 'blagoja',
        full_name: 'Blagoja Petrov',
        email,
        password: 'Copper-Lathe-88',
        phone: '+38970123456',
        country: 'Italy',
      },
      { headers },
    );

  test('reveals ten of them an hour to a client, and then nothing, not even about new addresses', async () => {
    const { email } = await buildUser(app);
    for (let at = 0; at < 10; at += 1) expect((await register(email)).status).toBe(400);
    const taken = await register(email);
    const free = await register('somebody-new@example.com');
    expect([taken.status, free.status]).toEqual([429, 429]);
    expect(Number(free.headers.get('retry-after'))).toBeGreaterThan(3000);
    app.clock.advance(61 * MINUTE_MS);
    expect((await register('somebody-new@example.com')).status).toBe(201);
  });
});
