import type { Database } from '../../../server/database/connect.ts';
import type { Within } from '../../../server/database/id-stretches.ts';

/** Compares rows with the ledger, one range of ids at a time. */
export interface RecordCheck {
  table: 'credit_journals' | 'files' | 'ai_sessions';
  /** Returns one sentence for each row in the range that the ledger contradicts. */
  findFaults(db: Database, within: Within): Promise<string[]>;
  /** Returns the rows that these journals are about. */
  listOfJournals(db: Database, journals: readonly number[]): Promise<number[]>;
}
