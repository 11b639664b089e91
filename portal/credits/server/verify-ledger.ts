import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Connection } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';
import { selectLedgerFaults } from './credits.queries.ts';

type Tx = Transaction<Schema>;

export interface Verification {
  accounts: number;
  entries: number;
  /** One sentence per break; empty when everything is as it was written. */
  faults: string[];
  /** Of all accounts' last seals: written down elsewhere, it also shows that nothing was cut off at the end. */
  seal: string;
}

/**
 * Computes everything anew from the journal, here and not in the database: sums, running balances, and the seal of
 * every entry from the first one on. All of it sees the same moment, however long it takes.
 */
export async function verifyLedger(db: Connection['db']): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const accounts = await selectAccounts(tx);
      const whole = createHash('sha256');
      const faults: string[] = [];
      let entries = 0;
      for (const account of accounts) {
        const walked = await walk(tx, account);
        faults.push(...walked.faults);
        entries += walked.entries;
        whole.update(`${account.id}:${account.seal.toString('hex')}\n`);
      }
      const { rows } = await selectLedgerFaults(tx);
      faults.push(...rows.map(({ finding }) => finding));
      return { accounts: accounts.length, entries, faults: [...new Set(faults)], seal: whole.digest('hex') };
    });
}

interface Account {
  id: number;
  balance_cents: number;
  version: number;
  seal: Buffer;
}

const selectAccounts = (tx: Tx): Promise<Account[]> =>
  tx
    .selectFrom('credit_accounts')
    .select(['id', 'balance_cents', 'version', 'seal'])
    .where('user_id', 'is not', null)
    .orderBy('id')
    .execute();

const BATCH = 2000;

async function walk(tx: Tx, account: Account): Promise<{ faults: string[]; entries: number }> {
  const faults: string[] = [];
  let seal: Buffer = Buffer.alloc(0);
  let balance = 0;
  let sequence = 0;
  for (;;) {
    const entries = await selectEntries(tx, account.id, sequence);
    for (const entry of entries) {
      balance += entry.amount_cents;
      if (entry.sequence !== sequence + 1) faults.push(`account ${account.id} has no entry number ${sequence + 1}`);
      sequence = entry.sequence;
      if (entry.balance_after_cents !== balance) faults.push(`entry ${entry.id} does not follow the one before it`);
      seal = sealOf(seal, account.id, entry);
      // Only the first one is told of: every later seal hangs on it.
      if (!seal.equals(entry.seal ?? Buffer.alloc(0))) {
        return { entries: sequence, faults: [...faults, `entry ${entry.id} is not sealed to the one before it`] };
      }
    }
    if (entries.length < BATCH) break;
  }
  if (balance !== account.balance_cents || sequence !== account.version) {
    faults.push(`account ${account.id} holds ${account.balance_cents} cents, its entries add up to ${balance}`);
  }
  if (!seal.equals(account.seal)) faults.push(`account ${account.id} does not end with its last entry`);
  return { faults, entries: sequence };
}

async function selectEntries(tx: Tx, accountId: number, after: number) {
  const { rows } = await sql<Entry>`
    select e.id, e.sequence, e.amount_cents, e.balance_after_cents, e.seal, j.id as journal_id, j.key, j.source,
           j.may_overdraw, j.file_id, j.payment_reference, j.note, j.is_test, j.user_id, j.request_id,
           (extract(epoch from j.created_at) * 1000000)::bigint as created_us
      from credit_entries e join credit_journals j on j.id = e.journal_id
     where e.account_id = ${accountId} and e.sequence > ${after}
     order by e.sequence limit ${BATCH}`.execute(tx);
  return rows;
}

interface Entry {
  id: number;
  sequence: number;
  amount_cents: number;
  balance_after_cents: number;
  seal: Buffer | null;
  journal_id: number;
  key: string;
  source: string;
  may_overdraw: boolean;
  file_id: number | null;
  payment_reference: string | null;
  note: string | null;
  is_test: boolean;
  user_id: number | null;
  request_id: string | null;
  created_us: number;
}

/** As `credit_seal` of `0013-payments.sql` spells it. */
function sealOf(previous: Buffer, accountId: number, entry: Entry): Buffer {
  const parts = [
    accountId,
    entry.sequence,
    entry.amount_cents,
    entry.balance_after_cents,
    entry.journal_id,
    entry.key,
    entry.source,
    entry.may_overdraw,
    entry.file_id,
    entry.payment_reference,
    entry.note,
    entry.is_test,
    entry.user_id,
    entry.request_id,
    entry.created_us,
  ];
  const text = `[${parts.map((part) => JSON.stringify(part)).join(', ')}]`;
  return createHash('sha256').update(previous).update(text, 'utf8').digest();
}
