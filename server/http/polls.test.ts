import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql, type CompiledQuery } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildApp } from '../../app/server/app.ts';
import * as accounts from '../../features/accounts/accounts.calls.ts';
import * as files from '../../features/files/files.calls.ts';
import { buildCredits } from '../../features/credits/server/credits.factory.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { buildNotification } from '../../features/messaging/server/notifications.factory.ts';
import { LISTENER_NAME } from '../events/listener.ts';
import { openEventFeed } from '../events/event-feed.ts';
import { openDatabaseLine, type DatabaseLine } from '../testing/database-line.ts';
import { callEndpoint, type Reply } from '../testing/app.ts';
import { quietFeed } from '../testing/quiet-feed.ts';
import { buildAdmin, buildCustomer } from '../testing/stories.ts';
import { app, openStage } from '../testing/stage.ts';

openStage();

type User = Awaited<ReturnType<typeof buildCustomer>>;
let ana: User;
let admin: User;
let file: { id: number };

const isReceiving = () => vi.waitUntil(() => app.news.versions.isReceiving(), { timeout: 20_000 });

beforeEach(async () => {
  app.news.watch();
  await isReceiving();
  [ana, admin] = [await buildCustomer(app.deps), await buildAdmin(app.deps)];
  file = await buildFile(app.deps, { user_id: ana.id, offer_set_by: admin.id });
  await app.news.catchUp();
});

const POLLS = {
  'the file': (who: User, headers = {}) => app.call(files.getFile, { id: file.id }, { token: who.token, headers }),
  'the account': (who: User, headers = {}) => app.call(accounts.getMyUser, {}, { token: who.token, headers }),
};
type Poll = (who: User, headers?: Record<string, string>) => Promise<Reply>;

/** Polls until the reply is remembered; returns what a browser sends with its next poll. */
async function remember(poll: Poll, who: User): Promise<{ 'if-none-match': string }> {
  // The first poll of an administrator changes who is present, which the second one takes into account.
  expect((await poll(who)).status).toBe(200);
  await app.news.catchUp();
  const { headers, status } = await poll(who);
  expect(status).toBe(200);
  return { 'if-none-match': headers.get('etag') as string };
}

/** Runs while no statement gets through. */
async function whileLocked(run: () => Promise<Reply>): Promise<Reply | 'waits'> {
  const locked = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const holding = app.ownerDb.transaction().execute(async (tx) => {
    await sql`lock table users, sessions, files, credit_accounts, notification_recipients`.execute(tx);
    locked.resolve();
    await done.promise;
  });
  await locked.promise;
  const running = run();
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.ownerDb);
    return rows.length > 0 ? ('waits' as const) : null;
  };
  let outcome: Reply | 'waits' | null = null;
  while (outcome === null) outcome = (await Promise.race([running, isWaiting()])) as typeof outcome;
  done.resolve();
  await holding;
  await running;
  return outcome;
}

const both = (['the file', 'the account'] as const).flatMap((what) => [
  { what, who: 'its owner' as const },
  { what, who: 'an administrator' as const },
]);

describe('an unchanged poll', () => {
  test.each(both)('of $what by $who gets 304 without any database statement', async ({ what, who }) => {
    const user = who === 'its owner' ? ana : admin;
    const tag = await remember(POLLS[what], user);
    expect(await whileLocked(() => POLLS[what](user))).toBe('waits');
    const reply = await whileLocked(() => POLLS[what](user, tag));
    expect(reply).toMatchObject({ status: 304, bytes: new Uint8Array() });
    const { headers } = reply as Reply;
    expect([headers.get('etag'), headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
      tag['if-none-match'],
      'no-store',
      'nosniff',
    ]);
  });

  test('with another ETag is read again', async () => {
    await remember(POLLS['the file'], ana);
    expect(await whileLocked(() => POLLS['the file'](ana, { 'if-none-match': '"another"' }))).toBe('waits');
  });

  test('of one user means nothing for another, who gets 404 instead of 304', async () => {
    const tag = await remember(POLLS['the file'], ana);
    const stranger = await buildCustomer(app.deps);
    await remember(POLLS['the account'], stranger);
    expect((await POLLS['the file'](stranger, tag)).status).toBe(404);
  });

  test('is read by one statement, which also checks that the session is open', async () => {
    await remember(POLLS['the account'], ana);
    const statements = vi.spyOn(app.db, 'executeQuery');
    for (const poll of Object.values(POLLS)) expect((await poll(ana)).status).toBe(200);
    expect(statements).toHaveBeenCalledTimes(2);
    statements.mockRestore();
  });
});

