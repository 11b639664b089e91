import { describe, expect, test } from 'vitest';
import { endpoints, nameOf } from '../../../app/endpoints.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { openEventStream } from '../../../server/testing/event-stream.ts';
import { app, openStage } from '../../../server/testing/stage.ts';
import { getWork } from '../../staff/work/work.calls.ts';
import { listSolutions } from '../../catalogue/catalogue.calls.ts';
import { setStoredSettings } from '../../shop/stored-settings.calls.ts';
import { createAccessToken } from '../access-tokens.calls.ts';
import { getMyUser } from '../accounts.calls.ts';
import { BUILT_PASSWORD, buildSignedIn } from './accounts.factory.ts';

openStage({ forEachTest: true });

const MINUTE_MS = 60_000;
const ENDED = { status: 403, body: { code: 'session.ended' } };

/** What the shop decides, by somebody who has just logged in. */
async function decide(settings: { idle_minutes_staff?: number | null; idle_minutes_customers?: number | null }) {
  const boss = await buildSignedIn(app.deps, { role: 'ADMIN' });
  expect((await app.call(setStoredSettings, settings, boss)).status).toBe(200);
}

const logIn = (role: 'ADMIN' | 'CUSTOMER') => buildSignedIn(app.deps, { role });
const pass = (minutes: number) => app.clock.advance(minutes * MINUTE_MS);
const use = (session: { token: string }, endpoint: Endpoint = listSolutions) => app.call(endpoint, {}, session);

describe('a session that nobody uses', () => {
  test.each([
    ['ADMIN', 'idle_minutes_staff', 11 * 60],
    ['CUSTOMER', 'idle_minutes_customers', 6 * 24 * 60],
  ] as const)('of %s ends after the time in %s, and without one at its own end', async (role, setting, minutes) => {
    const before = await logIn(role);
    pass(minutes);
    expect((await use(before)).status).toBe(200);
    await decide({ [setting]: 30 });
    const [used, unused] = [await logIn(role), await logIn(role)];
    const other = await logIn(role === 'ADMIN' ? 'CUSTOMER' : 'ADMIN');
    for (let round = 0; round < 3; round += 1) {
      pass(20);
      expect((await use(used)).status).toBe(200);
    }
    expect(await use(unused)).toMatchObject(ENDED);
    expect((await use(other)).status).toBe(200);
    pass(31);
    expect(await use(used)).toMatchObject(ENDED);
  });

  test('ends although its page stays open: what a page repeats by itself is no use', async () => {
    await decide({ idle_minutes_staff: 30 });
    const session = await logIn('ADMIN');
    const stream = await openEventStream(app.url, session.token);
    for (let round = 0; round < 2; round += 1) {
      pass(14);
      for (const endpoint of [getMyUser, getWork]) expect((await use(session, endpoint)).status).toBe(200);
    }
    pass(3);
    expect(await use(session, getMyUser)).toMatchObject(ENDED);
    stream.close();
    expect((await openEventStream(app.url, session.token)).response.status).toBe(403);
  });

  test('does not last longer by being used', async () => {
    await decide({ idle_minutes_staff: 120 });
    const session = await logIn('ADMIN');
    for (let hour = 1; hour < 12; hour += 1) {
      pass(60);
      expect((await use(session)).status).toBe(200);
    }
    pass(61);
    expect(await use(session)).toMatchObject(ENDED);
  });

  test('ends by a decision that comes later, and has its full time again when it is taken back', async () => {
    const [ending, kept] = [await logIn('ADMIN'), await logIn('ADMIN')];
    await decide({ idle_minutes_staff: 60 });
    pass(59);
    expect((await use(kept)).status).toBe(200);
    pass(2);
    expect(await use(ending)).toMatchObject(ENDED);
    await decide({ idle_minutes_staff: null });
    pass(10 * 60);
    expect((await use(kept)).status).toBe(200);
  });

  test('is none of a program: its token lasts as long as its owner has said', async () => {
    const owner = await logIn('CUSTOMER');
    const form = { name: 'Books', days: 7, capabilities: [], current_password: BUILT_PASSWORD };
    const made = [(await app.call(createAccessToken, form, owner)).body as { token: string }];
    await decide({ idle_minutes_customers: 10 });
    const later = await logIn('CUSTOMER');
    made.push((await app.call(createAccessToken, form, later)).body as { token: string });
    pass(6 * 24 * 60);
    for (const token of made) expect((await use(token)).status).toBe(200);
    expect(await use(later)).toMatchObject(ENDED);
  });
});

test('the calls that pages repeat by themselves are known', () => {
  const automatic = endpoints.filter((endpoint) => endpoint.automatic === true).map(nameOf);
  expect(automatic.toSorted()).toEqual([
    'endPresence',
    'getDashboard',
    'getExpectedTime',
    'getExpectedTimeOfFile',
    'getFirstStart',
    'getMailing',
    'getUserDashboard',
    'getWork',
    'listMailings',
    'listPayments',
    'listPendingPayments',
    'listSimilarFiles',
    'notePresence',
  ]);
});
