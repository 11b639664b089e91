import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { clearNotice, raiseNotice } from '../../features/shop/notices/server/notices.ts';
import { findLastRun } from '../../server/backup/target/runs.ts';
import { isDue, isLate, parseSchedule, type Schedule } from '../../server/backup/target/schedule.ts';
import type { Config } from '../../server/config.ts';
import type { Housekeeper } from '../../server/database/housekeeper.ts';
import type { Deps } from '../../server/http/call.ts';
import { startHousekeeperWork } from './housekeeper-work.ts';

/** Schedules have a resolution of minutes, but an administrator who has requested a backup is waiting for it. */
const POLL_MS = 10_000;
const PROGRAM = fileURLToPath(new URL('../../tools/admin/backup.ts', import.meta.url));

type BackupDeps = Pick<Deps, 'db' | 'clock' | 'log'> & { config: Pick<Config, 'backupSchedule' | 'backupTarget'> };

export interface BackupState {
  status: 'off' | 'ok' | 'late' | 'none';
  /** Times of the last good backup. */
  started_at: string | null;
  finished_at: string | null;
}

/** Throws a sentence for an invalid schedule; web processes call it too, because they show the state of the backups. */
export function requireBackupSchedule({ backupSchedule }: Pick<Config, 'backupSchedule'>): void {
  if (backupSchedule !== null) parseSchedule(backupSchedule);
}

/** Returns the state of the scheduled backups; `off`: there is no schedule. */
export async function readBackupState({ db, clock, config }: Omit<BackupDeps, 'log'>): Promise<BackupState> {
  const good = await findLastRun(db, 'good');
  const times = { started_at: good?.started_at ?? null, finished_at: good?.finished_at ?? null };
  if (config.backupSchedule === null) return { status: 'off', ...times };
  const portal = await db.selectFrom('installation').select('created_at').executeTakeFirst();
  const now = clock.now();
  const runs = { good: good === undefined ? null : new Date(good.started_at), failed: null };
  const when = { now, since: portal === undefined ? now : new Date(portal.created_at) };
  if (isLate(parseSchedule(config.backupSchedule), runs, when)) return { status: 'late', ...times };
  return { status: good === undefined ? 'none' : 'ok', ...times };
}

type MakeBackup = () => Promise<number | null>;

/** Makes the backup that an administrator has requested. A request that was interrupted is still stored. */
export async function makeRequestedBackup({ db, log }: Pick<BackupDeps, 'db' | 'log'>, makeBackup: MakeBackup) {
  const { backup_requested_at: requested } = await db
    .selectFrom('first_start')
    .select('backup_requested_at')
    .executeTakeFirstOrThrow();
  if (requested === null) return;
  const code = await makeBackup();
  if (code !== 0) log.error({ code }, 'a requested backup failed');
  await db.updateTable('first_start').set({ backup_requested_at: null }).execute();
}

interface DueBackup {
  schedule: Schedule;
  makeBackup: MakeBackup;
  /** The last failure that this process saw: one that was killed, or did not reach the database, left no record. */
  attempts: { failedAt: Date | null };
}

/** Makes the backup that is due, and notifies administrators when the last good one is too old. */
export async function runDueBackup(deps: BackupDeps, { schedule, makeBackup, attempts }: DueBackup): Promise<void> {
  const [good, failed] = await Promise.all([findLastRun(deps.db, 'good'), findLastRun(deps.db, 'failed')]);
  const failures = [attempts.failedAt?.getTime() ?? 0, failed ? Date.parse(failed.finished_at) : 0];
  const runs = { good: good ? new Date(good.started_at) : null, failed: new Date(Math.max(...failures)) };
  if (isDue(schedule, runs, deps.clock.now())) {
    const code = await makeBackup();
    if (code !== 0) {
      attempts.failedAt = deps.clock.now();
      deps.log.error({ code }, 'a scheduled backup failed');
    }
  }
  await noticeLateBackup(deps);
}

async function noticeLateBackup(deps: BackupDeps): Promise<void> {
  const { status, started_at } = await readBackupState(deps);
  if (status !== 'late') return clearNotice(deps.db, 'backup.late');
  await raiseNotice(deps.db, { kind: 'backup.late', details: { last: started_at ?? '' } });
}

/** Starts a separate process, since reading and hashing all new files would hold up calls. It ends with this one. */
function startProgram(log: Deps['log'], signal: AbortSignal): Promise<number | null> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'pipe'], signal });
  child.stdout.on('data', (text: Buffer) => log.info({ backup: String(text).trim() }, 'scheduled backup'));
  child.stderr.on('data', (text: Buffer) => log.error({ backup: String(text).trim() }, 'scheduled backup'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

/** Starts making backups, which only one process of a portal does, the housekeeper. */
export async function startScheduledBackups(
  deps: BackupDeps,
  housekeeper: Pick<Housekeeper, 'isThisProcess'>,
): Promise<{ stop(): Promise<void> }> {
  const { backupSchedule, backupTarget } = deps.config;
  if (backupSchedule === null) await clearNotice(deps.db, 'backup.late');
  if (backupTarget === null) return { stop: async () => undefined };
  const schedule = backupSchedule === null ? null : parseSchedule(backupSchedule);
  const attempts = { failedAt: null };
  return startHousekeeperWork({
    housekeeper,
    log: deps.log,
    everyMs: POLL_MS,
    async work(signal) {
      const makeBackup = () => startProgram(deps.log, signal);
      await makeRequestedBackup(deps, makeBackup);
      if (schedule !== null) await runDueBackup(deps, { schedule, makeBackup, attempts });
    },
    failedText: 'a scheduled backup failed',
  });
}
