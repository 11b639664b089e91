import { spawn } from 'node:child_process';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { TestApp } from '../../../server/testing/app.ts';
import { buildCustomer, buildPaidFile } from '../../../server/testing/stories.ts';
import { buildCredits } from './credits.factory.ts';

export type Tx = Transaction<Schema>;

/** Builds a customer with six entries: four that add credits, and those of a file that was priced and paid. */
export async function buildLedgerOwner(app: TestApp) {
  const customer = await buildCustomer(app.deps, 100);
  for (const credits of [10, 20, 30]) await buildCredits(app, customer.id, credits, { source: 'Payment' });
  await buildPaidFile(app.deps, { user_id: customer.id });
  return customer;
}

/** Runs `work` past every guard, as a superuser could. */
export const forgePastGuards = (app: TestApp, work: (tx: Tx) => Promise<unknown>): Promise<void> =>
  app.ownerDb.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await work(tx);
  });

export const selectMainAccount = (userId: number) =>
  sql<number>`(select id from credit_accounts where user_id = ${userId} and unit = 'MAIN')`;

/** Swaps the two entries but leaves their running balances as they were. */
export async function swapSecondAndThird(tx: Tx, account: ReturnType<typeof selectMainAccount>): Promise<void> {
  const entries = sql`update credit_entries set sequence =`;
  await sql`${entries} -sequence where account_id = ${account} and sequence in (2, 3)`.execute(tx);
  await sql`${entries} case sequence when -2 then 3 else 2 end where account_id = ${account} and sequence < 0`.execute(
    tx,
  );
}

export async function deleteJournal(tx: Tx, id: number | undefined): Promise<void> {
  await sql`delete from credit_entries where journal_id = ${id}`.execute(tx);
  await sql`delete from credit_journals where id = ${id}`.execute(tx);
}

/** Runs `npm run admin ledger:verify` itself, as the owner of the tables. */
export const runLedgerVerify = (app: TestApp): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATABASE_URL: app.ownerUrl, DATA_DIR: app.folder };
    const child = spawn(process.execPath, ['tools/admin/ledger-verify.ts'], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
    child.on('close', (code) => resolve({ code, output }));
  });
