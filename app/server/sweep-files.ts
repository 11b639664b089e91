import { clearNotice, raiseNotice } from '../../portal/operator/server/notices.ts';
import type { ServerConfig } from '../../server/config.ts';
import type { Deps } from '../../server/http/call.ts';
import { findReferencedKeys } from './named-keys.ts';
import { sweepStorage, type SweepOptions, type SweepReport } from '../../server/storage/sweep.ts';

/** A night and some hours: a run that was late does not push the next one out of the night for good. */
const EVERY_HOURS = 22;

type SweepDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'log'> & { config: Pick<ServerConfig, 'quarantineDays'> };

/** Compares the stored files with the rows, and notifies administrators when far too many belong to none. */
export async function sweepFiles(
  { db, storage, clock, config, log }: SweepDeps,
  options: Pick<SweepOptions, 'all' | 'minAgeMs'> = {},
): Promise<SweepReport> {
  const report = await sweepStorage(storage, {
    ...options,
    findReferenced: (keys) => findReferencedKeys(db, keys),
    now: clock.now(),
    quarantineDays: config.quarantineDays,
  });
  const { stored, unreferenced, isAlarm, setAside, takenBack, removed } = report;
  if (isAlarm && options.all !== true) {
    log.error({ stored, unreferenced }, 'too many stored files belong to no record: none was set aside or removed');
    const percent = Math.round((unreferenced / Math.max(stored, 1)) * 100);
    await raiseNotice(db, { kind: 'storage.unreferenced', details: { files: unreferenced, percent } });
  } else {
    await clearNotice(db, 'storage.unreferenced');
  }
  if (setAside + takenBack + removed > 0) log.info({ setAside, takenBack, removed }, 'the stored files were swept');
  return report;
}

/** The job: once a day, in one process alone. */
export async function sweepFilesDaily(deps: SweepDeps): Promise<void> {
  const now = deps.clock.now();
  const due = await deps.db
    .updateTable('installation')
    .set({ storage_swept_at: now })
    .where((eb) =>
      eb.or([
        eb('storage_swept_at', 'is', null),
        eb('storage_swept_at', '<', new Date(now.getTime() - EVERY_HOURS * 3_600_000).toISOString()),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  if (due) await sweepFiles(deps);
}
