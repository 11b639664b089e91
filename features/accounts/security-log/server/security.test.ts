import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { buildAdmin, buildCustomer } from '../../../../server/testing/stories.ts';
import type { EditableUser } from '../../user.ts';
import * as accounts from '../../accounts.calls.ts';
import * as emailChange from '../../account-changes.calls.ts';
import { listUsers } from '../../accounts.calls.ts';
import * as contract from '../security.calls.ts';
import {
  BUILT_PASSWORD,
  buildEmailChange,
  buildLink,
  buildSignedIn,
  buildUser,
} from '../../server/accounts.factory.ts';
import { createAdministrator, lockAccount, unlockAccount } from '../../server/administration.ts';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { recordSecurityEvent, removeOldSecurityEvents, type RecordedEvent } from './security.ts';

type User = Awaited<ReturnType<typeof buildSignedIn>>;

const WRONG = 'Never-The-Password-1';
const NEW = 'Copper-Lathe-88';

const logLines: string[] = [];
let app: TestApp;
let admin: User;
// The log cannot be emptied, and its limits count everything in it, so each test has a log of its own.
beforeEach(async () => {
  // Entries are counted by the hour, which must not change during a test.
  const secondsLeft = 3600 - ((Date.now() / 1000) % 3600);
  if (secondsLeft < 15) await sleep(secondsLeft * 1000 + 100);
  logLines.length = 0;
  app = await startTestApp({}, { logLines });
  admin = await buildAdmin(app.deps);
});
afterEach(() => app.stop());

/** Refused calls are written after the reply, several in one statement, so their order is not fixed. */
const list = async (filter: Record<string, unknown> = {}): Promise<ReplyOf<typeof contract.listSecurityEvents>> => {
  await app.settled();
  const reply = await app.call(contract.listSecurityEvents, filter, admin);
  expect(reply.status).toBe(200);
  return reply.body as ReplyOf<typeof contract.listSecurityEvents>;
};
const brief = ({ event, reason, actor, account, times }: contract.SecurityEvent) => [
  event,
  reason,
  actor?.username ?? null,
  account?.username ?? null,
  times,
];
/** The log's entries about a user, oldest first. */
const listEntries = async (who: string) => (await list({ who })).events.map(brief).toReversed();
const inAnyOrder = (entries: readonly unknown[]) => entries.map((entry) => JSON.stringify(entry)).toSorted();
const expectEntries = async (who: string, entries: readonly unknown[]) =>
  expect(inAnyOrder(await listEntries(who))).toEqual(inAnyOrder(entries));

