import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUPS_FOLDER } from '../../../../server/backup/data-folder.ts';
import type { Config } from '../../../../server/config.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { isDueToday } from '../../../../server/due-today.ts';
import { addUpStoredBytes } from './stored-bytes.ts';

type MeasureDeps = Pick<Deps, 'db' | 'clock' | 'storage'> & { config: Pick<Config, 'backupTarget' | 'dataDir'> };

interface Measured {
  bytes: number;
  objects: number;
}

/** The job of the housekeeping: runs once a day, in one process alone. */
export const measureDiskDaily = async (deps: MeasureDeps): Promise<void> => {
  if (await isDueToday(deps, 'disk_measured_at')) await measureDisk(deps);
};

/**
 * Adds up what is recorded, and measures in place what has no record. Backups in a bucket are left out, as its provider
 * counts them.
 */
export async function measureDisk(deps: MeasureDeps): Promise<void> {
  await deps.db.transaction().execute((tx) => addUpStoredBytes(tx, deps.clock.now()));
  await note(deps, 'QUARANTINE', await deps.storage.measureQuarantine());
  const folders = listBackupFolders(deps.config);
  if (folders === null)
    return void (await deps.db.deleteFrom('measured_bytes').where('kind', '=', 'BACKUPS').execute());
  const found = await Promise.all(folders.map(measureFolder));
  await note(deps, 'BACKUPS', {
    bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
    objects: found.reduce((sum, { objects }) => sum + objects, 0),
  });
}

/** Returns the folders with backups on this machine, including those made by an upgrade; null: they are in a bucket. */
function listBackupFolders({ backupTarget, dataDir }: MeasureDeps['config']): string[] | null {
  if (backupTarget !== null && !('folder' in backupTarget)) return null;
  return [join(dataDir, BACKUPS_FOLDER), ...(backupTarget === null ? [] : [backupTarget.folder])];
}

/** Goes folder by folder, so that a million files are never in memory at once. */
async function measureFolder(folder: string): Promise<Measured> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sum = { bytes: 0, objects: 0 };
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const inner = await measureFolder(path);
      sum.bytes += inner.bytes;
      sum.objects += inner.objects;
    } else if (entry.isFile()) {
      sum.bytes += await measureSize(path);
      sum.objects += 1;
    }
  }
  return sum;
}

/** A rotation may remove the file meanwhile. */
const measureSize = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

async function note({ db, clock }: MeasureDeps, kind: 'QUARANTINE' | 'BACKUPS', found: Measured): Promise<void> {
  const values = { byte_count: found.bytes, object_count: found.objects, measured_at: clock.now() };
  await db
    .insertInto('measured_bytes')
    .values({ kind, ...values })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
    .execute();
}
