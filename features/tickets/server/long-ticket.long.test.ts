import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../../server/http/call.ts';
import { awaitLockWaiters } from '../../../server/testing/locks.ts';
import { buildAdmin, buildCustomer } from '../../../server/testing/stories.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import type { Ticket } from '../ticket.ts';
import * as contract from '../tickets.calls.ts';
import { CUSTOMER_MESSAGES_PER_MINUTE, TICKET_MESSAGES_PER_MINUTE } from './messages.ts';
import { buildTicket } from './tickets.factory.ts';
import { insertMessage } from './tickets.queries.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

openStage();

let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
});

async function openTicket(by = customer) {
  return buildTicket(app, { file_id: (await buildFile(app, { user_id: by.id })).id });
}

/** Creates a ticket with this many messages; returns their ids. */
async function buildLongTicket(count: number): Promise<{ id: number; ids: number[] }> {
  const { id } = await openTicket();
  const { rows } = await sql<{ id: number }>`
    insert into ticket_messages (ticket_id, user_id, message)
    select ${id}, ${customer.id}, repeat('x', 4000) from generate_series(1, ${count}) returning id`.execute(app.db);
  return { id, ids: rows.map((row) => row.id).sort((one, other) => one - other) };
}

type Asked = { after?: number; before?: number; limit?: number };

async function read(id: number, asked: Asked = {}) {
  const reply = await app.call(contract.getTicket, { id, ...asked }, customer);
  const body = reply.body as Ticket;
  return { ...reply, ids: body.ticket_messages.map((message) => message.id), hasMore: body.has_more };
}

describe('a ticket with 10 000 messages', () => {
  let ticket: Awaited<ReturnType<typeof buildLongTicket>>;
  beforeAll(async () => {
    ticket = await buildLongTicket(10_000);
  });

  test('without parameters returns its newest 100 messages, oldest first', { tags: ['X-API-25'] }, async () => {
    const { ids, hasMore, bytes } = await read(ticket.id);
    expect(ids).toEqual(ticket.ids.slice(-100));
    expect(hasMore).toBe(true);
    expect(bytes.length).toBeLessThan(500_000);
  });

  test('a poll reads only the messages after the one that it names', async () => {
    const third = ticket.ids.at(-3) as number;
    expect(await read(ticket.id, { after: third })).toMatchObject({ ids: ticket.ids.slice(-2), hasMore: false });
    const newest = ticket.ids.at(-1) as number;
    const quiet = await read(ticket.id, { after: newest });
    expect([quiet.ids, quiet.hasMore]).toEqual([[], false]);
    expect(quiet.bytes.length).toBeLessThan(1000);
  });

  test('a client far behind catches up page by page, without gaps', async () => {
    const seen: number[] = [];
    let from = ticket.ids[9_700] as number;
    for (let hasMore = true; hasMore;) {
      const page = await read(ticket.id, { after: from });
      seen.push(...page.ids);
      hasMore = page.hasMore;
      from = page.ids.at(-1) as number;
    }
    expect(seen).toEqual(ticket.ids.slice(9_701));
  });

  test('earlier messages are read backwards, to the very first one', async () => {
    const earlier = await read(ticket.id, { before: ticket.ids[150] as number, limit: 50 });
    expect(earlier).toMatchObject({ ids: ticket.ids.slice(100, 150), hasMore: true });
    expect(await read(ticket.id, { before: ticket.ids[50] as number })).toMatchObject({
      ids: ticket.ids.slice(0, 50),
      hasMore: false,
    });
  });

  test('a page has at most 200 messages', async () => {
    expect((await read(ticket.id, { limit: 200 })).ids).toHaveLength(200);
    const tooMany = await app.call(contract.getTicket, { id: ticket.id, limit: 201 }, customer);
    expect(tooMany.status).toBe(400);
  });

  test('a poll without news is an index scan of no rows, however long the ticket is', async () => {
    const newest = ticket.ids.at(-1) as number;
    const { rows } = await sql<Record<'QUERY PLAN', string>>`
      explain (analyze, buffers off, costs off, timing off, summary off)
      select * from ticket_messages m where m.ticket_id = ${ticket.id} and m.id > ${newest} order by m.id limit 101`.execute(
      app.db,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using ticket_messages_ticket/);
    expect(plan).not.toMatch(/Rows Removed/);
  });
});

describe('the order of messages', () => {
  test('is their commit order: a poll can never skip a message that is still being written', async () => {
    const { id } = await openTicket();
    const send = (text: string, by = customer) => app.call(contract.sendMessage, { id, message: text }, by);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const seen = Promise.withResolvers<void>();
    // A message whose transaction takes long, as on a busy server.
    const slow = app.db.transaction().execute(async (tx) => {
      const actor: Actor = {
        id: admin.id,
        role: 'ADMIN',
        staff_capabilities: null,
        verified: true,
        sessionId: '',
        requestId: '',
      };
      await insertMessage(tx, actor, { ticketId: id, message: 'slow', messageId: null, attachment: null }).execute();
      seen.resolve();
      await held;
    });
    await seen.promise;
    const ended: string[] = [];
    const quick = send('quick').then(() => ended.push('quick'));
    await awaitLockWaiters(app, 1);
    expect(ended).toEqual([]);
    release();
    await Promise.all([slow, quick]);
    const { body } = await read(id);
    expect((body as Ticket).ticket_messages.map(({ message }) => message)).toEqual(['slow', 'quick']);
  });
});

describe('too many messages', () => {
  test('from one customer within a minute are refused with the time to wait, and accepted afterwards', async () => {
    const writer = await buildCustomer(app.deps);
    const tickets = [await openTicket(writer), await openTicket(writer)];
    const send = (at: number) =>
      app.call(contract.sendMessage, { id: tickets[at % 2]?.id ?? 0, message: `Number ${at}` }, writer);
    const count = CUSTOMER_MESSAGES_PER_MINUTE + 5;
    const replies = await Promise.all(Array.from({ length: count }, (_, at) => send(at)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(CUSTOMER_MESSAGES_PER_MINUTE);
    expect(refused).toHaveLength(5);
    const seconds = Number(refused[0]?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused[0]?.body).toMatchObject({
      code: 'tickets.message_limit',
      message: expect.stringMatching(/^Too many messages at once\. You can send the next one in \d+ s\.$/),
    });
    app.clock.advance(60_000);
    expect((await send(0)).status).toBe(201);
  });

  test('in one ticket are refused, from both sides', async () => {
    const { id } = await openTicket();
    const writers = [customer, ...(await Promise.all([buildAdmin(app.deps), buildAdmin(app.deps)]))];
    app.clock.advance(60_000);
    const replies = await Promise.all(
      Array.from({ length: TICKET_MESSAGES_PER_MINUTE + 4 }, (_, at) =>
        app.call(contract.sendMessage, { id, message: `Number ${at}` }, writers[at % 3] as typeof customer),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(TICKET_MESSAGES_PER_MINUTE);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(4);
  });
});
