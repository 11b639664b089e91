import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildTicket } from '../../tickets/server/tickets.factory.ts';
import { listTickets } from '../../tickets/tickets.calls.ts';
import type { TicketSummary } from '../../tickets/ticket.ts';
import type { FileSummary } from '../file.ts';
import type { Totals } from '../../../contract/pages.ts';
import { listFiles } from '../files.calls.ts';
import { listUsers } from '../../accounts/accounts.calls.ts';
import { getDashboard, getUserDashboard } from '../../staff/dashboard/dashboard.calls.ts';
import { buildCredits } from '../../credits/server/credits.factory.ts';
import { buildFile } from './files.factory.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

/** Two full pages and one more row. */
const COUNT = 2001;

openStage({ forEachTest: true });

async function buildManyFiles(): Promise<void> {
  await buildFile(app);
  await buildMoreFiles(2, COUNT);
}

async function buildMoreFiles(from: number, to: number): Promise<void> {
  const { user_id } = await app.db.selectFrom('files').select('user_id').limit(1).executeTakeFirstOrThrow();
  await sql`
    insert into files (user_id, file_name, file_key, file_size_bytes, file_sha256, vehicle, brand, model, ecu,
                       petrol_type, generation, solution, solution_ids, price_cents)
    select ${user_id}, 'made ' || n || '.bin', 'made ' || n, 1, '', 'Car', 'Audi', 'Bosch', 'EDC16', 'DIESEL', '2007',
           'Stage 1', '{}', 6000
      from generate_series(${from}::int, ${to}::int) n`.execute(app.db);
}

