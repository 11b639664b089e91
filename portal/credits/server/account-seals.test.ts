import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Schema } from '../../../server/database/schema.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { buildCredits } from './credits.factory.ts';
import { checkAccountSeals } from './ledger-checks.ts';
import { getLedgerSeal, selectHeads, signHeads } from './ledger-seal.ts';
import { checkWholeLedger } from '../../../app/server/whole-ledger.ts';

const ENTRIES = 20_000;

/** In one transaction: every one of them leaves a version of the account's row behind, which the next one reads. */
const AT_ONCE = 100;

let app: TestApp;
let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeAll(async () => {
  app = await startTestApp();
  customer = await buildCustomer(app.deps);
  for (let from = 1; from <= ENTRIES; from += AT_ONCE) await postSome(from);
  await signHeads(
    app.db,
    getLedgerSeal(app.db).keys,
    (await selectHeads(app.db)).filter(({ version }) => version > 0),
  );
  await sql`analyze credit_entries, credit_journals, credit_accounts`.execute(app.ownerDb);
  // Its checkpoint is what the accounts are compared with.
  await checkWholeLedger(app.deps);
}, 120_000);
afterAll(() => app.stop());

const postSome = (from: number) =>
  sql`select p.sequence from generate_series(${from}::bigint, ${from + AT_ONCE - 1}::bigint) i, lateral credit_post(
        'bulk:' || i, 'Payment', false, null, null, null, false, null, null,
        array[${customer.id}]::bigint[], array['MAIN'], array[100 + i]::bigint[]) p`.execute(app.db);

type Check = typeof checkWholeLedger;

/** The check in a transaction of its own, which counts the rows it reads. */
const readBy = (check: Check) =>
  app.db.transaction().execute(async (tx) => {
    const before = await entriesRead(tx);
    const findings = await check({ db: tx, log: app.deps.log });
    return { findings, entries: (await entriesRead(tx)) - before };
  });

async function entriesRead(tx: Transaction<Schema>): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as entries
      from pg_stat_xact_user_tables where relname = 'credit_entries'`.execute(tx);
  return rows[0]?.entries ?? 0;
}

test('before the portal listens, one entry of an account with 20 000 of them is read', async () => {
  expect(await readBy(checkAccountSeals)).toEqual({ findings: [], entries: 1 });
  for (const credits of [1, 2, 3]) await buildCredits(app, customer.id, credits);
  expect(await readBy(checkAccountSeals)).toEqual({ findings: [], entries: 1 });
});

test('the whole check reads every entry', async () => {
  const { findings, entries } = await readBy(checkWholeLedger);
  expect(findings).toEqual([]);
  expect(entries).toBeGreaterThan(ENTRIES);
});
