import { afterEach, expect, test } from 'vitest';
import { register } from '../../features/accounts/accounts.calls.ts';
import { getApplicationConfiguration } from '../../features/shop/settings.calls.ts';
import { buildUser } from '../../features/accounts/server/accounts.factory.ts';
import { isOpenToStrangers, type Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../app/endpoints.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { buildCustomer } from '../testing/stories.ts';
import { awaitLockWaiters, countLockWaiters, lockTables } from '../testing/locks.ts';

let app: TestApp;
afterEach(() => app.stop());

const TRIES = 40;

/** Registers as often as given, each time as if forwarded for another visitor; returns the statuses. */
async function registerAs(headersOf: (at: number) => Record<string, string>): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < TRIES; at += 1) {
    const person = { username: 'ana', full_name: 'Ana P', phone: '+38970123456', country: 'Italy' };
    const input = { ...person, email: `ana${at}@example.com`, password: 'Copper-Lathe-88' };
    statuses.push((await app.call(register, input, { headers: headersOf(at) })).status);
  }
  return statuses;
}

const refusedOf = (statuses: number[]) => statuses.filter((status) => status === 429).length;

test.each(['x-forwarded-for', 'forwarded'])(
  'a peer that TRUSTED_PROXIES does not name registers no more accounts with a forged %s than without',
  async (name) => {
    app = await startTestApp();
    const statuses = await registerAs((at) => ({ [name]: `for=203.0.113.${at}` }));
    expect([statuses[0], refusedOf(statuses)]).toEqual([201, TRIES - (register.perMinute ?? 0)]);
  },
);

/** Makes a call as if forwarded for another visitor each time. */
const callAs = (endpoint: Endpoint, visitor: number, input = {}) =>
  app.call(endpoint, input, { headers: { 'x-forwarded-for': `203.0.113.${visitor}` } });

test('every limit of calls a minute for anyone counts all that such a peer claims to forward for as one', async () => {
  app = await startTestApp();
  const limited = endpoints.filter(({ who, perMinute }) => who === 'anyone' && perMinute !== undefined);
  for (const endpoint of limited) for (const visitor of [1, 2, 3]) await callAs(endpoint, visitor);
  const counted = await app.db.selectFrom('rate_limits').select(['subject', 'uses']).orderBy('subject').execute();
  const expected = limited.map(({ method, path }) => ({ subject: `${method} /api${path} 127.0.0.1`, uses: 3 }));
  expect(counted).toEqual(expected.toSorted((one, other) => (one.subject < other.subject ? -1 : 1)));
  expect(counted.length).toBeGreaterThan(8);
});

test('a limit of calls a minute of those who are granted a call is not used up by strangers behind the same address', async () => {
  app = await startTestApp();
  const [one, other] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
  const limited = endpoints.filter((endpoint) => !isOpenToStrangers(endpoint) && endpoint.perMinute !== undefined);
  expect(limited.length).toBeGreaterThan(3);
  const isRefused = async (endpoint: Endpoint, caller: { token?: string }) =>
    (await app.call(endpoint, { id: 1 }, caller)).status === 429;
  for (const endpoint of limited) {
    for (let at = 0; at < (endpoint.perMinute ?? 0); at += 1)
      expect([endpoint.path, await isRefused(endpoint, {})]).toEqual([endpoint.path, false]);
    expect([endpoint.path, await isRefused(endpoint, {})]).toEqual([endpoint.path, true]);
    expect([endpoint.path, await isRefused(endpoint, one)]).toEqual([endpoint.path, false]);
  }
  const [endpoint] = limited as [Endpoint];
  for (let at = 0; at < (endpoint.perMinute ?? 0); at += 1) await isRefused(endpoint, one);
  expect([await isRefused(endpoint, one), await isRefused(endpoint, other)]).toEqual([true, false]);
});

test('such a peer has the database connections of one visitor, whoever it claims to forward for', async () => {
  app = await startTestApp();
  const alone = { connections: 4, visitors: 20 };
  const release = await lockTables(app, 'application_configuration');
  const calls = Array.from({ length: alone.visitors }, (_, visitor) => callAs(getApplicationConfiguration, visitor));
  await awaitLockWaiters(app, alone.connections);
  for (let at = 0; at < 10; at += 1) expect(await countLockWaiters(app)).toBe(alone.connections);
  await release();
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('such a peer learns of no more taken addresses in an hour by claiming to forward for others', async () => {
  app = await startTestApp();
  const { email } = await buildUser(app.deps);
  const person = { username: 'ana', full_name: 'Ana P', phone: '+38970123456', country: 'Italy' };
  const tries = { ...person, email, password: 'Copper-Lathe-88' };
  const statuses: number[] = [];
  for (let visitor = 0; visitor < 80; visitor += 1) {
    // The limit of calls a minute starts again.
    await app.ownerDb.deleteFrom('rate_limits').execute();
    statuses.push((await callAs(register, visitor, tries)).status);
  }
  expect(refusedOf(statuses)).toBe(20);
});

test('visitors behind a proxy that TRUSTED_PROXIES names have a limit each', async () => {
  app = await startTestApp({ trustedProxies: '127.0.0.1' });
  const statuses = await registerAs((at) => ({ 'x-forwarded-for': `203.0.113.${at}` }));
  expect(statuses).toEqual(Array.from({ length: TRIES }, () => 201));
});
