import type { Database } from '../../../server/database/connect.ts';
import { selectLedgerFaults } from './credits.queries.ts';
import type { RecordCheck } from './taken-amounts.ts';

/** Of the ledger itself, then of the records that were paid from it. One after the other: it may be one connection. */
export async function findLedgerFaults(db: Database, recordChecks: readonly RecordCheck[]): Promise<string[]> {
  const faults = (await selectLedgerFaults(db)).rows.map(({ finding }) => finding);
  for (const findFaults of recordChecks) faults.push(...(await findFaults(db)));
  return faults;
}
