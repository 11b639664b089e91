import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildCustomer } from '../../../server/testing/stories.ts';
import * as contract from '../credits.calls.ts';
import { downloadStatement, getStatement, listBalances, type Statement } from '../statement.calls.ts';
import { buildCredits } from './credits.factory.ts';
import { forgePastGuards } from './forged-ledger.factory.ts';
import { formatDayIn } from '../../../contract/zone-time.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

type Customer = Awaited<ReturnType<typeof buildCustomer>>;

openStage();
let customer: Customer;

/** Posts one entry on a past day; its seal does not matter here. */
async function onDay(day: string, credits: number, source: 'Admin' | 'Payment' | 'Upload' = 'Admin') {
  await buildCredits(app, customer.id, credits, { source });
  await forgePastGuards(app, async (tx) => {
    await sql`
      with dated as (update credit_journals set created_at = ${day} where id = (select max(id) from credit_journals) returning id)
      update credit_entry_facets f set created_at = ${day}
        from dated join credit_entries e on e.journal_id = dated.id where f.entry_id = e.id`.execute(tx);
  });
}

const dayAgo = (days: number) => formatDayIn('Europe/Skopje', new Date(Date.now() - days * 24 * 3_600_000));

/** The shop’s zone is two hours ahead of UTC in spring. */
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
  await onDay('2026-03-31T21:59:59.999Z', 100);
  await onDay('2026-03-31T22:00:00Z', 50.25, 'Payment');
  await onDay('2026-04-15T12:00:00Z', -30.1, 'Upload');
  await onDay('2026-04-30T21:59:59.999Z', -20, 'Upload');
  await onDay('2026-04-30T22:00:00Z', 7);
});

const APRIL = { from: '2026-04-01', to: '2026-04-30' };
const ask = async (period = APRIL, by: { token: string } = customer): Promise<Statement> =>
  (await app.call(getStatement, { userId: customer.id, ...period }, by)).body;

describe('a statement', () => {
  test('has the opening balance, every entry of its days in order, and the closing balance', async () => {
    const { parts, from, to } = await ask();
    expect([from, to, parts.length]).toEqual(['2026-04-01', '2026-04-30', 1]);
    const [main] = parts as [Statement['parts'][number]];
    expect([main.opening, main.received, main.spent, main.closing]).toEqual([100, 50.25, -50.1, 100.15]);
    expect(main.rows.map((row) => [row.credit_balance, row.balance_after])).toEqual([
      [50.25, 150.25],
      [-30.1, 120.15],
      [-20, 100.15],
    ]);
  });

  test('closes at the next one’s opening balance', async () => {
    const may = await ask({ from: '2026-05-01', to: '2026-05-31' });
    expect(may.parts[0]).toMatchObject({ opening: 100.15, closing: 107.15 });
  });

  test('for days without entries has only the balance', async () => {
    const january = await ask({ from: '2026-01-01', to: '2026-01-31' });
    expect(january.parts).toEqual([{ unit: 'MAIN', opening: 0, rows: [], received: 0, spent: 0, closing: 0 }]);
  });

  test('lists AI credits separately, when there are any', async () => {
    const other = await buildCustomer(app.deps, 5);
    await buildCredits(app, other.id, 30, { unit: 'AI' });
    const today = dayAgo(0);
    const { body } = await app.call(getStatement, { userId: other.id, from: today, to: today }, other);
    expect(body.parts.map((part: Statement['parts'][number]) => [part.unit, part.closing])).toEqual([
      ['MAIN', 5],
      ['AI', 30],
    ]);
  });

  test('adds up as a CSV download', async () => {
    const reply = await app.call(downloadStatement, { userId: customer.id, ...APRIL }, customer);
    expect(reply.headers.get('content-disposition')).toContain('statement-2026-04-01-to-2026-04-30.csv');
    const rows = new TextDecoder()
      .decode(reply.bytes)
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','));
    const amounts = rows.slice(1, -1).map((cells) => Math.round(Number(cells[5]) * 100));
    const [opening, closing] = [rows[0], rows.at(-1)].map((cells) => Math.round(Number(cells?.[6]) * 100));
    expect(rows).toHaveLength(5);
    expect(amounts.reduce((sum, cents) => sum + cents, opening as number)).toBe(closing);
  });

  test('without days covers this month up to today', async () => {
    const { body } = await app.call(getStatement, { userId: customer.id }, customer);
    const today = dayAgo(0);
    expect([body.from, body.to]).toEqual([`${today.slice(0, 7)}-01`, today]);
  });

  test('with its days in reverse order, or invalid days, is refused', async () => {
    const backwards = await app.call(
      getStatement,
      { userId: customer.id, from: '2026-05-01', to: '2026-04-01' },
      customer,
    );
    expect([backwards.status, backwards.body.message]).toEqual([400, 'The first day is after the last one.']);
    for (const from of ['', '2026-02-30', 'yesterday', "2026-01-01'"]) {
      expect((await app.call(getStatement, { userId: customer.id, from, to: '2026-04-01' }, customer)).status).toBe(
        400,
      );
    }
  });

  test('is the same for an administrator', async () => {
    const { made_at: _made, ...theirs } = await ask(APRIL, await buildAdmin(app.deps));
    expect(theirs).toMatchObject({ parts: (await ask()).parts });
  });
});

