import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAdmin, buildCustomer } from '../../../server/testing/stories.ts';
import * as credits from '../credits.calls.ts';
import { buildCredits } from './credits.factory.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage();

type Customer = Awaited<ReturnType<typeof buildCustomer>>;

const download = (by: { token: string }, { id }: { id: number }) =>
  app.call(credits.downloadUserLedger, { userId: id }, { token: by.token });

const linesOf = ({ bytes }: { bytes: Uint8Array }) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\r\n');

/** Gives one credit each, in batches: faster than one by one, while all at once would leave too many row versions. */
async function giveOften(customer: Customer, times: number) {
  const PIECE = 500;
  for (let from = 1; from <= times; from += PIECE) await give(customer, from, Math.min(times, from + PIECE - 1));
}

async function give(customer: Customer, from: number, to: number) {
  await app.ownerDb.transaction().execute(async (tx) => {
    const key = `often:${customer.id}:${from}:`;
    await sql`insert into credit_journals (key, source)
      select ${key}::text || n, 'Admin' from generate_series(${from}::int, ${to}::int) n`.execute(tx);
    await sql`insert into credit_entries (journal_id, account_id, amount_cents)
      select j.id, a.id, case when a.user_id is null then -100 else 100 end
        from credit_journals j
        join credit_accounts a on a.unit = 'MAIN' and (a.user_id = ${customer.id} or a.user_id is null)
       where j.key like ${key}::text || '%' order by j.id, a.user_id nulls last`.execute(tx);
  });
}

test('the CSV has the whole history, newest first, with the data shown on the screen', async () => {
  const customer = await buildCustomer(app.deps, 150.5);
  await buildCredits(app, customer.id, 20, { unit: 'AI', source: 'Payment' });
  const reply = await download(customer, customer);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-disposition')).toMatch(
    /^attachment; filename="credits-history-\d{4}-\d\d-\d\d\.csv"/,
  );
  const [head, newest, oldest, end, ...more] = linesOf(reply);
  expect(head).toBe('\uFEFFUserName,Credit Balance,Balance after,Source,Unit,File ID,Created At (Europe/Skopje)');
  const { username } = await app.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', customer.id)
    .executeTakeFirstOrThrow();
  expect(newest).toMatch(new RegExp(`^${username},20,20,Payment,AI,,\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$`));
  expect(oldest).toMatch(new RegExp(`^${username},150\\.5,150\\.5,Admin,MAIN,,`));
  expect([end, more]).toEqual(['', []]);
});

test('a German account gets a table that its spreadsheet opens: ";" between cells, decimal commas, its own words', async () => {
  const customer = await buildCustomer(app.deps, 150.5);
  await buildCredits(app, customer.id, 20, { source: 'Payment' });
  await app.db.updateTable('users').set({ language: 'de' }).where('id', '=', customer.id).execute();
  const [head, newest, oldest] = linesOf(await download(customer, customer));
  expect(head?.split(';')).toHaveLength(7);
  expect(newest).toMatch(/;20;170,5;Zahlung;MAIN;;/);
  expect(oldest).toMatch(/;150,5;150,5;Admin;MAIN;;/);
});

test('more rows than fit into one batch are each written once, in order', async () => {
  const customer = await buildCustomer(app.deps);
  await giveOften(customer, 4001);
  const rows = linesOf(await download(customer, customer)).slice(1, -1);
  expect(rows.map((row) => Number(row.split(',')[2]))).toEqual(Array.from({ length: 4001 }, (_, n) => 4001 - n));
});

test('a customer without entries gets only the header row', async () => {
  const customer = await buildCustomer(app.deps);
  expect(linesOf(await download(customer, customer))).toHaveLength(2);
});

test('a name that looks like a formula is written as text', async () => {
  const customer = await buildCustomer(app.deps, 5);
  await app.db.updateTable('users').set({ username: '=cmd|"x",1' }).where('id', '=', customer.id).execute();
  expect(linesOf(await download(customer, customer))[1]).toMatch(/^"'=cmd\|""x"",1",5,5,/);
});

test('an administrator gets the rows of all users that match the filter; others are refused', async () => {
  const [one, two] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
  await buildCredits(app, one.id, 11.25, { source: 'Payment' });
  await buildCredits(app, two.id, 12, { source: 'Payment' });
  await buildCredits(app, two.id, 13);
  const admin = await buildAdmin(app.deps);
  const ask = (filter: Record<string, string>, by = admin) => app.call(credits.downloadLedger, filter, by);
  const amounts = async (filter: Record<string, string>) =>
    linesOf(await ask(filter))
      .slice(1, -1)
      .map((line) => line.split(',').slice(0, 2).join(' '));
  const all = await amounts({});
  expect(all.slice(0, 3)).toEqual([`${two.username} 13`, `${two.username} 12`, `${one.username} 11.25`]);
  expect((await amounts({ source: 'Payment' })).slice(0, 2)).toEqual(all.slice(1, 3));
  expect(await amounts({ to: '2020-01-01' })).toEqual([]);
  expect((await ask({})).headers.get('content-disposition')).toMatch(/filename="all-credits-history-[\d-]+\.csv"/);
  expect((await ask({ from: 'x' })).status).toBe(400);
  expect((await ask({}, one)).status).toBe(403);
});
