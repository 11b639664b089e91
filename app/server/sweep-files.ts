import { clearNotice, raiseNotice } from '../../features/shop/notices/server/notices.ts';
import type { ServerConfig } from '../../server/config.ts';
import type { Deps } from '../../server/http/call.ts';
import { findReferencedKeys } from './named-keys.ts';
import { isDueToday } from '../../server/due-today.ts';
import { sweepStorage, type SweepOptions, type SweepReport } from '../../server/storage/sweep.ts';

type SweepDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'log'> & { config: Pick<ServerConfig, 'quarantineDays'> };

/** Compares the stored files with the rows, and notifies administrators when far too many belong to no row. */
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
  const { stored, unreferenced, isAlarm, setAside, acknowledgeUndone, removed } = report;
  if (isAlarm && options.all !== true) {
    log.error({ stored, unreferenced }, 'too many stored files belong to no record: none was set aside or removed');
    const percent = Math.round((unreferenced / Math.max(stored, 1)) * 100);
    await raiseNotice(db, { kind: 'storage.unreferenced', details: { files: unreferenced, percent } });
  } else {
    await clearNotice(db, 'storage.unreferenced');
  }
  if (setAside + acknowledgeUndone + removed > 0)
    log.info({ setAside, acknowledgeUndone, removed }, 'the stored files were swept');
  return report;
}

/** The job of the housekeeping: runs once a day, in one process alone. */
export async function sweepFilesDaily(deps: SweepDeps): Promise<void> {
  if (await isDueToday(deps, 'storage_swept_at')) await sweepFiles(deps);
}