describe('the security log contains', () => {
  test('failed logins with the entered address, its account, and the reason', async () => {
    const user = await buildUser(app.deps);
    const locked = await buildUser(app.deps, { status: 'DEACTIVE' });
    const login = (email: string, password: string) => app.call(accounts.login, { email, password });
    expect((await login(user.email, WRONG)).status).toBe(401);
    expect((await login(locked.email, BUILT_PASSWORD)).status).toBe(401);
    expect((await login('stranger@example.org', WRONG)).status).toBe(401);
    expect((await login(user.email, BUILT_PASSWORD)).status).toBe(200);
    await expectEntries(user.email, [
      ['LOGIN_FAILED', 'WRONG_PASSWORD', null, user.username, 1],
      ['SIGNED_IN', 'PASSWORD', user.username, user.username, 1],
    ]);
    await expectEntries(locked.email, [['LOGIN_FAILED', 'ACCOUNT_LOCKED', null, locked.username, 1]]);
    await expectEntries('stranger@', [['LOGIN_FAILED', 'UNKNOWN_EMAIL', null, null, 1]]);
    const [entry] = (await list({ who: 'stranger@' })).events;
    expect(entry).toMatchObject({ entered: 'stranger@example.org', address: '127.0.0.1', call: 'POST /api/login' });
  });

  test('refused tokens with their account, if the portal issued them', async () => {
    // One after the other: of many at once, only some are looked up, and the others count as ended sessions.
    const callWith = async (actor: { token: string }) => {
      const { status } = await app.call(accounts.getMyUser, {}, actor);
      await app.settled();
      return status;
    };
    const ended = await buildSignedIn(app.deps);
    await app.call(accounts.logout, {}, ended);
    expect(await callWith(ended)).toBe(403);
    const expired = await buildSignedIn(app.deps);
    app.clock.advance(8 * 24 * 3_600_000);
    expect(await callWith(expired)).toBe(403);
    admin = await buildAdmin(app.deps);
    const locked = await buildSignedIn(app.deps);
    await app.db.updateTable('users').set({ status: 'DEACTIVE' }).where('id', '=', locked.id).execute();
    expect(await callWith(locked)).toBe(403);
    expect(await callWith({ token: 'not.a.token' })).toBe(403);
    await expectEntries(ended.email, [
      ['SESSIONS_ENDED', 'LOGGED_OUT', ended.username, ended.username, 1],
      ['TOKEN_REFUSED', 'SESSION_ENDED', null, ended.username, 1],
    ]);
    await expectEntries(expired.email, [['TOKEN_REFUSED', 'EXPIRED', null, expired.username, 1]]);
    await expectEntries(locked.email, [['TOKEN_REFUSED', 'ACCOUNT_LOCKED', null, locked.username, 1]]);
    const unreadable = (await list({ event: 'TOKEN_REFUSED' })).events.filter(({ reason }) => reason === 'UNREADABLE');
    expect(unreadable).toMatchObject([{ account: null, call: 'GET /api/users/my' }]);
  });

  test('spent links, forbidden calls, limits, and wrong passwords of signed-in users', async () => {
    const user = await buildSignedIn(app.deps);
    await app.call(accounts.activateAccount, { token: 'made-up' });
    await app.call(listUsers, {}, user);
    const change = () => app.call(accounts.changePassword, { current_password: WRONG, new_password: NEW }, user);
    for (let at = 0; at < 11; at += 1) await change();
    const limited = (times: number) => ['LIMITED', 'PASSWORD_LIMIT', user.username, user.username, times];
    // Waits until the first entry is written, so that the next has its own time: entries of one statement share theirs.
    expect(await listEntries(user.email)).toContainEqual(limited(1));
    const written = Date.now();
    await expect.poll(() => Date.now(), { interval: 2 }).toBeGreaterThan(written);
    await change();
    await expectEntries(user.email, [
      ['FORBIDDEN', 'WRONG_ROLE', user.username, user.username, 1],
      ['PASSWORD_WRONG', 'WRONG_PASSWORD', user.username, user.username, 10],
      limited(2),
    ]);
    const { events } = await list({ event: 'LIMITED', who: user.email });
    expect(events).toMatchObject([{ call: 'PUT /api/users/change-password' }]);
    expect(events[0]?.first_at).not.toBe(events[0]?.last_at);
    const spent = (await list({ event: 'TOKEN_REFUSED' })).events.filter(({ reason }) => reason === 'LINK_SPENT');
    expect(spent).toMatchObject([{ call: 'POST /api/register/activate' }]);
  });

  test('changes of password and e-mail address, and the sessions that end with them', async () => {
    const user = await buildSignedIn(app.deps);
    await buildLink(app.deps, user.id, 'RESET').then((token) =>
      app.call(accounts.resetPassword, { token, password: NEW }),
    );
    const again = (await app.call(accounts.login, { email: user.email, password: NEW })).body.token as string;
    await app.call(accounts.login, { email: user.email, password: NEW });
    const change = { current_password: NEW, new_password: 'Walnut-Crane-77' };
    expect((await app.call(accounts.changePassword, change, { token: again })).status).toBe(200);
    const token = await buildEmailChange(app.deps, user.id, `new-${user.email}`);
    expect((await app.call(emailChange.confirmEmailChange, { token })).status).toBe(200);
    const { username: name } = user;
    await expectEntries(user.email, [
      ['PASSWORD_CHANGED', 'MAILED_LINK', null, name, 1],
      ['SESSIONS_ENDED', 'PASSWORD_CHANGED', null, name, 1],
      ['SIGNED_IN', 'PASSWORD', name, name, 2],
      ['PASSWORD_CHANGED', 'BY_OWNER', name, name, 1],
      ['SESSIONS_ENDED', 'PASSWORD_CHANGED', name, name, 1],
      ['EMAIL_CHANGED', 'MAILED_LINK', null, name, 1],
      ['SESSIONS_ENDED', 'EMAIL_CHANGED', null, name, 1],
    ]);
    const [changed] = (await list({ event: 'EMAIL_CHANGED' })).events;
    expect(changed?.detail).toBe(`${user.email} → new-${user.email}`);
  });

  test('changed roles, locks, unlocks and deletions, by administrators and by commands', async () => {
    const user = await buildSignedIn(app.deps);
    const edit = async (change: object) => {
      const seen = (await app.call(accounts.getUser, { id: user.id }, admin)).body as EditableUser;
      expect((await app.call(accounts.updateUser, { ...seen, ...change }, admin)).status).toBe(200);
    };
    await edit({ role: 'ADMIN' });
    await edit({ status: 'DEACTIVE' });
    await unlockAccount(app.deps, user.email);
    await lockAccount(app.deps, user.email);
    await edit({ status: 'ACTIVE' });
    await app.call(accounts.deleteUser, { id: user.id }, admin);
    const [by, name] = [admin.username, user.username];
    expect(await listEntries(user.email)).toEqual([
      ['ROLE_CHANGED', 'BY_ADMINISTRATOR', by, name, 1],
      ['SESSIONS_ENDED', 'ROLE_CHANGED', by, name, 1],
      ['LOCKED', 'BY_ADMINISTRATOR', by, name, 1],
      ['UNLOCKED', 'BY_COMMAND', null, name, 1],
      ['LOCKED', 'BY_COMMAND', null, name, 1],
      ['UNLOCKED', 'BY_ADMINISTRATOR', by, name, 1],
      ['LOCKED', 'DELETED', by, name, 1],
    ]);
    await createAdministrator(app.deps, 'second-admin@example.com');
    const [made] = (await list({ who: 'second-admin@example.com' })).events;
    expect(made).toMatchObject({ event: 'ROLE_CHANGED', reason: 'BY_COMMAND', detail: '→ ADMIN', address: '' });
  });
});

