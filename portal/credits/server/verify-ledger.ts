import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Connection } from '../../../server/database/connect.ts';
import type { Schema } from '../../../server/database/schema.ts';
import { sealOf, type SealedEntry } from './entry-seal.ts';
import { findLedgerFaults } from './ledger-faults.ts';
import type { SealedHead } from './ledger-keys.ts';
import { findSealFaults, readSealedCheckpoint, selectHeads } from './ledger-seal.ts';
import type { RecordCheck } from './taken-amounts.ts';

type Tx = Transaction<Schema>;

export interface Verification {
  accounts: number;
  entries: number;
  /** One sentence per break of the entries themselves; empty when they follow from one another. */
  faults: string[];
  /** One sentence per account that the key of the ledger has not sealed as it is, or that was set back. */
  sealFaults: string[];
  /** Of all accounts' last seals. */
  seal: string;
  heads: SealedHead[];
}

/**
 * Computes everything again from the journal, here and not in the database: sums, running balances, the seal of every
 * entry from the first one on, and the seals of the accounts with the key. All of it is of the same moment.
 */
export async function verifyLedger(db: Connection['db'], recordChecks: readonly RecordCheck[]): Promise<Verification> {
  // Before the rows: another server may write the next one meanwhile, and its content must not be newer than they are.
  const checkpoint = await readSealedCheckpoint(db);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const heads = await selectHeads(tx);
      const whole = createHash('sha256');
      const faults: string[] = [];
      let entries = 0;
      for (const account of heads) {
        const walked = await walk(tx, account);
        faults.push(...walked.faults);
        entries += walked.entries;
        whole.update(`${account.id}:${account.seal.toString('hex')}\n`);
      }
      faults.push(...(await findLedgerFaults(tx, recordChecks)));
      const sealFaults = await findSealFaults(tx, heads, checkpoint);
      return {
        accounts: heads.length,
        entries,
        faults: [...new Set(faults)],
        sealFaults,
        seal: whole.digest('hex'),
        heads,
      };
    });
}

const BATCH = 2000;

async function walk(tx: Tx, account: SealedHead): Promise<{ faults: string[]; entries: number }> {
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
      // Only the first one is reported: every later seal hangs on it.
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

interface Entry extends SealedEntry {
  id: number;
  seal: Buffer | null;
}
