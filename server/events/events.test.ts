import { afterEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { reopenTicket } from '../../features/tickets/tickets.calls.ts';
import { buildSignedIn } from '../../features/accounts/server/accounts.factory.ts';
import { viewAsCustomer } from '../../features/accounts/customer-views.calls.ts';
import { logout } from '../../features/accounts/accounts.calls.ts';
import { notifyUsers } from '../../features/messaging/notifications.calls.ts';
import { setApplicationConfiguration } from '../../features/shop/settings.calls.ts';
import { buildTicket, buildTicketMessage } from '../../features/tickets/server/tickets.factory.ts';
import { buildSolution } from '../../features/catalogue/server/catalogue.factory.ts';
import { buildCredits } from '../../features/credits/server/credits.factory.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { buildNotification } from '../../features/messaging/server/notifications.factory.ts';
import { startTestApp } from '../testing/app.ts';
import { LISTENER_NAME } from './listener.ts';
import { openEventStream, type EventStream } from '../testing/event-stream.ts';
import { rawCall } from '../testing/raw-call.ts';
import { buildAdmin, buildCustomer } from '../testing/stories.ts';
import { app, openStage } from '../testing/stage.ts';

openStage();

const opened: EventStream[] = [];
afterEach(() => opened.splice(0).forEach((stream) => stream.close()));

/** Opens a stream that ends with its test. */
async function listen(token: string, url = app.url): Promise<EventStream> {
  // What was done before is not heard of.
  await app.news.catchUp();
  const stream = await openEventStream(url, token);
  opened.push(stream);
  return stream;
}

const soon = { interval: 10 };

/** Waits for a later event, by which time one that must not arrive would have arrived as well. */
async function afterNews(stream: EventStream, token: { id: number }) {
  await buildNotification(app.deps, token.id);
  await expect.poll(() => stream.news.at(-1), soon).toEqual({ what: 'user', id: token.id });
}

describe('a browser is notified within a second', () => {
  test('that its file has changed, and so is an administrator', async () => {
    const [ana, admin] = [await buildCustomer(app.deps), await buildAdmin(app.deps)];
    const file = await buildFile(app.deps, { user_id: ana.id });
    const [mine, theirs] = [await listen(ana.token), await listen(admin.token)];
    await app.db.updateTable('files').set({ notes: 'Looked at.' }).where('id', '=', file.id).execute();
    for (const stream of [mine, theirs]) {
      // An administrator also hears of what earlier tests did.
      await expect.poll(() => stream.news, soon).toContainEqual({ what: 'file', id: file.id });
    }
  });

  test('that its balance has changed', async () => {
    const ana = await buildCustomer(app.deps);
    const stream = await listen(ana.token);
    await buildCredits(app.deps, ana.id, 50);
    await expect.poll(() => stream.news, soon).toEqual([{ what: 'user', id: ana.id }]);
  });

  test('that its ticket has a new message', async () => {
    const [ana, admin] = [await buildCustomer(app.deps), await buildAdmin(app.deps)];
    const file = await buildFile(app.deps, { user_id: ana.id });
    const ticket = await buildTicket(app.deps, { file_id: file.id });
    const stream = await listen(ana.token);
    await buildTicketMessage(app.deps, { ticket_id: ticket.id, user_id: admin.id, message: 'It is ready.' });
    await expect.poll(() => stream.news, soon).toContainEqual({ what: 'ticket', id: ticket.id });
  });

  test('that its closed ticket has been reopened, which no poll would show', { tags: ['X-STA-04'] }, async () => {
    const [ana, admin] = [await buildCustomer(app.deps), await buildAdmin(app.deps)];
    const file = await buildFile(app.deps, { user_id: ana.id });
    const ticket = await buildTicket(app.deps, { file_id: file.id, status: 'CLOSED', closing_date: new Date() });
    const stream = await listen(ana.token);
    expect((await app.call(reopenTicket, { id: ticket.id }, { token: admin.token })).status).toBe(200);
    await expect.poll(() => stream.news, soon).toContainEqual({ what: 'ticket', id: ticket.id });
  });

  test('that there is a new notification', async () => {
    const ana = await buildCustomer(app.deps);
    const stream = await listen(ana.token);
    await buildNotification(app.deps, ana.id);
    await expect.poll(() => stream.news, soon).toEqual([{ what: 'user', id: ana.id }]);
  });
});

describe('a change of many rows', () => {
  /** Builds this many files of one owner, each with a ticket. */
  async function buildMany(count: number) {
    const first = await buildFile(app.deps);
    await sql`
      insert into files (user_id, file_name, file_key, file_size_bytes, file_sha256, vehicle, brand, model, ecu,
                         petrol_type, generation, solution, solution_ids, price_cents)
      select user_id, file_name, 'key ' || n, file_size_bytes, file_sha256, vehicle, brand, model, ecu, petrol_type,
             generation, solution, solution_ids, price_cents
        from files, generate_series(2, ${count}::int) n where id = ${first.id}`.execute(app.db);
    const files = await app.db.selectFrom('files').select('id').where('user_id', '=', first.user_id).execute();
    const ids = files.map(({ id }) => id);
    await sql`
      insert into tickets (file_id, user_id, subject)
      select id, user_id, 'Boost' from files where user_id = ${first.user_id}`.execute(app.db);
    return ids;
  }

  test('is announced row by row up to 100 rows of a transaction, and as one event beyond, for files and tickets', async () => {
    const admin = await buildAdmin(app.deps);
    const many = await listen(admin.token);
    const ids = await buildMany(102);
    const [some, all] = [ids.slice(0, 100), ids.slice(0, 101)];
    const once = { what: 'everything', id: 0 };
    // Transactions that are read together are announced as one.
    await app.news.catchUp();
    await afterNews(many, admin);
    expect(many.news).toContainEqual(once);
    for (const [list, what] of [
      ['files', 'file'],
      ['tickets', 'ticket'],
    ] as const) {
      const touch = (chosen: number[]) => {
        const [column, value] = list === 'files' ? ['id', sql`notes = 'Seen'`] : ['file_id', sql`subject = 'Seen'`];
        return sql`update ${sql.table(list)} set ${value} where ${sql.ref(column)} = any(${chosen})`.execute(app.db);
      };
      many.news.length = 0;
      await touch(some);
      await expect.poll(() => many.news.length, soon).toBe(100);
      await afterNews(many, admin);
      expect(many.news).toHaveLength(101);
      expect(new Set(many.news.slice(0, 100).map((news) => news.what))).toEqual(new Set([what]));
      many.news.length = 0;
      await touch(all);
      await expect.poll(() => many.news, soon).toEqual([once]);
      await afterNews(many, admin);
      expect(many.news.slice(0, -1)).toEqual([once]);
      many.news.length = 0;
      await touch([]);
      await afterNews(many, admin);
      expect(many.news).toHaveLength(1);
    }
  });
});

describe('all users are notified', () => {
  test('that the catalogue or the texts of the portal have changed', async () => {
    const [ana, admin] = [await buildCustomer(app.deps), await buildAdmin(app.deps)];
    const both = [await listen(ana.token), await listen(admin.token)];
    await buildSolution(app.deps);
    for (const stream of both) await expect.poll(() => stream.news, soon).toEqual([{ what: 'catalogue', id: 0 }]);
    await app.call(setApplicationConfiguration, { header_banner_text: 'Closed on Monday' }, admin);
    for (const stream of both) {
      await expect.poll(() => stream.news.at(-1), soon).toEqual({ what: 'configuration', id: 0 });
    }
  });
});

test('a notification from staff reaches its recipients at once, and no others', { tags: ['A-PSH-04'] }, async () => {
  const [ana, bojan, other] = [
    await buildCustomer(app.deps),
    await buildCustomer(app.deps),
    await buildCustomer(app.deps),
  ];
  const admin = await buildAdmin(app.deps);
  const [hers, his, nobodys] = [await listen(ana.token), await listen(bojan.token), await listen(other.token)];
  await app.call(notifyUsers, { user_ids: [ana.id, bojan.id], message: 'New prices' }, admin);
  await expect.poll(() => hers.news, soon).toEqual([{ what: 'user', id: ana.id }]);
  await expect.poll(() => his.news, soon).toEqual([{ what: 'user', id: bojan.id }]);
  await afterNews(nobodys, other);
  expect(nobodys.news).toHaveLength(1);
});

test('no user receives events about another', async () => {
  const [ana, bojan, admin] = [
    await buildCustomer(app.deps),
    await buildCustomer(app.deps),
    await buildAdmin(app.deps),
  ];
  const [his, theirs] = [await listen(bojan.token), await listen(admin.token)];
  const file = await buildFile(app.deps, { user_id: ana.id });
  await buildTicket(app.deps, { file_id: file.id });
  await buildCredits(app.deps, ana.id, 50);
  await afterNews(his, bojan);
  expect(his.news).toEqual([{ what: 'user', id: bojan.id }]);
  expect(theirs.news.filter(({ what }) => what === 'user')).toEqual([]);
});

test('a change that is rolled back is never announced', async () => {
  const ana = await buildCustomer(app.deps);
  const stream = await listen(ana.token);
  await app.db
    .transaction()
    .execute(async (tx) => {
      await buildFile({ ...app.deps, db: tx }, { user_id: ana.id });
      throw new Error('changed my mind');
    })
    .catch(() => undefined);
  await afterNews(stream, ana);
  expect(stream.news).toEqual([{ what: 'user', id: ana.id }]);
});

describe('who may listen', { tags: ['R01', 'R02', 'R16'] }, () => {
  test('no one without a token, or with the token in the address', async () => {
    const { token } = await buildCustomer(app.deps);
    for (const path of ['/api/events', `/api/events?token=${token}`]) {
      const reply = await rawCall(app.url, { method: 'GET', path });
      expect([reply.status, reply.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    }
  });

  test('no one with an ended session', async () => {
    const { token } = await buildCustomer(app.deps);
    await app.call(logout, {}, { token });
    for (const bad of [token, 'nonsense', 'a.b.c']) {
      expect((await rawCall(app.url, { method: 'GET', path: '/api/events', token: bad })).status).toBe(403);
    }
  });

  test('another method gets 405', async () => {
    const reply = await rawCall(app.url, { method: 'POST', path: '/api/events' });
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET']);
  });
});

describe('an event stream', () => {
  test('is not cached or buffered on the way, and has the headers of every response', async () => {
    const { token } = await buildCustomer(app.deps);
    const { response } = await listen(token);
    expect(response.status).toBe(200);
    const { headers } = response;
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect([headers.get('cache-control'), headers.get('x-accel-buffering')]).toEqual(['no-store', 'no']);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('stays open when staff look at the portal as its user', async () => {
    const [ana, staff] = [await buildCustomer(app.deps), await buildAdmin(app.deps)];
    const streams: EventStream[] = [];
    for (let number = 0; number < 12; number += 1) streams.push(await listen(ana.token));
    const input = { id: ana.id, reason: 'The list is said to be empty.' };
    const { token } = (await app.call(viewAsCustomer, input, staff)).body as { token: string };
    const view = await listen(token);
    await afterNews(view, ana);
    expect(streams.map(({ hasEnded }) => hasEnded)).not.toContain(true);
  });

  test('is closed as the oldest when its user opens too many, and not because a colleague opens some', async () => {
    const customer = await buildCustomer(app.deps);
    const colleague = await buildSignedIn(app.deps, { company_id: customer.id });
    const theirs = [await listen(colleague.token), await listen(colleague.token)];
    const all: EventStream[] = [];
    for (let at = 0; at < 13; at += 1) all.push(await listen(customer.token));
    await expect
      .poll(() => all.map(({ hasEnded }) => hasEnded), soon)
      .toEqual([true, ...Array<boolean>(12).fill(false)]);
    expect(theirs.map(({ hasEnded }) => hasEnded)).toEqual([false, false]);
  });

  test('continues after the database connection broke, and reports that events may have been missed', async () => {
    const ana = await buildCustomer(app.deps);
    const stream = await listen(ana.token);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and application_name = ${LISTENER_NAME}`.execute(app.db);
    await expect.poll(() => stream.news).toEqual([{ what: 'everything', id: 0 }]);
    await buildNotification(app.deps, ana.id);
    await expect.poll(() => stream.news.at(-1), soon).toEqual({ what: 'user', id: ana.id });
  });

  test('does not keep the server from stopping', async () => {
    const other = await startTestApp();
    const { token } = await buildCustomer(other.deps);
    const stream = await listen(token, other.url);
    await other.stop();
    await expect.poll(() => stream.hasEnded, soon).toBe(true);
  });
});
