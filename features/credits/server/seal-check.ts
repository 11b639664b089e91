import type { Deps } from '../../../server/http/call.ts';
import { type SealedCheckpoint, findSealFaults, selectHeads } from './ledger-seal.ts';
import { raiseAlarms } from './alarms.ts';

/** First step of every check: compares every account with its seal and the checkpoint. */
export async function checkSeals(deps: Pick<Deps, 'db' | 'log'>, checkpoint: SealedCheckpoint, found: string[]) {
  const { report } = openFindings(deps, found);
  const heads = await selectHeads(deps.db);
  await report(await findSealFaults(deps.db, heads, checkpoint));
  return { heads, report };
}

/** At most this many findings are named; an overwritten ledger may have a million. */
const MAX_FINDINGS = 1_000;

/** Raises an alarm for each new finding as soon as it is reported, and adds the finding to `found`. */
function openFindings(deps: Pick<Deps, 'db' | 'log'>, found: string[]) {
  const seen = new Set(found);
  const report = async (faults: readonly string[]): Promise<void> => {
    const fresh = [...new Set(faults)].filter((fault) => !seen.has(fault)).slice(0, MAX_FINDINGS - found.length);
    for (const fault of fresh) seen.add(fault);
    found.push(...fresh);
    await raiseAlarms(deps, fresh);
  };
  return { report };
}
