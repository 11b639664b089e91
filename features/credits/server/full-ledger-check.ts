import { readDatabaseTime } from '../../../server/database/database-clock.ts';
import type { Deps } from '../../../server/http/call.ts';
import { noPause, type Pause } from '../../../server/pause.ts';
import { type RecordCheck, clearAlarms, findLastAlarm } from './alarms.ts';
import { readCheckState, updateCheckState, type OpenCheck } from './check-state.ts';
import { type Mark, advanceCheckpoint, isMarked, readSealedCheckpoint } from './ledger-checkpoint.ts';
import { noteVerified } from './ledger-seal.ts';
import { FIRST_PLACE, readWhole, type Slice } from './ledger-slices.ts';
import { checkSeals } from './journals-check.ts';

type CheckDeps = Pick<Deps, 'db' | 'log'>;

export interface CheckOptions {
  /** Called between two slices. */
  pause?: Pause;
  /** Continues an interrupted check, and can be interrupted itself. */
  isResumable?: boolean;
}

/** An interrupted check repeats at most this much work. */
const SAVE_EVERY_MS = 2_000;

/**
 * Adds up the whole ledger from the first entry on. A break stops spending as soon as it is found; a ledger that adds
 * up again clears the alarms. It is read in slices, so entries may be posted meanwhile.
 */
export async function checkLedger(
  deps: CheckDeps,
  recordChecks: readonly RecordCheck[],
  { pause = noPause, isResumable = false }: CheckOptions = {},
): Promise<string[]> {
  const { db } = deps;
  const checkpoint = await readSealedCheckpoint(db);
  // Accounts read before the interruption are missing from `ended`; only a checkpoint has their marks.
  const open = isResumable && isMarked(checkpoint) ? (await readCheckState(db)).open : null;
  const check = open ?? (await beginCheck(deps));
  const { heads, report } = await checkSeals(deps, checkpoint, check.findings);
  const ended: Mark[] = [];
  const save = isResumable ? openSaving(() => updateCheckState(db, { open: check })) : null;
  try {
    for await (const slice of readWhole(db, heads, recordChecks, check.place)) {
      await report(slice.faults);
      ended.push(...slice.ended);
      advance(check, slice);
      await save?.whenDue();
      await pause();
    }
  } catch (error) {
    await save?.now();
    throw error;
  }
  await endCheck(deps, check, ended);
  return check.findings;
}

async function beginCheck({ db }: CheckDeps): Promise<OpenCheck> {
  const last_alarm = await findLastAlarm(db);
  const started_at = (await readDatabaseTime(db)).toISOString();
  return { started_at, place: FIRST_PLACE, entries: 0, findings: [], last_alarm };
}

function advance(check: OpenCheck, { place, entries }: Slice): void {
  check.place = place;
  check.entries += entries;
}

function openSaving(now: () => Promise<void>) {
  let savedAt = performance.now();
  const whenDue = async () => {
    if (performance.now() - savedAt < SAVE_EVERY_MS) return;
    await now();
    savedAt = performance.now();
  };
  return { now, whenDue };
}

async function endCheck({ db }: CheckDeps, check: OpenCheck, ended: readonly Mark[]): Promise<void> {
  const { started_at, entries, findings, last_alarm } = check;
  if (findings.length === 0) {
    await clearAlarms(db, last_alarm);
    await advanceCheckpoint(db, ended);
  }
  const ended_at = (await readDatabaseTime(db)).toISOString();
  const last = { started_at, ended_at, entries, findings: findings.length };
  await updateCheckState(db, { last, open: null });
  if (findings.length === 0) noteVerified(db);
}