/** What can change the reply, bypassing the product: the tables it is read from, and how. */
const CHANGES: { of: keyof typeof POLLS; table: string; by: string; change: () => Promise<unknown> }[] = [
  {
    of: 'the file',
    table: 'files',
    by: 'an update',
    change: () => sql`update files set notes = 'Seen' where id = ${file.id}`.execute(app.ownerDb),
  },
  {
    of: 'the file',
    table: 'users',
    by: 'the name of its owner',
    change: () => sql`update users set username = 'Renamed' where id = ${ana.id}`.execute(app.ownerDb),
  },
  {
    of: 'the file',
    table: 'users',
    by: 'the address of its owner',
    change: () => sql`update users set email = 'renamed@example.com' where id = ${ana.id}`.execute(app.ownerDb),
  },
  {
    of: 'the file',
    table: 'users',
    by: 'the deletion of its owner',
    change: () => sql`update users set deleted_at = now() where id = ${ana.id}`.execute(app.ownerDb),
  },
  {
    of: 'the account',
    table: 'users',
    by: 'the full name',
    change: () => sql`update users set full_name = 'Renamed' where id = ${admin.id}`.execute(app.ownerDb),
  },
  {
    of: 'the account',
    table: 'users',
    by: 'a change of more users than are announced each',
    change: async () => {
      await sql`insert into users (username, full_name, email, phone, country)
        select n, n, n || '@example.com', '', '' from generate_series(1, 101) n`.execute(app.ownerDb);
      await sql`update users set country = 'Malta'`.execute(app.ownerDb);
    },
  },
  {
    of: 'the account',
    table: 'credit_accounts',
    by: 'credits',
    change: () => buildCredits(app.deps, admin.id, 50),
  },
  {
    of: 'the account',
    table: 'notification_recipients',
    by: 'a notification',
    change: () => buildNotification(app.deps, admin.id),
  },
  {
    of: 'the account',
    table: 'notifications',
    by: 'a corrected notification',
    change: () => sql`update notifications set message = message || '!'`.execute(app.ownerDb),
  },
  {
    of: 'the account',
    table: 'notification_recipients',
    by: 'a notification that is taken back',
    change: () => sql`delete from notification_recipients where user_id = ${admin.id}`.execute(app.ownerDb),
  },
  {
    of: 'the account',
    table: 'sessions',
    by: 'an administrator who leaves',
    change: () => sql`delete from sessions where user_id = ${admin.id}`.execute(app.ownerDb),
  },
];

describe('a changed poll', () => {
  test.each(CHANGES.filter(({ of, table }) => of === 'the file' || table !== 'sessions'))(
    'is read: $of after $by',
    async ({ of, change }) => {
      await buildNotification(app.deps, admin.id);
      await app.news.catchUp();
      const tag = await remember(POLLS[of], admin);
      expect((await POLLS[of](admin, tag)).status).toBe(304);
      await change();
      await app.news.catchUp();
      const reply = await POLLS[of](admin, tag);
      expect([reply.status, reply.headers.get('etag') === tag['if-none-match']]).toEqual([200, false]);
    },
  );

  test('of a file is read after its owner is renamed, and not after another customer is', async () => {
    const stranger = await buildCustomer(app.deps);
    const tag = await remember(POLLS['the file'], ana);
    await sql`update users set username = 'Renamed' where id = ${stranger.id}`.execute(app.ownerDb);
    await app.news.catchUp();
    expect(await whileLocked(() => POLLS['the file'](ana, tag))).toMatchObject({ status: 304 });
    await sql`update users set username = 'Renamed' where id = ${ana.id}`.execute(app.ownerDb);
    await app.news.catchUp();
    expect((await POLLS['the file'](ana, tag)).body?.file.username).toBe('Renamed');
  });

  test('is read when support staff arrive, leave or have not been seen for five minutes', async () => {
    const online = async (headers = {}) => {
      const { status, body } = await POLLS['the account'](ana, headers);
      return status === 304 ? 304 : (body as { admin_online: boolean }).admin_online;
    };
    const changes: [expected: boolean, change: () => Promise<unknown>][] = [
      [true, () => POLLS['the account'](admin)],
      [false, async () => app.clock.advance(301_000)],
      [true, () => POLLS['the account'](admin)],
      [false, () => sql`delete from sessions where user_id = ${admin.id}`.execute(app.ownerDb)],
    ];
    await sql`update sessions set last_seen_at = null`.execute(app.ownerDb);
    await app.news.catchUp();
    expect(await online()).toBe(false);
    for (const [expected, change] of changes) {
      const tag = await remember(POLLS['the account'], ana);
      expect(await online(tag)).toBe(304);
      await change();
      await app.news.catchUp();
      expect(await online(tag)).toBe(expected);
    }
  });

  test('an administrator counts as present as long as they poll', async () => {
    let tag = await remember(POLLS['the account'], admin);
    for (let minute = 0; minute < 12; minute += 1) {
      app.clock.advance(31_000);
      const { headers } = await POLLS['the account'](admin, tag);
      tag = { 'if-none-match': headers.get('etag') as string };
      expect((await POLLS['the account'](ana)).body.admin_online).toBe(true);
    }
  });

  test('a change between reading the row and responding is not lost', async () => {
    const run = app.db.executeQuery.bind(app.db);
    const between = vi.spyOn(app.db, 'executeQuery').mockImplementation(async (query) => {
      const result = await run(query);
      if (!(query as CompiledQuery).sql.includes('"files"')) return result;
      between.mockRestore();
      await sql`update files set notes = 'Written meanwhile' where id = ${file.id}`.execute(app.ownerDb);
      await app.news.catchUp();
      return result;
    });
    const early = await POLLS['the file'](ana);
    expect(early.body.file.notes).toBeNull();
    const next = await POLLS['the file'](ana, { 'if-none-match': early.headers.get('etag') as string });
    expect([next.status, next.body?.file.notes]).toEqual([200, 'Written meanwhile']);
  });

  test('every table that a poll reads is changed by a test above', async () => {
    const statements = vi.spyOn(app.db, 'executeQuery');
    for (const [what, poll] of Object.entries(POLLS)) {
      statements.mockClear();
      await poll(ana);
      const read = statements.mock.calls
        .map(([query]) => (query as CompiledQuery).sql)
        .filter((text) => text.startsWith('select') && !text.startsWith('select "users"."id", "users"."role"'))
        .flatMap((text) => [...text.matchAll(/\b(?:from|join) "?([a-z_]+)"?/g)].map(([, table]) => table));
      // The statement itself finds out whether the session is open, which has a test of its own.
      // A changed staff role ends the sessions of those who have it.
      const ofSession = what === 'the file' ? ['sessions'] : ['staff_roles'];
      const tried = CHANGES.filter(({ of }) => of === what).map(({ table }) => table);
      expect(new Set(read)).toEqual(new Set([...tried, ...ofSession]));
    }
    statements.mockRestore();
  });
});

