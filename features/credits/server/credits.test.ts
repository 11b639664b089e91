import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../server/database/schema.ts';
import { buildCustomer, buildPaidFile, PRICED, readBalance } from '../../../server/testing/stories.ts';
import { buildSignedIn } from '../../accounts/server/accounts.factory.ts';
import type { FileSummary } from '../../files/file.ts';
import * as files from '../../files/files.calls.ts';
import * as credits from '../credits.calls.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { buildCredits } from './credits.factory.ts';
import { postJournal, type Journal } from './post-journal.ts';
import { checkWholeLedger } from '../../../app/server/whole-ledger.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

type User = Awaited<ReturnType<typeof buildSignedIn>>;

openStage({ movesMoney: true });

const post = (journal: Partial<Journal> & Pick<Journal, 'lines'>) =>
  app.db
    .transaction()
    .execute((tx) => postJournal(tx, { key: randomUUID(), source: 'Admin', actor: null, ...journal }));

const line = (user: { id: number }, amountCents: number, unit: credits.Unit = 'MAIN') => ({
  userId: user.id,
  unit,
  amountCents,
});

/** Returns the database's error when it refuses the statement. */
const findRefusal = (work: (tx: Transaction<Schema>) => Promise<unknown>, db = app.ownerDb): Promise<string> =>
  db
    .transaction()
    .execute(work)
    .then(
      () => 'nothing',
      (error: unknown) => (error as Error).message,
    );

describe('a journal', () => {
  test('adds up to zero in each unit, with the house account on the other side', async () => {
    const customer = await buildCustomer(app.deps, 5);
    await post({ key: 'two-units', source: 'DTC OFF', lines: [line(customer, 1000, 'AI')] });
    await post({ key: 'both', source: 'DTC OFF', lines: [line(customer, -700, 'AI'), line(customer, -300)] });
    const sums = sql<{ key: string; unit: string; sum: number; entries: number }>`
      select j.key, a.unit, sum(e.amount_cents)::bigint as sum, count(*) as entries
        from credit_entries e join credit_journals j on j.id = e.journal_id join credit_accounts a on a.id = e.account_id
       where j.key = 'both' group by j.key, a.unit order by a.unit`;
    expect((await sums.execute(app.db)).rows).toEqual([
      { key: 'both', unit: 'AI', sum: 0, entries: 2 },
      { key: 'both', unit: 'MAIN', sum: 0, entries: 2 },
    ]);
    expect([await readBalance(app, customer.id), await readBalance(app, customer.id, 'AI')]).toEqual([2, 3]);
  });

  test('with the same key is posted once, even when ten arrive at once', async () => {
    const customer = await buildCustomer(app.deps);
    const event = { key: `pp:${randomUUID()}:Completed`, source: 'Payment', lines: [line(customer, 2500)] } as const;
    const posted = await Promise.all(Array.from({ length: 10 }, () => post({ ...event, lines: [...event.lines] })));
    expect(posted.filter(Boolean)).toHaveLength(1);
    expect(await post({ ...event, lines: [line(customer, 9900)] })).toBe(false);
    expect(await readBalance(app, customer.id)).toBe(25);
  });

  test('that would overdraw an account is not posted at all, not even its first line', async () => {
    const customer = await buildCustomer(app.deps, 5);
    await buildCredits(app, customer.id, 2, { unit: 'AI' });
    const key = randomUUID();
    const spending = post({ key, source: 'DTC OFF', lines: [line(customer, -200, 'AI'), line(customer, -501)] });
    await expect(spending).rejects.toThrow('Not enough credits. Please buy credits and try again.');
    expect([await readBalance(app, customer.id), await readBalance(app, customer.id, 'AI')]).toEqual([5, 2]);
    expect(await app.db.selectFrom('credit_journals').select('id').where('key', '=', key).execute()).toEqual([]);
    await post({ key, source: 'DTC OFF', lines: [line(customer, -200, 'AI'), line(customer, -500)] });
    expect([await readBalance(app, customer.id), await readBalance(app, customer.id, 'AI')]).toEqual([0, 0]);
  });

  test('may overdraw only as a payment, because a provider takes back its own money', async () => {
    const customer = await buildCustomer(app.deps, 5);
    await post({ source: 'Payment', mayOverdraw: true, lines: [line(customer, -800)] });
    expect(await readBalance(app, customer.id)).toBe(-3);
    const others = ['Admin', 'Upload', 'Refund', 'DTC OFF'] as const;
    for (const source of others) {
      await expect(post({ source, mayOverdraw: true, lines: [line(customer, -1)] })).rejects.toThrow(
        /check constraint/,
      );
    }
    await expect(post({ source: 'Payment', lines: [line(customer, -1)] })).rejects.toThrow(/Not enough credits/);
    expect(await readBalance(app, customer.id)).toBe(-3);
  });

  test('a hundred at once leave a history without gaps, where each row follows from the previous one', async () => {
    const customer = await buildCustomer(app.deps, 100);
    const amounts = Array.from({ length: 100 }, (_, at) => (at % 3 === 0 ? -1700 : 900));
    const posted = await Promise.allSettled(amounts.map((amount) => post({ lines: [line(customer, amount)] })));
    const entries = await sql<{ sequence: number; amount: number; balance: number }>`
      select sequence, amount_cents as amount, balance_after_cents as balance
        from credit_entries e join credit_accounts a on a.id = e.account_id
       where a.user_id = ${customer.id} and a.unit = 'MAIN' order by e.id`.execute(app.db);
    expect(entries.rows).toHaveLength(1 + posted.filter(({ status }) => status === 'fulfilled').length);
    let balance = 0;
    for (const [at, row] of entries.rows.entries()) {
      balance += row.amount;
      expect(row).toEqual({ sequence: at + 1, amount: row.amount, balance });
      expect(balance).toBeGreaterThanOrEqual(0);
    }
    expect(await readBalance(app, customer.id)).toBe(balance / 100);
  });
});