describe('a secret', () => {
  test('is neither in the table nor in the structured log: no password, no token, no input that is not an address', async () => {
    const user = await buildSignedIn(app.deps);
    const link = await buildLink(app.deps, user.id, 'RESET');
    await app.call(accounts.login, { email: 'Passw0rd-in-the-wrong-field', password: WRONG });
    await app.call(accounts.resetPassword, { token: link, password: NEW });
    await app.call(accounts.resetPassword, { token: link, password: NEW });
    await app.call(accounts.getMyUser, {}, user);
    expect((await list({ who: user.email })).totals?.matching).toBeGreaterThan(2);
    const { rows } = await sql<{
      text: string;
    }>`select string_agg(e::text, chr(10)) as text from security_events e`.execute(app.db);
    const everything = `${rows[0]?.text} ${logLines.join('\n')}`;
    expect(everything).toContain('LOGIN_FAILED');
    for (const secret of [WRONG, NEW, BUILT_PASSWORD, link, user.token, 'Passw0rd-in-the-wrong-field']) {
      expect(everything).not.toContain(secret);
    }
  });

  test('in a long address is cut off after 100 characters, and invisible characters are removed', async () => {
    const email = `${'x'.repeat(120)}\u202E@example.com`;
    await record({ event: 'LOGIN_FAILED', reason: 'UNKNOWN_EMAIL', entered: email });
    await record({ event: 'LOGIN_FAILED', reason: 'UNKNOWN_EMAIL', entered: 'turned\u202E@example.com' });
    const entered = (await list({ event: 'LOGIN_FAILED' })).events.map((event) => event.entered);
    expect(entered).toEqual(expect.arrayContaining(['x'.repeat(100), 'turned@example.com']));
  });
});

const record = (event: Partial<RecordedEvent>) =>
  recordSecurityEvent(app, { event: 'FORBIDDEN', reason: 'WRONG_ROLE', client: clientAt('192.0.2.1'), ...event });
const clientAt = (address: string) => ({ address, network: address });
const countRows = async (network: string) =>
  (await app.db.selectFrom('security_events').select('id').where('network', '=', network).execute()).length;

