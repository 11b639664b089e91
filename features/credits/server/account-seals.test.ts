import { sql, type Transaction } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Schema } from '../../../server/database/schema.ts';
import type { Deps } from '../../../server/http/call.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { buildCredits, buildManyEntries } from './credits.factory.ts';
import { checkAccountSeals } from './new-entries.ts';
import { checkNewLedgerEntries, checkWholeLedger } from '../../../app/server/whole-ledger.ts';
import { noPause } from '../../../server/pause.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

const ENTRIES = 2000;

openStage();
let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
  await buildManyEntries(app, customer.id, ENTRIES);
  await sql`analyze credit_entries, credit_journals, credit_accounts`.execute(app.ownerDb);
  // Writes the checkpoint that the accounts are compared with.
  await checkWholeLedger(app.deps);
});

type Check = (deps: Pick<Deps, 'db' | 'log'>) => Promise<string[]>;

/** Runs the check in a transaction of its own and counts the rows it reads. */
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

test('the check at startup reads only one entry of an account with 2000 entries', async () => {
  expect(await readBy(checkAccountSeals)).toEqual({ findings: [], entries: 1 });
  for (const credits of [1, 2, 3]) await buildCredits(app, customer.id, credits);
  expect(await readBy(checkAccountSeals)).toEqual({ findings: [], entries: 1 });
});

test('the full check reads every entry', async () => {
  const { findings, entries } = await readBy(checkWholeLedger);
  expect(findings).toEqual([]);
  expect(entries).toBeGreaterThan(ENTRIES);
});

test('the hourly check reads the entries posted since the last check, and does not read them again', async () => {
  const checkNew: Check = (deps) => checkNewLedgerEntries(deps, noPause);
  await checkNew(app.deps);
  for (const credits of [1, 2, 3]) await buildCredits(app, customer.id, credits);
  const { findings, entries } = await readBy(checkNew);
  expect(findings).toEqual([]);
  expect(entries).toBeGreaterThanOrEqual(3);
  expect(entries).toBeLessThan(60);
  // The last entry of the account, and what PostgreSQL looks up for planning.
  expect((await readBy(checkNew)).entries).toBeLessThan(20);
});
