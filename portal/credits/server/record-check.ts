import type { Database } from '../../../server/database/connect.ts';
import type { Within } from '../../../server/database/id-stretches.ts';

/** Compares rows with the ledger, a stretch of their ids at a time. */
export interface RecordCheck {
  table: 'credit_journals' | 'files' | 'ai_sessions';
  /** One sentence for each row within that the ledger contradicts. */
  findFaults(db: Database, within: Within): Promise<string[]>;
  /** The rows that these journals are about. */
  listOfJournals(db: Database, journals: readonly number[]): Promise<number[]>;
}