describe('the database itself refuses', () => {
  const forbidden: Record<string, [(tx: Transaction<Schema>) => Promise<unknown>, string]> = {
    'a balance set by hand': [
      (tx) => sql`update credit_accounts set balance_cents = 1000000 where user_id is not null`.execute(tx),
      'a balance moves only through an entry',
    ],
    'an account that opens with money': [
      (tx) =>
        sql`insert into credit_accounts (user_id, unit, balance_cents) values (${admin.id}, 'MAIN', 100)`.execute(tx),
      'an account opens empty',
    ],
    'a changed entry': [
      (tx) => sql`update credit_entries set amount_cents = 1`.execute(tx),
      'the ledger is only added to',
    ],
    'a deleted entry': [(tx) => sql`delete from credit_entries`.execute(tx), 'the ledger is only added to'],
    'emptied entries': [(tx) => sql`truncate credit_entries`.execute(tx), 'the ledger is only added to'],
    'a changed journal': [
      (tx) => sql`update credit_journals set source = 'Payment'`.execute(tx),
      'the ledger is only added to',
    ],
    'a deleted journal': [(tx) => sql`delete from credit_journals`.execute(tx), 'the ledger is only added to'],
    'a deleted account': [(tx) => sql`delete from credit_accounts`.execute(tx), 'the ledger is only added to'],
  };

  test.each(Object.entries(forbidden))('%s', async (_, [work, sentence]) => {
    await buildCustomer(app.deps, 5);
    expect(await findRefusal(work)).toBe(sentence);
    expect(await findRefusal(work, app.db)).toMatch(/^permission denied for table credit_/);
  });

  const half = (tx: Transaction<Schema>, user: User, amount: number) =>
    sql`with j as (insert into credit_journals (key, source) values (${randomUUID()}, 'Admin') returning id)
        insert into credit_entries (journal_id, account_id, amount_cents)
        select j.id, a.id, ${amount}::bigint from j, credit_accounts a where a.user_id = ${user.id} and a.unit = 'MAIN'`.execute(
      tx,
    );

  test('a one-sided journal, at the time of its commit', async () => {
    const customer = await buildCustomer(app.deps, 5);
    expect(await findRefusal((tx) => half(tx, customer, 500))).toBe('a journal must add up to zero');
    expect(await readBalance(app, customer.id)).toBe(5);
  });

  test('an entry that spends more than the balance, whatever code writes it', async () => {
    const customer = await buildCustomer(app.deps, 5);
    expect(await findRefusal((tx) => half(tx, customer, -501))).toBe('not enough credits');
  });
});