/** Ways to end the session of a user, bypassing the product. */
const ENDINGS: { by: string; statement: (user: User) => string }[] = [
  { by: 'is revoked', statement: ({ id }) => `delete from sessions where user_id = ${id}` },
  {
    by: 'is shortened',
    // A second ago: the server compares with its own milliseconds, and the call can come within the same one.
    statement: ({ id }) => `update sessions set expires_at = now() - interval '1 second' where user_id = ${id}`,
  },
  { by: 'belongs to a locked user', statement: ({ id }) => `update users set status = 'DEACTIVE' where id = ${id}` },
  { by: 'belongs to a deleted user', statement: ({ id }) => `update users set deleted_at = now() where id = ${id}` },
  { by: 'belongs to one of many locked users', statement: () => `update users set status = 'DEACTIVE'` },
];

describe('a session', () => {
  test.each(ENDINGS)('that $by fails on the next call, with and without a remembered response', async (ending) => {
    for (const [what, poll] of Object.entries(POLLS)) {
      const user = await buildCustomer(app.deps);
      const own = await buildFile(app.deps, { user_id: user.id });
      file = own;
      const tag = await remember(poll, user);
      expect((await poll(user, tag)).status, what).toBe(304);
      await sql.raw(ending.statement(user)).execute(app.ownerDb);
      // Nothing has to be announced for this one: its statement looks for itself.
      expect((await poll(user)).status, what).toBe(403);
      expect((await poll(user, tag)).status, what).toBe(403);
    }
  });

  test.each(ENDINGS)('that $by gets no 304 either', async (ending) => {
    const tags = await Promise.all(
      Object.values(POLLS).map(async (poll) => ({ poll, tag: await remember(poll, ana) })),
    );
    await sql.raw(ending.statement(ana)).execute(app.ownerDb);
    await app.news.catchUp();
    for (const { poll, tag } of tags) expect((await poll(ana, tag)).status).toBe(403);
  });

  test('that expires is refused by the clock alone', async () => {
    const tag = await remember(POLLS['the account'], ana);
    app.clock.advance(7 * 24 * 3_600_000);
    expect((await POLLS['the account'](ana, tag)).status).toBe(403);
    app.clock.advance(-7 * 24 * 3_600_000);
  });

  test('whose user changes role reads with the new role on the next call', async () => {
    const tag = await remember(POLLS['the file'], ana);
    await sql`update users set role = 'ADMIN' where id = ${ana.id}`.execute(app.ownerDb);
    const stranger = await buildFile(app.deps);
    expect((await app.call(files.getFile, { id: stranger.id }, ana)).status).toBe(200);
    await app.news.catchUp();
    const reply = await POLLS['the file'](ana, tag);
    expect([reply.status, reply.body.file.email]).toEqual([200, ana.email]);
    await sql`update users set role = 'CUSTOMER' where id = ${ana.id}`.execute(app.ownerDb);
    expect((await app.call(files.getFile, { id: stranger.id }, ana)).status).toBe(404);
  });

  test.each(ENDINGS)('ended by another process ($by) fails on the next call', async (ending) => {
    const tag = await remember(POLLS['the account'], ana);
    expect((await POLLS['the account'](ana, tag)).status).toBe(304);
    const script = `import pg from 'pg';
      const client = new pg.Client(${JSON.stringify(app.databaseUrl)});
      await client.connect();
      await client.query(${JSON.stringify(ending.statement(ana))});
      await client.end();`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
    expect((await once(other, 'exit'))[0]).toBe(0);
    expect((await POLLS['the account'](ana)).status).toBe(403);
    expect((await POLLS['the account'](ana, tag)).status).toBe(403);
  });
});