describe('the ledger with filters', () => {
  const narrowed = async (input: object): Promise<contract.Ledger> =>
    (await app.call(contract.listUserLedger, { userId: customer.id, ...input }, customer)).body;
  const amounts = ({ credits_ledger }: contract.Ledger) => credits_ledger.map((row) => row.credit_balance);

  test('is narrowed by source, days or both', async () => {
    expect(amounts(await narrowed({ source: 'Upload' }))).toEqual([-20, -30.1]);
    expect(amounts(await narrowed(APRIL))).toEqual([-20, -30.1, 50.25]);
    expect(amounts(await narrowed({ source: 'Payment', from: '2026-04-02' }))).toEqual([]);
    expect(amounts(await narrowed({ to: '2026-03-31' }))).toEqual([100]);
  });

  test('counts only the matching rows, while its totals still cover all rows', async () => {
    const all = await narrowed({});
    const uploads = await narrowed({ source: 'Upload', limit: 1, offset: 1 });
    expect([uploads.total_rows, amounts(uploads)]).toEqual([2, [-30.1]]);
    expect([uploads.admin, uploads.paypal, uploads.upload]).toEqual([all.admin, all.paypal, all.upload]);
  });

  test('ignores an empty filter and refuses an invalid one', async () => {
    expect((await narrowed({ source: '', from: '', to: '' })).total_rows).toBe(5);
    const wrong = { userId: customer.id, source: 'Stolen' };
    expect((await app.call(contract.listUserLedger, wrong, customer)).status).toBe(400);
  });

  test('can also be narrowed for all customers', async () => {
    const { body } = await app.call(contract.listLedger, { source: 'Payment', ...APRIL }, await buildAdmin(app.deps));
    expect(amounts(body)).toEqual([50.25]);
  });
});

test('the balances of the last 30 days have one value per day, up to today', async () => {
  const saver = await buildCustomer(app.deps);
  const owner = customer;
  customer = saver;
  await onDay(`${dayAgo(3)}T10:00:00Z`, 40);
  await onDay(`${dayAgo(1)}T10:00:00Z`, -15, 'Upload');
  customer = owner;
  const { body } = await app.call(listBalances, { userId: saver.id }, saver);
  expect(body).toHaveLength(30);
  expect(body.slice(-5).map((point: { day: string; balance: number }) => [point.day, point.balance])).toEqual([
    [dayAgo(4), 0],
    [dayAgo(3), 40],
    [dayAgo(2), 40],
    [dayAgo(1), 25],
    [dayAgo(0), 25],
  ]);
});
