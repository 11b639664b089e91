import { pino } from 'pino';
import { checkAccountSeals, checkNewEntries } from '../../features/credits/server/new-entries.ts';
import type { RecordCheck } from '../../features/credits/server/alarms.ts';
import { type CheckOptions, checkLedger } from '../../features/credits/server/full-ledger-check.ts';
import { type Verification, verifyLedger } from '../../features/credits/server/ledger-slices.ts';
import { CHARGED_SESSIONS, SESSION_CHARGES } from '../../features/dtc-off/server/charged-sessions-check.ts';
import { PAID_FILES } from '../../features/files/server/payment.ts';
import type { CheckLedger } from '../../server/backup/session.ts';
import { type Connection, connect } from '../../server/database/connect.ts';
import type { Deps } from '../../server/http/call.ts';
import { type Pause, createPause } from '../../server/pause.ts';
import { type LedgerSeal, useLedgerSeal } from '../../features/credits/server/ledger-seal.ts';
import { readCheckState } from '../../features/credits/server/check-state.ts';
import { sendJob } from '../../server/jobs.ts';
import { isNightHour } from '../../server/due-today.ts';

type CheckDeps = Pick<Deps, 'db' | 'log'>;

/** The checks of every domain that takes credits for its records. */
export const RECORD_CHECKS: readonly RecordCheck[] = [PAID_FILES, CHARGED_SESSIONS, SESSION_CHARGES];

/** Checks the ledger itself, and the records of the domains against it. */
export const checkWholeLedger = (deps: CheckDeps, options?: CheckOptions): Promise<string[]> =>
  checkLedger(deps, RECORD_CHECKS, options);

/** For commands that copy or migrate a portal: what is wrong is stated only in the returned sentences. */
export const checkLedgerQuietly: CheckLedger = (db) => checkWholeLedger({ db, log: pino({ level: 'silent' }) });

/** Checks what is new since the last check; done at a start and every hour. */
export const checkNewLedgerEntries = (deps: CheckDeps, pause: Pause = createPause()): Promise<string[]> =>
  checkNewEntries(deps, RECORD_CHECKS, { pause });

/** Does the same outside the database, from the first entry on. */
export const verifyWholeLedger = (db: Connection['db']): Promise<Verification> => verifyLedger(db, RECORD_CHECKS);

/**
 * Runs before the portal listens, whatever its role; on connections without a time limit, as there may be many
 * accounts.
 */
export async function checkSeals({ log }: Pick<Deps, 'log'>, databaseUrl: string, seal: LedgerSeal): Promise<void> {
  const connection = connect(databaseUrl, 2);
  useLedgerSeal(connection.db, seal);
  try {
    await checkAccountSeals({ db: connection.db, log });
  } finally {
    await connection.close();
  }
}

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
