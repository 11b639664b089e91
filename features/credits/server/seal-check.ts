import type { Deps } from '../../../server/http/call.ts';
import { openFindings } from './findings.ts';
import { findSealFaults, selectHeads, type SealedCheckpoint } from './ledger-seal.ts';

/** First step of every check: compares every account with its seal and the checkpoint. */
export async function checkSeals(deps: Pick<Deps, 'db' | 'log'>, checkpoint: SealedCheckpoint, found: string[]) {
  const { report } = openFindings(deps, found);
  const heads = await selectHeads(deps.db);
  await report(await findSealFaults(deps.db, heads, checkpoint));
  return { heads, report };
}