describe('while changes are announced late', () => {
  let line: DatabaseLine;
  let own: Awaited<ReturnType<typeof buildApp>>;
  let url: string;
  const call = (endpoint: Endpoint, input: object, who: User, headers = {}) =>
    callEndpoint(url, endpoint, input as Record<string, unknown>, { token: who.token, headers });

  beforeEach(async () => {
    line = await openDatabaseLine(app.databaseUrl);
    const news = openEventFeed(line.url);
    own = await buildApp({ deps: app.deps, feed: news, logger: false, webFolder: null });
    url = await own.listen({ port: 0, host: '127.0.0.1' });
    news.watch();
    await vi.waitUntil(() => news.versions.isReceiving(), { timeout: 20_000 });
    line.delayMs = 400;
  });
  afterEach(async () => {
    line.delayMs = 0;
    await own.close();
    line.stop();
  });

  const account: Poll = (who, headers = {}) => call(accounts.getMyUser, {}, who, headers);
  const shown: Poll = (who, headers = {}) => call(files.getFile, { id: file.id }, who, headers);

  test('a call of this server responds only when what it changed can no longer get 304', async () => {
    const tag = await remember(account, ana);
    expect((await account(ana, tag)).status).toBe(304);
    const profile = { username: 'Renamed', phone: '+1 213 373 4253', country: 'Malta' };
    expect((await call(accounts.updateMyUser, profile, ana)).status).toBe(200);
    expect((await account(ana, tag)).body?.username).toBe('Renamed');
  });

  test('a poll after the start of the work shows IN_PROGRESS', async () => {
    const tag = await remember(shown, ana);
    expect((await call(files.startWork, { id: file.id }, admin)).status).toBe(200);
    expect((await shown(ana, tag)).body?.file.status).toBe('IN_PROGRESS');
  });

  test('a logged-out session fails on the next call', async () => {
    const tag = await remember(account, ana);
    expect((await account(ana, tag)).status).toBe(304);
    expect((await call(accounts.logout, {}, ana)).status).toBe(200);
    expect((await account(ana, tag)).status).toBe(403);
  });

  test.each(ENDINGS)('a session that $by gets no content, also when ended outside this server', async (ending) => {
    await Promise.all([remember(account, ana), remember(shown, ana)]);
    await sql.raw(ending.statement(ana)).execute(app.ownerDb);
    expect([(await shown(ana)).status, (await account(ana)).status]).toEqual([403, 403]);
  });

  test('a user whose role was revoked can no longer read', async () => {
    await remember(shown, admin);
    await sql`update users set role = 'CUSTOMER' where id = ${admin.id}`.execute(app.ownerDb);
    expect((await shown(admin)).status).toBe(404);
  });
});

describe('when changes are not received', () => {
  test('no response is remembered', async () => {
    const own = await buildApp({ deps: app.deps, feed: quietFeed(), logger: false, webFolder: null });
    const url = await own.listen({ port: 0, host: '127.0.0.1' });
    const poll: Poll = (who, headers = {}) =>
      callEndpoint(url, files.getFile, { id: file.id }, { token: who.token, headers });
    const tag = await remember(poll, ana);
    expect((await poll(ana, tag)).status).toBe(304);
    expect(await whileLocked(() => poll(ana, tag))).toBe('waits');
    await own.close();
  });

  test('because the connection broke, remembered polls are read again, also after a reconnect', async () => {
    const remembered = await remember(POLLS['the file'], ana);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and application_name = ${LISTENER_NAME}`.execute(app.ownerDb);
    await expect.poll(() => app.news.versions.isReceiving(), { interval: 1 }).toBe(false);
    expect(await whileLocked(() => POLLS['the file'](ana, remembered))).toBe('waits');
    await isReceiving();
    expect(await whileLocked(() => POLLS['the file'](ana, remembered))).toBe('waits');
    const tag = await remember(POLLS['the file'], ana);
    expect(await whileLocked(() => POLLS['the file'](ana, tag))).toMatchObject({ status: 304 });
  });
});
