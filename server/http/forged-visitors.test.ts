import { afterEach, expect, test } from 'vitest';
import { register } from '../../portal/accounts/accounts.contract.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';

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

test('visitors behind a proxy that TRUSTED_PROXIES names have a limit each', async () => {
  app = await startTestApp({ trustedProxies: '127.0.0.1' });
  const statuses = await registerAs((at) => ({ 'x-forwarded-for': `203.0.113.${at}` }));
  expect(statuses).toEqual(Array.from({ length: TRIES }, () => 201));
});
