import { basename, resolve } from 'node:path';
import type { ServerConfig } from '../config.ts';
import { readInstallationFile } from '../installation/installation-file.ts';
import { openRawStorage } from '../storage/open-storage.ts';
import type { LogLine } from './command.ts';
import { isInside } from './data-folder.ts';
import { withSession } from './session.ts';
import { backUpTo, backUpToFile } from './target/back-up-to.ts';
import { openTarget } from './target/open-target.ts';
import { recordName } from './target/records.ts';
import { noteFile, noteRun, type EndedRun } from './target/runs.ts';

export interface BackupRequest {
  url: string;
  allowMissing: boolean;
  log: LogLine;
}

/** Writes a backup of everything into one file. */
export async function backUpPortalToFile(
  config: ServerConfig,
  file: string,
  { url, allowMissing, log }: BackupRequest,
): Promise<void> {
  const { dataDir, backupKey } = config;
  const startedAt = await readTime(url);
  const stored = await openRawStorage(config);
  await backUpToFile({ file, url, dataDir, stored, backupKey, allowMissing, printLine: log });
  await withSession(url, (client) => noteFile(client, { startedAt, name: basename(file) }));
}

/** Reads the time by the database's clock: a backup dated in the future would count as the last one until then. */
async function readTime(url: string): Promise<Date> {
  const { rows } = await withSession(url, (client) => client.query<{ now: Date }>('select clock_timestamp() as now'));
  return (rows[0] as { now: Date }).now;
}

/** Makes a backup beside the earlier ones at BACKUP_TARGET, records it, and returns its name. */
export async function backUpPortalToTarget(
  config: ServerConfig,
  { url, allowMissing, log }: BackupRequest,
): Promise<string> {
  const { dataDir, backupTarget: place } = config;
  if (place !== null && 'folder' in place && isInside(resolve(dataDir), place.folder))
    throw new Error(`BACKUP_TARGET has to be outside of the data folder ${dataDir}.`);
  const installation = await readInstallationFile(dataDir);
  if (installation === null) throw new Error(`There is no portal in ${dataDir} yet.`);
  const startedAt = await readTime(url);
  const note = (made: EndedRun['made']) => withSession(url, (client) => noteRun(client, { startedAt, made }));
  const making = openTarget(config).then(async (target) =>
    backUpTo(target, {
      url,
      dataDir,
      stored: await openRawStorage(config),
      installation: installation.id,
      now: startedAt,
      allowMissing,
      printLine: log,
    }),
  );
  const record = await making.catch(async (error: unknown) => {
    // The error to report is why the backup failed, even if that cannot be recorded.
    await note(null).catch(() => undefined);
    throw error;
  });
  const name = recordName(startedAt);
  await note({ name, record });
  return name;
}
