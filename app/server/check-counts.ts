import { findFacetFaults } from '../../features/credits/server/facets-check.ts';
import type { Deps } from '../../server/http/call.ts';
import { isDueToday } from '../../server/due-today.ts';

/**
 * Compares the counts that triggers write with the rows, and corrects those that differ: such a difference is a fault
 * of ours. What is written beside the ledger belongs to the ledger, and is only reported.
 */
export async function checkCounts({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<number> {
  const wrong = await findFacetFaults(db);
  for (const { name, missing } of wrong) log.error({ name, missing }, 'a count differed from its rows');
  return wrong.length;
}

/** The job of the housekeeping: runs once a day, in one process alone. */
export const checkCountsDaily = async (deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<number> =>
  (await isDueToday(deps, 'counts_checked_at')) ? checkCounts(deps) : 0;
