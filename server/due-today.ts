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
