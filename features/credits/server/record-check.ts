import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Within } from '../../../server/database/id-stretches.ts';
import type { CountFault } from '../../../server/database/count-fault.ts';

/** Compares rows with the ledger, one range of ids at a time. */
export interface RecordCheck {
  table: 'credit_journals' | 'files' | 'ai_sessions';
  /** Returns one sentence for each row in the range that the ledger contradicts. */
  findFaults(db: Database, within: Within): Promise<string[]>;
  /** Returns the rows that these journals are about. */
  listOfJournals(db: Database, journals: readonly number[]): Promise<number[]>;
}

/** Checks that every counted entry can be found by its source and time, with its amount. */
export async function findFacetFaults(db: Database): Promise<CountFault[]> {
  const { rows } = await sql<CountFault>`
    select 'entries of account ' || account_id || ' from ' || source as name, sum(n)::bigint as missing
      from (select account_id, source, entries as n, amount_cents as cents from credit_totals
            union all
            select account_id, source, -count(*), -sum(amount_cents) from credit_entry_facets group by 1, 2) both_sides
     group by account_id, source having sum(n) <> 0 or sum(cents) <> 0`.execute(db);
  return rows;
}
