import { pino } from 'pino';
import { checkNewEntries } from '../../features/credits/server/new-entries.ts';
import type { RecordCheck } from '../../features/credits/server/record-check.ts';
import { checkLedger, type CheckOptions } from '../../features/credits/server/full-ledger-check.ts';
import { verifyLedger, type Verification } from '../../features/credits/server/verify-ledger.ts';
import { CHARGED_SESSIONS, SESSION_CHARGES } from '../../features/dtc-off/server/charged-sessions-check.ts';
import { PAID_FILES } from '../../features/files/server/paid-files-check.ts';
import type { CheckLedger } from '../../server/backup/session.ts';
import type { Connection } from '../../server/database/connect.ts';
import type { Deps } from '../../server/http/call.ts';
import { createPause, type Pause } from '../../server/pause.ts';

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