describe('a flood', () => {
  test('of the same from one address is one entry, with how often, and when first and last', async () => {
    const client = clientAt('192.0.2.7');
    const entries = async () => (await list({ address: '192.0.2.7' })).events;
    await record({ client });
    const [once] = await entries();
    expect(once?.last_at).toBe(once?.first_at);
    for (let at = 1; at < 299; at += 1) await record({ client });
    const [before] = await entries();
    await record({ client });
    const events = await entries();
    expect(events).toMatchObject([{ times: 300, scope: 'ONE', first_at: once?.first_at }]);
    expect(Date.parse(events[0]?.last_at ?? '')).toBeGreaterThan(Date.parse(before?.last_at ?? ''));
  });

  test('of different accounts from one network becomes 50 entries an hour, and one that counts the rest', async () => {
    const client = clientAt('192.0.2.8');
    for (let at = 0; at < 80; at += 1) {
      await record({ event: 'LOGIN_FAILED', reason: 'UNKNOWN_EMAIL', entered: `someone${at}@example.net`, client });
    }
    expect(await countRows('192.0.2.8')).toBe(51);
    const { events } = await list({ address: '192.0.2.8' });
    expect(events.find(({ scope }) => scope === 'NETWORK')).toMatchObject({ times: 30, entered: '', account: null });
    await record({ event: 'LOGIN_FAILED', reason: 'UNKNOWN_EMAIL', entered: 'someone3@example.net', client });
    const [known] = (await list({ who: 'someone3@example.net' })).events;
    expect(known?.times).toBe(2);
  });

  test('from many networks is bounded as well, and hides no change of access', async () => {
    await sql`
      insert into security_events (event, reason, is_attempt, account, address, network, call, detail, scope, times, hour, first_at, last_at)
      select 'FORBIDDEN', 'WRONG_ROLE', true, '', 'n' || n, 'n' || n, '', '', 'ONE', 1, date_trunc('hour', now()), now(), now()
        from generate_series(1, 1000) n`.execute(app.ownerDb);
    for (let at = 0; at < 5; at += 1) await record({ client: clientAt(`203.0.113.${at}`) });
    const rest = (await list({ event: 'FORBIDDEN' })).events.find(({ scope }) => scope === 'ALL');
    expect(rest).toMatchObject({ times: 5, address: '', call: '' });
    await record({ event: 'ROLE_CHANGED', reason: 'BY_ADMINISTRATOR', client: clientAt('203.0.113.99') });
    expect((await list({ address: '203.0.113.99' })).events).toMatchObject([{ scope: 'ONE', event: 'ROLE_CHANGED' }]);
  });
});

describe('the security log is append-only', () => {
  test('the server writes only through its function; neither it nor the owner can change, delete or truncate', async () => {
    await record({});
    const tries = [
      sql`update security_events set reason = 'x'`,
      sql`update security_events set times = 1`,
      sql`delete from security_events`,
      sql`truncate security_events`,
    ];
    for (const [db, refused] of [
      [app.db, 'permission denied for table security_events'],
      [app.ownerDb, 'the security log is only added to'],
    ] as const) {
      for (const tried of tries) await expect(tried.execute(db)).rejects.toThrow(refused);
    }
    const insert = sql`insert into security_events (event) values ('SIGNED_IN')`.execute(app.db);
    await expect(insert).rejects.toThrow('permission denied');
  });

  test('old entries are removed after the days of RETAIN_DAYS, and none before 30 days, whatever the server asks for', async () => {
    await sql`
      insert into security_events (event, reason, is_attempt, account, address, network, call, detail, scope, times, hour, first_at, last_at)
      select 'FORBIDDEN', 'WRONG_ROLE', true, '', 'old', 'old' || days, '', '', 'ONE', 1, now(), at, at
        from (select days, now() - make_interval(days => days) as at from unnest(array[200, 40, 20]) days) old`.execute(
      app.ownerDb,
    );
    const left = async () => (await list({ address: 'old' })).totals?.matching;
    expect(await removeOldSecurityEvents({ db: app.db, config: { ...app.config, securityLogDays: 0 } })).toBe(0);
    expect(await left()).toBe(3);
    expect(await removeOldSecurityEvents(app)).toBe(1);
    expect(await left()).toBe(2);
    await sql`select security_forget(0)`.execute(app.db);
    expect(await left()).toBe(1);
  });
});

describe('administrators read the log', () => {
  test('by event, person, address and time, 100 at a time; others cannot', async () => {
    const client = clientAt('198.51.100.200');
    for (let at = 0; at < 102; at += 1) await record({ event: 'UNLOCKED', client, detail: `${at}` });
    const first = await list({ address: '198.51.100.2', event: 'UNLOCKED' });
    expect([first.totals?.matching, first.events.length, first.stored_days]).toEqual([102, 100, 180]);
    const rest = await list({ address: '198.51.100.2', cursor: first.next_cursor });
    expect([rest.totals, rest.next_cursor]).toEqual([null, null]);
    const details = [...first.events, ...rest.events].map(({ detail }) => Number(detail));
    expect(details).toEqual(Array.from({ length: 102 }, (_, at) => 101 - at));
    expect((await list({ address: '198.51.100.2', event: 'LOCKED' })).totals?.matching).toBe(0);
    const { last_at } = first.events[0] as contract.SecurityEvent;
    const later = new Date(Date.parse(last_at) + 1).toISOString();
    expect((await list({ address: '198.51.100.2', from: later })).totals?.matching).toBe(0);
    expect((await list({ address: '198.51.100.2', until: later })).totals?.matching).toBe(102);
    const customer = await buildCustomer(app.deps);
    expect((await app.call(contract.listSecurityEvents, {}, customer)).status).toBe(403);
    expect((await app.call(contract.listSecurityEvents, {}, {})).status).toBe(401);
  });
});
