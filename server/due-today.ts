import type { Deps } from './http/call.ts';

/** Less than a day, so that a run that was late does not push the next ones out of the night for good. */
const MIN_HOURS_BETWEEN = 22;

/** Returns whether a job of the housekeeping is due: once a day, and for one process alone. */
export async function isDueToday(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  job: 'storage_swept_at' | 'counts_checked_at' | 'disk_measured_at',
): Promise<boolean> {
  const now = clock.now();
  const before = new Date(now.getTime() - MIN_HOURS_BETWEEN * 3_600_000).toISOString();
  const due = await db
    .updateTable('installation')
    .set({ [job]: now })
    .where((eb) => eb.or([eb(job, 'is', null), eb(job, '<', before)]))
    .returning('id')
    .executeTakeFirst();
  return due !== undefined;
}

/** From 1 to 5 o'clock in the server's time zone. */
const [NIGHT_START_HOUR, NIGHT_END_HOUR] = [1, 5];

export const isNightHour = (now: Date): boolean =>
  now.getHours() >= NIGHT_START_HOUR && now.getHours() < NIGHT_END_HOUR;
