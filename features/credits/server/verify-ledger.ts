import { createHash } from 'node:crypto';
import type { Connection } from '../../../server/database/connect.ts';
import type { SealedHead } from './ledger-keys.ts';
import { findSealFaults, readSealedCheckpoint, selectHeads } from './ledger-seal.ts';
import { readWhole } from './ledger-slices.ts';
import type { RecordCheck } from './record-check.ts';

export interface Verification {
  accounts: number;
  entries: number;
  /** One sentence per break in the entries themselves; empty when they follow from one another. */
  faults: string[];
  /** One sentence per account that the ledger's key has not sealed as it is, or that was set back. */
  sealFaults: string[];
  /** Hash over the latest seal of every account. */
  seal: string;
  heads: SealedHead[];
}

/**
 * Recomputes everything from the journal, here and not in the database: sums, running balances, the seal of every entry
 * from the first one on, and the accounts' seals with the key. All of it is of the same moment.
 */
export async function verifyLedger(db: Connection['db'], recordChecks: readonly RecordCheck[]): Promise<Verification> {
  // Read before the rows: another server may write the next checkpoint meanwhile, which must not be newer than they
  // are.
  const checkpoint = await readSealedCheckpoint(db);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const heads = await selectHeads(tx);
      const whole = createHash('sha256');
      const faults: string[] = [];
      let entries = 0;
      for await (const slice of readWhole(tx, heads, recordChecks)) {
        faults.push(...slice.faults);
        entries += slice.entries;
      }
      for (const { id, seal } of heads) whole.update(`${id}:${seal.toString('hex')}\n`);
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
