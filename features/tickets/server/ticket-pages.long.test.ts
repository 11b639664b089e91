import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectOrdered, inBothOrders, readAllPages } from '../../../server/testing/list-pages.ts';
import { awaitLockWaiters } from '../../../server/testing/locks.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { restoreFromBin } from '../../staff/restore/restore.calls.ts';
import { deleteFile } from '../../files/files.calls.ts';
import type { TicketSummary } from '../ticket.ts';
import type { Page } from '../../../contract/pages.ts';
import * as ticketsList from '../ticket.ts';
import * as contract from '../tickets.calls.ts';
import { passOnToTickets } from '../../files/server/file-edits.ts';
import { buildFile, deleteAllFiles } from '../../files/server/files.factory.ts';
import { listTicketPage } from './ticket-list.ts';
import { buildTicket } from './tickets.factory.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

type TicketPage = Page<TicketSummary>;
type User = Awaited<ReturnType<typeof buildCustomer>>;

openStage();
let owners: [User, User];
beforeAll(async () => {
  owners = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
});

let tickets: { id: number; file_id: number }[];
beforeEach(async () => {
  await deleteAllFiles(app);
  tickets = [];
  for (const at of [0, 1, 2, 3, 4, 5]) {
    const { id } = await buildFile(app, { user_id: owners[at % 2]?.id ?? 0 });
    tickets.push(await buildTicket(app.deps, { file_id: id, subject: `${at < 3 ? 'Noise' : 'smoke'} ${at % 2}` }));
  }
  await app.call(contract.closeTicket, { id: tickets[5]?.id }, admin);
});

const ask = async (input: Record<string, unknown>): Promise<TicketPage> => {
  const reply = await app.call(contract.listTickets, input, admin);
  expect(reply.status).toBe(200);
  return reply.body as TicketPage;
};
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const all = async (changes: Record<string, unknown> = {}) => {
  const { totals } = await ask({ limit: 1 });
  return { ids: [], all: { as_of: totals?.as_of ?? '', except: [], ...changes } };
};

describe('a page of all tickets', () => {
  test.each(inBothOrders(ticketsList.TICKET_SORTS))(
    'sorted by $sort, $order, leads to the rest, with each ticket once',
    async ({ sort, order }) => {
      const rows = await readAllPages((place) => ask({ sort, order, limit: 2, ...place }));
      expect(idsOf(rows).toSorted((a, b) => a - b)).toEqual(idsOf(tickets));
      expectOrdered(rows, order, (row) => (sort === 'ticket_id' ? row.id : (row[sort] ?? '9999')));
    },
  );

  test('sorted by username, has those of a status, customer by customer', async () => {
    const open = await ask({ sort: 'username', order: 'asc', status: 'OPEN', limit: 3 });
    const rest = await ask({ sort: 'username', order: 'asc', status: 'OPEN', cursor: open.next_cursor });
    const expected = [tickets.filter((_, at) => at % 2 === 0), tickets.filter((_, at) => at % 2 === 1 && at !== 5)];
    const byName = owners[0].username.toLowerCase() < owners[1].username.toLowerCase();
    expect(idsOf([...open.rows, ...rest.rows])).toEqual(idsOf((byName ? expected : expected.toReversed()).flat()));
    expect(idsOf((await ask({ sort: 'username', status: 'CLOSED' })).rows)).toEqual([tickets[5]?.id]);
  });

  test('has what a search finds in numbers and subjects, with how many', async () => {
    const { rows, totals } = await ask({ q: 'NOISE' });
    expect(idsOf(rows)).toEqual([2, 1, 0].map((at) => tickets[at]?.id));
    expect(totals).toMatchObject({ all: 6, matching: 3, counts: { status: { OPEN: 5, CLOSED: 1 } } });
    expect((await ask({ status: 'OPEN', q: 'smoke' })).totals?.matching).toBe(2);
    const numbered = await ask({ q: rows[1]?.ticket_id.toLowerCase() });
    expect(idsOf(numbered.rows)).toEqual([tickets[1]?.id]);
    expect(numbered.totals).toMatchObject({ all: 6, matching: 1 });
  });

  test('does not count a ticket while its file is deleted, and counts it again once restored', async () => {
    const [ticket] = tickets as [{ id: number; file_id: number }];
    await app.call(deleteFile, { id: ticket.file_id }, admin);
    const without = await ask({ limit: 100 });
    expect(idsOf(without.rows)).not.toContain(ticket.id);
    expect(without.totals).toMatchObject({ all: 5, matching: 5 });
    await app.call(restoreFromBin, { kind: 'FILE', id: ticket.file_id }, admin);
    expect((await ask({ limit: 1 })).totals?.all).toBe(6);
  });

  test('subtracts a ticket once when it is closed while its file is being deleted', async () => {
    const [ticket] = tickets as [{ id: number; file_id: number }];
    const slow = await app.db.startTransaction().execute();
    await slow
      .updateTable('files')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', ticket.file_id)
      .execute();
    await passOnToTickets(slow, [ticket.file_id]);
    const closing = app.call(contract.closeTicket, { id: ticket.id }, admin);
    await awaitLockWaiters(app, 1);
    await slow.commit().execute();
    await closing;
    const { totals } = await ask({ limit: 1 });
    expect(totals).toMatchObject({ all: 5, counts: { status: { OPEN: 4, CLOSED: 1 } } });
  });

  test('refuses invalid input', async () => {
    for (const input of [{ sort: 'message' }, { status: 'LOST' }, { cursor: 'x' }, { limit: 'x' }]) {
      const reply = await app.call(contract.listTickets, input, admin);
      expect([reply.status, reply.body.field]).toEqual([400, Object.keys(input)[0]]);
    }
  });

  test('has the same order in the CSV', async () => {
    const reply = await app.call(contract.downloadTicketsCsv, { q: 'smoke', sort: 'subject' }, admin);
    const [header, ...lines] = new TextDecoder().decode(reply.bytes).trim().split('\r\n');
    expect(header).toContain('Ticket ID,Subject,Username,Status,Opened (Europe/Skopje),Closed (Europe/Skopje)');
    expect(lines.map((line) => line.split(',')[1])).toEqual(['smoke 0', 'smoke 1', 'smoke 1']);
  });
});