describe('reading the ledger', () => {
  const SOURCES = ['Admin', 'Refund', 'Payment', 'Upload', 'DTC OFF'] as const;

  test('the four totals add up to the main balance; DTC OFF counts as upload', { tags: ['X-CRS-07'] }, async () => {
    const customer = await buildCustomer(app.deps);
    const amounts = { Admin: 50_000, Refund: 1234, Payment: 9999, Upload: -15_050, 'DTC OFF': -1000 };
    for (const source of SOURCES) await post({ source, lines: [line(customer, amounts[source])] });
    await buildCredits(app, customer.id, 77, { unit: 'AI' });
    const { body } = await app.call(credits.listUserLedger, { userId: customer.id }, customer);
    expect(body).toMatchObject({ admin: 500, refund: 12.34, paypal: 99.99, upload: -160.5, total_rows: 6 });
    // What the rows with each of the two sources add up to.
    expect([body.upload - body.dtc_off, body.dtc_off]).toEqual([-150.5, -10]);
    const total = body.admin + body.refund + body.paypal + body.upload;
    expect(total).toBeCloseTo(await readBalance(app, customer.id), 10);
    expect(
      body.credits_ledger.map((row: credits.LedgerRow) => [
        row.source,
        row.unit,
        row.credit_balance,
        row.balance_after,
      ]),
    ).toEqual([
      ['Admin', 'AI', 77, 77],
      ['DTC OFF', 'MAIN', -10, 451.83],
      ['Upload', 'MAIN', -150.5, 461.83],
      ['Payment', 'MAIN', 99.99, 612.33],
      ['Refund', 'MAIN', 12.34, 512.34],
      ['Admin', 'MAIN', 500, 500],
    ]);
  });

  test('for all customers together, the totals add up to the sum of all main balances', async () => {
    const { body } = await app.call(credits.listLedger, {}, admin);
    const all = await sql<{
      sum: number;
    }>`select sum(balance_cents)::bigint as sum from credit_accounts where unit = 'MAIN'`.execute(app.db);
    expect(body.admin + body.refund + body.paypal + body.upload).toBeCloseTo((all.rows[0]?.sum as number) / 100, 6);
  });

  test('a row names the file by its visible number and the customer by username', async () => {
    const customer = await buildCustomer(app.deps);
    const file = await buildPaidFile(app.deps, { user_id: customer.id });
    const { body } = await app.call(credits.listUserLedger, { userId: customer.id }, customer);
    expect(body.credits_ledger[0]).toMatchObject({
      file_id: file.file_id,
      username: customer.username,
      source: 'Upload',
    });
  });

  test(
    'pages: limit is clamped to 1..100, offset skips rows, and the pages together have each row once',
    { tags: ['X-CRS-06', 'X-API-29'] },
    async () => {
      const customer = await buildCustomer(app.deps);
      for (let at = 1; at <= 103; at += 1) await buildCredits(app, customer.id, at);
      const page = async (query: Record<string, unknown>) => {
        const { status, body } = await app.call(credits.listUserLedger, { userId: customer.id, ...query }, customer);
        expect([status, body.total_rows]).toEqual([200, 103]);
        return body.credits_ledger.map((row: credits.LedgerRow) => row.credit_balance) as number[];
      };
      expect(await page({})).toHaveLength(25);
      expect(await page({ limit: 10 })).toEqual([103, 102, 101, 100, 99, 98, 97, 96, 95, 94]);
      expect(await page({ limit: 10, offset: 10 })).toEqual([93, 92, 91, 90, 89, 88, 87, 86, 85, 84]);
      expect(await page({ limit: 1000 })).toHaveLength(100);
      expect(await page({ limit: 0 })).toEqual([103]);
      expect(await page({ limit: 10, offset: 100 })).toEqual([3, 2, 1]);
      expect(await page({ offset: 9_000_000_000_000 })).toEqual([]);
    },
  );

  test.each([
    [{ limit: -1 }, 'limit must be 0 or more.', 'limit'],
    [{ offset: -1 }, 'offset must be 0 or more.', 'offset'],
    [{ limit: 'ten' }, 'limit must be a whole number.', 'limit'],
    [{ limit: 1.5 }, 'limit must be a whole number.', 'limit'],
    [{ offset: '' }, 'offset must be a whole number.', 'offset'],
    [{ offset: '1e400' }, 'offset must be a whole number.', 'offset'],
  ])('%j is 400', async (query, message, field) => {
    const reply = await app.call(credits.listLedger, query, admin);
    expect(reply).toMatchObject({ status: 400, body: { code: 'http.bad_input', message, field } });
  });
});

test('a hundred simultaneous payments by five customers, with refunds in between, leave a sound ledger', async () => {
  const customers = await Promise.all(Array.from({ length: 5 }, () => buildCustomer(app.deps, 150)));
  const owned = await Promise.all(
    Array.from({ length: 100 }, async (_, at) => {
      const customer = customers[at % 5] as User;
      return {
        customer,
        file: await buildFile(app, { ...PRICED, price_cents: 1000 + (at % 7) * 333, user_id: customer.id }),
      };
    }),
  );
  const replies = await Promise.all(
    owned.map(async ({ customer, file }, at) => {
      const paying = app.call(files.confirmAndPay, { id: file.id }, customer);
      // Every third file is canceled by an administrator while it is being paid, before or after the payment.
      const canceling = at % 3 === 0 ? app.call(files.cancelFile, { id: file.id }, admin) : null;
      return { paid: await paying, canceled: await canceling };
    }),
  );
  for (const { paid } of replies) expect([200, 400]).toContain(paid.status);
  const cancellations = replies.flatMap(({ canceled }) => canceled ?? []);
  expect(cancellations.map(({ status }) => status)).toEqual(Array.from({ length: 34 }, () => 200));
  expect(await checkWholeLedger(app.deps)).toEqual([]);
  for (const customer of customers) {
    const own = (await app.call(files.listUserFiles, { id: customer.id }, customer)).body as FileSummary[];
    const spent = own.filter(({ price_status }) => price_status === 'PAID').reduce((sum, { price }) => sum + price, 0);
    expect(150 - (await readBalance(app, customer.id))).toBeCloseTo(spent, 6);
    expect(own.filter(({ price_status }) => price_status === 'PAID').length).toBeGreaterThan(2);
  }
  expect(replies.some(({ paid }) => paid.body.code === 'credits.not_enough')).toBe(true);
});
