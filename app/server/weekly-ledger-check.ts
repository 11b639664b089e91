import { readCheckState } from '../../features/credits/server/check-state.ts';
import type { Deps } from '../../server/http/call.ts';
import { sendJob } from '../../server/jobs.ts';
import { isNightHour } from '../../server/night-hours.ts';
import { createPause } from '../../server/pause.ts';
import { checkWholeLedger } from './whole-ledger.ts';

const DAY_MS = 24 * 3_600_000;

/** Some hours less than a week, so that a check that began late does not push the next one out of the night. */
const DAYS_BETWEEN_NIGHTS = 6.5;
/** A portal that is off at night is checked by day. */
const MAX_DAYS_BETWEEN = 8;

/** Checks every entry again from the first one on, which finds changes made to the past. */
export async function checkLedgerWeekly(deps: Pick<Deps, 'db' | 'log'>, signal: AbortSignal): Promise<void> {
  await checkWholeLedger(deps, { pause: createPause(signal), isResumable: true });
}

/** Sends the job if a check is due or was interrupted. The first check is the one at the start. */
export async function sendDueLedgerCheck({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { last, open } = await readCheckState(db);
  if (last === null) return;
  if (open !== null || isDue(Date.parse(last.started_at), clock.now())) await sendJob(db, 'verify-ledger', 1);
}

function isDue(lastAt: number, now: Date): boolean {
  const days = (now.getTime() - lastAt) / DAY_MS;
  return days >= MAX_DAYS_BETWEEN || (isNightHour(now) && days >= DAYS_BETWEEN_NIGHTS);
}
