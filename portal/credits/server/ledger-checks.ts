import type { Deps } from '../../../server/http/call.ts';
import { withoutRest, type Rest } from '../../../server/rest.ts';
import { clearAlarms, findLastAlarm, raiseAlarms } from './alarms.ts';
import type { Mark } from './ledger-checkpoint.ts';
import { findSealFaults, moveCheckpoint, noteVerified, readSealedCheckpoint, selectHeads } from './ledger-seal.ts';
import { readWhole } from './ledger-slices.ts';
import type { RecordCheck } from './record-check.ts';

type CheckDeps = Pick<Deps, 'db' | 'log'>;

/**
 * Adds everything up, from the first entry on. A break stops spending as soon as it is found; a ledger that adds up
 * again clears the alarms. It is read in slices, so entries may be posted meanwhile.
 */
export async function checkLedger(
  { db, log }: CheckDeps,
  recordChecks: readonly RecordCheck[],
  rest: Rest = withoutRest,
): Promise<string[]> {
  const lastAlarm = await findLastAlarm(db);
  const checkpoint = await readSealedCheckpoint(db);
  const heads = await selectHeads(db);
  const findings = new Set<string>();
  const report = async (faults: readonly string[]) => {
    const found = faults.filter((fault) => !findings.has(fault));
    for (const fault of found) findings.add(fault);
    await raiseAlarms({ db, log }, found);
  };
  await report(await findSealFaults(db, heads, checkpoint));
  const ended: Mark[] = [];
  for await (const slice of readWhole(db, heads, recordChecks)) {
    await report(slice.faults);
    ended.push(...slice.ended);
    await rest();
  }
  if (findings.size === 0) {
    await clearAlarms(db, lastAlarm);
    await moveCheckpoint(db, ended);
    noteVerified(db);
  }
  return [...findings];
}

/**
 * The accounts by the key and the checkpoint, with one entry of each at most: no balance that was changed past the
 * portal is spent from. It stops spending as the whole check does, and clears no alarm.
 */
export async function checkAccountSeals({ db, log }: CheckDeps): Promise<string[]> {
  const checkpoint = await readSealedCheckpoint(db);
  const findings = await findSealFaults(db, await selectHeads(db), checkpoint);
  await raiseAlarms({ db, log }, findings);
  return findings;
}