describe('all matching tickets', () => {
  test('are counted, and the open ones are closed in one step, except those opened since', async () => {
    const selection = await all({ except: [tickets[1]?.id] });
    const { body } = await app.call(contract.describeSelectedTickets, selection, admin);
    expect(body).toMatchObject({ count: 5, open: 4, owners: 2 });
    expect(body.named).toHaveLength(4);
    const { id } = await buildFile(app, { user_id: owners[0]?.id ?? 0 });
    const late = await buildTicket(app.deps, { file_id: id });
    const reply = await app.call(contract.closeSelectedTickets, { ...selection, count: 4 }, admin);
    expect(reply.body).toMatchObject({ closed: 4, left_out: 0 });
    const { rows } = await ask({ status: 'OPEN' });
    expect(idsOf(rows)).toEqual([late.id, tickets[1]?.id]);
  });

  test('one that its customer has written in since the list was read stays open', async () => {
    const selection = await all({ status: 'OPEN' });
    const answered = { id: tickets[0]?.id ?? 0, message: 'It is the second one.' };
    expect((await app.call(contract.sendMessage, answered, owners[0])).status).toBe(201);
    await app.call(contract.reopenOwnTicket, { id: tickets[5]?.id ?? 0, message: 'Once more.' }, owners[1]);
    const reply = await app.call(contract.closeSelectedTickets, { ...selection, count: 5 }, admin);
    expect(reply.body).toMatchObject({ closed: 4, left_out: 1 });
    expect(idsOf((await ask({ status: 'OPEN' })).rows)).toEqual([tickets[5]?.id, tickets[0]?.id]);
  });

  test('one that changed while the rest of its page was read stays open', async () => {
    const answered = { id: tickets[0]?.id ?? 0, message: 'It is the second one.' };
    let sending: ReturnType<typeof app.call> | undefined;
    const db = app.deps.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        sending ??= app.call(contract.sendMessage, answered, owners[0]);
        await sending;
        return result;
      },
    });
    const { totals } = await listTicketPage({ ...app.deps, db }, { ...admin, requestId: 'test' } as never, {});
    expect((await sending)?.status).toBe(201);
    const selection = { ids: [], all: { as_of: totals?.as_of ?? '', except: [], status: 'OPEN' } };
    const reply = await app.call(contract.closeSelectedTickets, { ...selection, count: 5 }, admin);
    expect(reply.body).toMatchObject({ closed: 4, left_out: 1 });
  });

  test('stay open when there are more than were confirmed', async () => {
    const reply = await app.call(contract.closeSelectedTickets, { ...(await all()), count: 4 }, admin);
    expect([reply.status, reply.body.code]).toEqual([400, 'tickets.more_selected']);
    expect((await ask({ status: 'OPEN' })).totals?.matching).toBe(5);
  });

  test('one of a deleted file is not closed, ticked or not', async () => {
    await app.call(deleteFile, { id: tickets[0]?.file_id }, admin);
    const input = { ids: [tickets[0]?.id, tickets[1]?.id], count: 2 };
    expect((await app.call(contract.closeSelectedTickets, input, admin)).body).toMatchObject({
      closed: 1,
      left_out: 1,
    });
    const others = { ...(await all()), count: 4 };
    expect((await app.call(contract.closeSelectedTickets, others, admin)).body).toMatchObject({
      closed: 3,
      left_out: 1,
    });
    const open = await app.db.selectFrom('tickets').select('id').where('status', '=', 'OPEN').execute();
    expect(idsOf(open).filter((id) => idsOf(tickets).includes(id))).toEqual([tickets[0]?.id]);
  });

  test('have each of their customers notified once', async () => {
    const input = { ...(await all({ status: 'OPEN' })), count: 2, message: 'Support is closed on Monday' };
    expect((await app.call(contract.notifyTicketOwners, input, admin)).status).toBe(200);
    const { rows } = await sql<{ user_id: number }>`
      select r.user_id from notification_recipients r join notifications n on n.id = r.notification_id
       where n.message like '%Support is closed on Monday%' order by 1`.execute(app.db);
    expect(rows.map(({ user_id }) => user_id)).toEqual(owners.map(({ id }) => id));
  });
});
