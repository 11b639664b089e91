import type { Database } from '../../../server/database/connect.ts';
import { findStretch, withinIds } from '../../../server/database/id-stretches.ts';
import type { Deps } from '../../../server/http/call.ts';
import { noPause, type Pause } from '../../../server/pause.ts';
import { type RecordCheck, findOpenAlarm } from './alarms.ts';
import { readCheckState, updateCheckState, type CheckState } from './check-state.ts';
import { JOURNALS, checkSeals } from './journals-check.ts';
import { type Mark, advanceCheckpoint, isMarked, readSealedCheckpoint } from './ledger-checkpoint.ts';
import { noteVerified } from './ledger-seal.ts';
import { readSince, RECORDS_AT_ONCE } from './ledger-slices.ts';
import { checkLedger } from './full-ledger-check.ts';

type CheckDeps = Pick<Deps, 'db' | 'log'>;

/** Records of each kind that are compared per hour, besides those that new entries are about. */
const RECORDS_AN_HOUR = 50_000;

/**
 * Checks what was posted since the last check that found nothing, and every account against its seal. Checks the whole
 * ledger instead when no such check has passed yet or an alarm is open.
 */
export async function checkNewEntries(
  deps: CheckDeps,
  recordChecks: readonly RecordCheck[],
  { pause = noPause, recordsAnHour = RECORDS_AN_HOUR }: { pause?: Pause; recordsAnHour?: number } = {},
): Promise<string[]> {
  const { db } = deps;
  const state = await readCheckState(db);
  const checkpoint = await readSealedCheckpoint(db);
  const isWhole = state.last?.findings === 0 && (await findOpenAlarm(db)) === null;
  if (!isWhole || !isMarked(checkpoint)) return checkLedger(deps, recordChecks, { pause });
  const found: string[] = [];
  const { heads, report } = await checkSeals(deps, checkpoint, found);
  const ended: Mark[] = [];
  for await (const slice of readSince(db, heads, checkpoint.marks)) {
    ended.push(...slice.ended);
    await report([...slice.faults, ...(await compareRecords(db, recordChecks, slice.journals))]);
    await pause();
  }
  await report(await checkNextRound(db, recordChecks, { state, pause, recordsAnHour }));
  if (found.length === 0) {
    await advanceCheckpoint(db, ended);
    noteVerified(db);
  }
  return found;
}

/** Compares the records that these journals are about. */
async function compareRecords(
  db: Database,
  recordChecks: readonly RecordCheck[],
  journals: readonly number[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const check of [JOURNALS, ...recordChecks]) {
    const ids = await check.listOfJournals(db, journals);
    if (ids.length > 0) faults.push(...(await check.findFaults(db, withinIds(ids))));
  }
  return faults;
}

/** Records may change without an entry, so each is compared in its turn: all of them every hour, or some per hour. */
async function checkNextRound(
  db: Database,
  recordChecks: readonly RecordCheck[],
  { state, pause, recordsAnHour }: { state: CheckState; pause: Pause; recordsAnHour: number },
): Promise<string[]> {
  const faults: string[] = [];
  const rounds = { ...state.rounds };
  for (const check of recordChecks.filter(({ table }) => table !== JOURNALS.table)) {
    let after: number | null = rounds[check.table] ?? 0;
    for (let done = 0; after !== null && done < recordsAnHour; done += RECORDS_AT_ONCE) {
      const { within, end } = await findStretch(db, check.table, after, RECORDS_AT_ONCE);
      faults.push(...(await check.findFaults(db, within)));
      after = end;
      await pause();
    }
    rounds[check.table] = after ?? 0;
  }
  await updateCheckState(db, { rounds });
  return faults;
}

/**
 * Checks the accounts against the key and the checkpoint, reading at most one entry of each, so that no balance which
 * was changed past the portal is spent. It stops spending as the other checks do, but clears no alarm.
 */
export async function checkAccountSeals(deps: CheckDeps): Promise<string[]> {
  const found: string[] = [];
  await checkSeals(deps, await readSealedCheckpoint(deps.db), found);
  return found;
}
