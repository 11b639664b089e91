import { CronExpressionParser } from 'cron-parser';

/** When backups are due. */
export interface Schedule {
  /** Returns the last due time at or before `now`. */
  lastDue(now: Date): Date;
}

const TIME_OF_DAY = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/** Parses times of day such as `02:30, 14:30`, or a cron expression, in the server's time zone. */
export function parseSchedule(text: string): Schedule {
  const expressions = text.split(',').map((part) => TIME_OF_DAY.exec(part.trim()));
  const crons = expressions.every((time) => time !== null)
    ? expressions.map((time) => `${Number(time[2])} ${Number(time[1])} * * *`)
    : [text];
  for (const cron of crons) requireCron(cron, text);
  return {
    lastDue: (now) => new Date(Math.max(...crons.map((cron) => findLastRun(cron, now)))),
  };
}

/** Returns the last due time; one that is exactly now counts. */
const findLastRun = (cron: string, now: Date): number =>
  CronExpressionParser.parse(cron, { currentDate: new Date(now.getTime() + 1) })
    .prev()
    .getTime();

function requireCron(cron: string, text: string): void {
  try {
    if (cron.trim().split(/\s+/).length !== 5) throw new Error('not five fields');
    findLastRun(cron, new Date());
  } catch {
    throw new Error(
      `BACKUP_SCHEDULE must be times of day such as 02:30 or 02:30,14:30, or an expression of cron such as "30 2 * * 1-5", not "${text}".`,
    );
  }
}

const HOUR_MS = 3_600_000;

/** Delay before a new attempt after a failure. */
const RETRY_MS = HOUR_MS;
/** A backup may take long, and may fail twice, before administrators are notified. */
const GRACE_MS = 3 * HOUR_MS;

export interface LastRuns {
  /** When the last successful run began. */
  good: Date | null;
  /** When the last failed run ended. */
  failed: Date | null;
}

/** Returns whether a backup is due. One that was missed, as while the portal was off, is made up for at once. */
export function isDue(schedule: Schedule, { good, failed }: LastRuns, now: Date): boolean {
  if (failed !== null && now.getTime() - failed.getTime() < RETRY_MS) return false;
  return good === null || good < schedule.lastDue(now);
}

/**
 * Returns whether the last good backup is older than the schedule allows. `since`: when there was first something to
 * back up.
 */
export function isLate(schedule: Schedule, { good }: LastRuns, { now, since }: { now: Date; since: Date }): boolean {
  return (good ?? since) < schedule.lastDue(new Date(now.getTime() - GRACE_MS));
}
