import type { Deps } from '../../../server/http/call.ts';
import { raiseAlarms } from './alarms.ts';

/** At most this many findings are named; an overwritten ledger may have a million. */
const MAX_FINDINGS = 1_000;

/** Raises an alarm for each new finding as soon as it is reported, and adds the finding to `found`. */
export function openFindings(deps: Pick<Deps, 'db' | 'log'>, found: string[]) {
  const seen = new Set(found);
  const report = async (faults: readonly string[]): Promise<void> => {
    const fresh = [...new Set(faults)].filter((fault) => !seen.has(fault)).slice(0, MAX_FINDINGS - found.length);
    for (const fault of fresh) seen.add(fault);
    found.push(...fresh);
    await raiseAlarms(deps, fresh);
  };
  return { report };
}
