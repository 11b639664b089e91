import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildCustomer } from '../../../server/testing/stories.ts';
import * as contract from '../credits.calls.ts';
import { LedgerSource } from '../credits.calls.ts';
import { forgePastGuards } from './forged-ledger.factory.ts';
import { postJournal } from './post-journal.ts';
import { checkWholeLedger } from '../../../app/server/whole-ledger.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

openStage();
let customers: Awaited<ReturnType<typeof buildCustomer>>[];
beforeAll(async () => {
  customers = await Promise.all([0, 1, 2].map(() => buildCustomer(app.deps)));
});

/** Returns the same numbers every time, so that a failure can be examined. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const SOURCES = LedgerSource.options;

/** Posts one journal on one or two accounts; some overdraw and fail, some are taken back, some come twice. */
async function operate(random: (below: number) => number, at: number): Promise<void> {
  const [source, amountCents] = [SOURCES[random(5)] ?? 'Admin', random(9000) - 3000];
  const userId = customers[random(3)]?.id ?? 0;
  const lines = [{ userId, unit: 'MAIN' as const, amountCents }];
  const both = [...lines, { userId, unit: 'AI' as const, amountCents: random(500) }];
  const isTakenBack = random(6) === 0;
  const key = `random:${random(8) === 0 ? at - 1 : at}`;
  const when = new Date(Date.UTC(2026, random(12), 1 + random(28)));
  await app.ownerDb
    .transaction()
    .execute(async (tx) => {
      await postJournal(tx, { key, source, lines: random(3) === 0 ? both : lines, actor: null });
      if (isTakenBack) throw new Error('taken back');
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`
        with dated as (update credit_journals set created_at = ${when} where key = ${key} returning id)
        update credit_entry_facets f set created_at = ${when}
          from dated join credit_entries e on e.journal_id = dated.id where f.entry_id = e.id`.execute(tx);
    })
    .catch(() => undefined);
}

interface Sums {
  total_rows: number;
  admin: number;
  refund: number;
  paypal: number;
  upload: number;
}

/** Adds up the totals from the entries themselves. */
async function addUp(userId: number | null): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select count(*) as total_rows,
           coalesce(sum(amount_cents) filter (where unit = 'MAIN' and source = 'Admin'), 0) / 100.0::float8 as admin,
           coalesce(sum(amount_cents) filter (where unit = 'MAIN' and source = 'Refund'), 0) / 100.0::float8 as refund,
           coalesce(sum(amount_cents) filter (where unit = 'MAIN' and source = 'Payment'), 0) / 100.0::float8 as paypal,
           coalesce(sum(amount_cents) filter (where unit = 'MAIN' and source in ('Upload', 'DTC OFF')), 0) / 100.0::float8 as upload
      from credit_ledger_rows where ${userId}::bigint is null or user_id = ${userId}::bigint`.execute(app.db);
  return rows[0] as Sums;
}

const readLedger = async (userId: number | null, input: object = {}) =>
  (userId === null
    ? await app.call(contract.listLedger, input, admin)
    : await app.call(contract.listUserLedger, { userId, ...input }, admin)
  ).body as contract.Ledger;

describe('after four hundred random operations, many of which fail', () => {
  beforeAll(async () => {
    const random = randomFrom(20_261_121);
    for (let at = 0; at < 400; at += 1) await operate(random, at);
  });

  test('the totals match the sums of the entries, overall and for each customer', async () => {
    for (const userId of [null, ...customers.map(({ id }) => id)]) {
      const { total_rows, admin: byAdmin, refund, paypal, upload } = await readLedger(userId);
      expect({ total_rows, admin: byAdmin, refund, paypal, upload }).toEqual(await addUp(userId));
    }
    expect((await readLedger(null)).total_rows).toBeGreaterThan(200);
  });

  test.each([
    ['everything', {}],
    ['a source', { source: 'Refund' }],
    ['a time', { from: '2026-03-05', to: '2026-07-20' }],
    ['a source and a time', { source: 'Payment', from: '2026-02-01', to: '2026-10-31' }],
  ])('the pages of %s have each row once, newest first, and as many as the row count', async (_, filter) => {
    const { source, from, to } = filter as { source?: string; from?: string; to?: string };
    for (const userId of [null, customers[1]?.id ?? 0]) {
      const { rows } = await sql<{ id: number }>`
        select id from credit_ledger_rows
         where (${userId}::bigint is null or user_id = ${userId}::bigint) and (${source ?? null}::text is null or source = ${source ?? null})
           and (${from ?? null}::date is null or (created_at at time zone 'Europe/Skopje')::date between ${from ?? null}::date and ${to ?? null}::date)
         order by id desc`.execute(app.db);
      const pages: number[] = [];
      for (let offset = 0; offset <= rows.length; offset += 25) {
        const page = await readLedger(userId, { ...filter, limit: 25, offset });
        expect(page.total_rows).toBe(rows.length);
        pages.push(...page.credits_ledger.map(({ id }) => id));
      }
      expect(pages).toEqual(rows.map(({ id }) => id));
    }
  });

  test('the ledger check finds nothing, until a total is changed past every guard', async () => {
    const spoil = (cents: number) =>
      forgePastGuards(app, async (tx) => {
        await sql`update credit_totals set amount_cents = amount_cents + ${cents}::bigint where source = 'Payment'
                     and account_id = (select min(account_id) from credit_totals)`.execute(tx);
      });
    expect(await findings()).toEqual([]);
    await spoil(1);
    const found = await findings();
    await spoil(-1);
    expect(found).toEqual([expect.stringMatching(/^the total of account \d+ from Payment says /)]);
  });

  test.each([
    ['a changed total', sql`update credit_totals set amount_cents = 0`],
    ['an added total', sql`insert into credit_totals values (1, 'Gift', 1, 1)`],
    ['a removed total', sql`delete from credit_totals`],
    ['an emptied table of totals', sql`truncate credit_totals`],
    ['a changed source of an entry', sql`update credit_entry_facets set source = 'Admin'`],
    ['an added source of an entry', sql`insert into credit_entry_facets values (0, 1, 'Admin', now())`],
    ['a removed source of an entry', sql`delete from credit_entry_facets`],
    ['an emptied table of sources', sql`truncate credit_entry_facets`],
  ])('%s is refused: only an entry writes it, and never the server directly', async (_, statement) => {
    await expect(statement.execute(app.db)).rejects.toThrow('permission denied for table');
    await expect(statement.execute(app.ownerDb)).rejects.toMatchObject({ code: 'TD002' });
  });
});

/** This test itself has changed the times of the journals, which the seals cover as well. */
const findings = async () => (await checkWholeLedger(app.deps)).filter((finding) => !finding.includes('is not sealed'));