const readText = async (path: string) => {
  const response = await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${admin.token}` } });
  return { response, text: await response.text() };
};

test('a list without rows is an empty JSON array', async () => {
  const { response, text } = await readText('/api/files');
  expect([response.status, response.headers.get('content-type'), text]).toEqual([
    200,
    'application/json; charset=utf-8',
    '[]',
  ]);
});

test('any list is written a row per line, each row once, newest first', { tags: ['X-API-36'] }, async () => {
  await buildManyFiles();
  const { text } = await readText('/api/files');
  const rows = JSON.parse(text) as FileSummary[];
  expect(rows).toHaveLength(COUNT);
  expect(rows.every(({ id }, at) => at === 0 || id < (rows[at - 1]?.id ?? 0))).toBe(true);
  // The browser relies on this: it reads complete lines as they arrive.
  const lines = text.split('\n');
  expect([lines[0], lines.at(-1), lines.length]).toEqual(['[', ']', COUNT + 2]);
  expect(JSON.parse(lines[1]?.replace(/,$/, '') ?? '')).toEqual(rows[0]);
});

test('search results are counted up to the requested limit', async () => {
  await buildManyFiles();
  const totals = async (input: Record<string, unknown>) =>
    ((await app.call(listFiles, { q: 'made', limit: 5, ...input }, admin)).body as { totals: unknown }).totals;
  expect(await totals({})).toMatchObject({ matching: 5, is_exact: false });
  expect(await totals({ limit: 1, q: 'made 2001.bin' })).toMatchObject({ matching: 1, is_exact: true });
  for (const count of ['10000', 'exact'])
    expect(await totals({ count })).toMatchObject({ matching: COUNT - 1, is_exact: true });
  await buildMoreFiles(COUNT + 1, 10_002);
  expect(await totals({ count: '10000' })).toMatchObject({ matching: 10_000, is_exact: false });
  expect(await totals({ count: 'exact' })).toMatchObject({ matching: 10_001, is_exact: true });
  expect((await app.call(listFiles, { q: 'made', count: '500' }, admin)).status).toBe(400);
});

test('files are counted exactly up to 10000, and beyond that on request', async () => {
  const owner = await buildCustomer(app.deps);
  await buildFile(app, { user_id: owner.id });
  await buildMoreFiles(2, 10_000);
  const read = async (count?: 'exact') => {
    const input = count === undefined ? { limit: 5 } : { limit: 5, count };
    const { totals } = (await app.call(listFiles, input, admin)).body as { totals: Totals };
    return totals;
  };
  const all = { all: 10_000, matching: 10_000, is_exact: true, counts: { status: { PENDING: 10_000 } }, capped: [] };
  expect(await read()).toMatchObject(all);
  await buildMoreFiles(10_001, 10_002);
  const capped = { is_exact: false, capped: ['all', 'status.PENDING', 'price_status.UNPAID'] };
  expect(await read()).toMatchObject({ ...all, ...capped });
  expect(await read('exact')).toMatchObject({ all: 10_002, matching: 10_002, is_exact: true, capped: [] });
  await sql`update files set status = 'CANCELED', status_before_cancel = 'PENDING'`.execute(app.db);
  for (const [route, input, reader] of [
    [getDashboard, {}, admin],
    [getUserDashboard, { userId: owner.id }, owner],
  ] as const) {
    const counted = async (count?: 'exact') =>
      (await app.call(route, { ...input, ...(count && { count }) }, reader)).body;
    expect(await counted()).toMatchObject({ canceled: 10_000, capped: ['CANCELED'] });
    expect(await counted('exact')).toMatchObject({ canceled: 10_002, capped: [] });
  }
});

test('a deleted file is not listed', async () => {
  await buildManyFiles();
  const before = (await app.call(listFiles, {}, admin)).body as FileSummary[];
  await app.db
    .updateTable('files')
    .set({ deleted_at: new Date() })
    .where('id', '=', before[1500]?.id ?? 0)
    .execute();
  const after = (await app.call(listFiles, {}, admin)).body as FileSummary[];
  expect(after.map(({ id }) => id)).toEqual(before.filter((_, at) => at !== 1500).map(({ id }) => id));
});

test('tickets are listed the same way', { tags: ['X-API-42'] }, async () => {
  const [second, newest] = [await buildFile(app), await buildFile(app)];
  const ids = [];
  for (const file of [newest, second]) ids.push((await buildTicket(app.deps, { file_id: file.id })).id);
  const listed = (await app.call(listTickets, {}, admin)).body as TicketSummary[];
  expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
  // The users that a notification about it goes to.
  expect(listed.map(({ user_id }) => user_id)).toEqual([second.user_id, newest.user_id]);
});

test('a whole list has the same values as a page of it, even unusual ones', async () => {
  const awkward = 'tab\t quote" back\\slash \u2028 ´ü€🚗 </script>.bin';
  await buildManyFiles();
  const newest = await buildFile(app);
  await buildTicket(app.deps, { file_id: newest.id });
  const micros = sql<string>`timestamptz '2026-03-29 01:59:59.123987+00'`;
  await app.db
    .updateTable('files')
    .set({ file_name: awkward, price_cents: 6010, created_at: micros })
    .where('id', '=', newest.id)
    .execute();
  await buildCredits(app, admin.id, 0.1);
  for (const [list, limit] of [
    [listFiles, 100],
    [listTickets, 100],
    [listUsers, 100],
  ] as const) {
    const { rows } = (await app.call(list, { limit }, admin)).body as { rows: unknown[] };
    const whole = (await app.call(list, {}, admin)).body as unknown[];
    expect(rows.length).toBeGreaterThan(0);
    expect(whole.slice(0, limit)).toEqual(rows);
  }
  const [first] = (await app.call(listFiles, {}, admin)).body as FileSummary[];
  expect(first).toMatchObject({ file_name: awkward, price: 60.1, created_at: '2026-03-29T01:59:59.123Z' });
});

test('a client that stops reading does not hold a database connection', async () => {
  await buildManyFiles();
  const leaving = new AbortController();
  const responses = await Promise.all(
    Array.from({ length: 30 }, () =>
      fetch(`${app.url}/api/files`, { headers: { authorization: `Bearer ${admin.token}` }, signal: leaving.signal }),
    ),
  );
  // More lists than there are connections are open, and none has been read to its end.
  expect((await app.call(listTickets, {}, admin)).status).toBe(200);
  leaving.abort();
  await Promise.allSettled(responses.map((response) => response.text()));
});
