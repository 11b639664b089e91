import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LogLine, openAlone, openToRead, requirePortal } from '../backup/command.ts';
import { BACKUPS_FOLDER } from '../backup/data-folder.ts';
import { copyDatabase } from '../backup/copy-rows.ts';
import { backUpPortalToFile, backUpPortalToTarget } from '../backup/make-backup.ts';
import { type CheckLedger, refuseBrokenLedger, withSession } from '../backup/session.ts';
import { readMigrations } from '../database/migrate.ts';
import { TIMEOUT_DRAIN_SECONDS, type ServerConfig } from '../config.ts';
import { type Holder, findHolder, findProcessStart } from '../database/data-folder-lock.ts';
import { takeStartTurn, upgradeDatabase } from '../installation/open-portal.ts';
import { hasSharedKeys } from '../installation/installation.ts';
import { PROGRAM_VERSION } from '../program-version.ts';
import { type UpgradePlan, describePlan, findPostgresChange, nameVersion, planUpgrade } from './plan.ts';
import { describeDiskNeeds, listDiskNeeds, measureFreeSpace, measureStored, requireEnoughSpace } from './disk-needs.ts';
import { findRunningDatabase } from '../database/open.ts';

export interface Upgrade {
  config: ServerConfig;
  /** Only check, without changing anything. */
  isCheck: boolean;
  /** A running portal may be stopped once its backup has been made. */
  mayStop: boolean;
  now: Date;
  checkLedger: CheckLedger;
  log: LogLine;
}

/** `done`: the database now matches this program, or already did; the portal can start. */
export type Outcome = 'checked' | 'nothing to do' | 'done';

/**
 * Checks, backs up, migrates and verifies. Until the tables are changed, which is one transaction, the portal is as it
 * was before; a later failure names the way back.
 */
export async function upgrade(options: Upgrade): Promise<Outcome> {
  const { config, log } = options;
  const running = await findRunningPortal(config);
  const prepared = await prepare(options, running);
  if ('outcome' in prepared) return prepared.outcome;
  if (running !== null) {
    log(`Stopping the portal (process ${running.id}) …`);
    await stopPortal(running, config);
  }
  const { plan, backup } = prepared;
  try {
    await change(options);
  } catch (error) {
    throw new Error(await describeFailure(error, options, prepared), { cause: error });
  }
  log(`The tables are those of Tunedesk ${PROGRAM_VERSION} now, and the ledger adds up. The backup: ${backup}`);
  for (const name of plan.connected) log(`Restart ${name}: it goes on with the earlier program until then.`);
  return 'done';
}

interface Prepared {
  plan: UpgradePlan;
  backup: string;
}

/** Checks, and makes the backup; a database of an earlier PostgreSQL is read with that version's own program. */
async function prepare(options: Upgrade, running: Holder | null): Promise<Prepared | { outcome: Outcome }> {
  const { config, log } = options;
  await requirePortal(config);
  const isOpen = running !== null || config.databaseUrl !== null;
  const postgres = findPostgresChange(config);
  const database = isOpen ? await openToRead(config, log) : await openAlone(config, log, { olderCluster: 'open' });
  try {
    const plan = await planUpgrade(database.url, postgres);
    const storedBytes = config.backupTarget === null ? await measureStored(config, database.url) : 0;
    const room = await measureFreeSpace(listDiskNeeds(config, { ...plan, storedBytes }));
    for (const line of [...describePlan(plan), ...describeDiskNeeds(room), ...describeRunning(plan, running)])
      log(line);
    if (plan.migrations.length === 0 && postgres === null) {
      log(`The tables are those of Tunedesk ${PROGRAM_VERSION}: nothing has to be upgraded.`);
      return { outcome: 'nothing to do' };
    }
    requireEnoughSpace(room);
    if (options.isCheck) return { outcome: 'checked' };
    if (running !== null && !options.mayStop) throw new Error(stopFirstText(running));
    return { plan, backup: await makeBackup(options, plan, database.url) };
  } finally {
    await database.stop();
  }
}

const describeRunning = ({ connected }: UpgradePlan, running: { id: number } | null): string[] => [
  ...(running === null ? [] : [`  running      the portal, process ${running.id}`]),
  ...connected.map((name) => `  running      ${name}; it may go on, and is restarted afterwards`),
];

const stopFirstText = ({ id }: { id: number }) =>
  `The portal is running (process ${id}). Nothing was changed. Stop it and run this again; or let this stop it, after its ` +
  'backup is made: npm run admin -- upgrade --stop';

async function makeBackup({ config, now, log }: Upgrade, { from }: UpgradePlan, url: string): Promise<string> {
  const request = { url, allowMissing: false, log };
  if (config.backupTarget !== null) return backUpPortalToTarget(config, request);
  const folder = join(config.dataDir, BACKUPS_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const file = join(folder, `of-${from ?? 'earlier'}-before-${PROGRAM_VERSION}-${moment}Z.tunedesk`);
  await backUpPortalToFile(config, file, request);
  return file;
}

/**
 * On the operator's PostgreSQL, other processes of the portal may continue: the previous version works with the next
 * one's tables.
 */
async function change({ config, checkLedger, log }: Upgrade): Promise<void> {
  const isEmbedded = config.databaseUrl === null;
  const { dataDir, storagePlace } = config;
  const database = isEmbedded
    ? await openAlone(config, log, { olderCluster: copyDatabase(checkLedger, log) })
    : await openToRead(config, log);
  try {
    const { url } = database;
    log('Changing the tables …');
    const endTurn = await takeStartTurn(url);
    try {
      await upgradeDatabase({ url, dataDir, storagePlace, isEmbedded, hasKeys: hasSharedKeys(config) });
    } finally {
      await endTurn();
    }
    await withSession(url, (client) => refuseBrokenLedger(client, checkLedger));
  } finally {
    await database.stop();
  }
}

async function describeFailure(error: unknown, options: Upgrade, { plan, backup }: Prepared): Promise<string> {
  const reason = error instanceof Error ? error.message : String(error);
  const earlier = nameVersion(plan.from);
  if ((await isAsBefore(options, plan)) === true)
    return (
      `The upgrade failed: ${reason}\nThe portal is as it was before. ${earlier} goes on with it: check that version out and ` +
      `run npm start. The backup that was made: ${backup}`
    );
  return (
    `The upgrade failed after the tables were changed, or it is unknown whether they were: ${reason}\n` +
    `Run npm run admin upgrade again. To go back to ${earlier} instead, restore the backup ${backup} with that version into an ` +
    'empty database, as "Going back" in docs/operating.md shows.'
  );
}

/** Returns null when that cannot be determined. */
async function isAsBefore({ config, log }: Upgrade, plan: UpgradePlan): Promise<boolean | null> {
  try {
    if (plan.postgres !== null && findPostgresChange(config) === null) return false;
    const database =
      config.databaseUrl === null
        ? await openAlone(config, log, { olderCluster: 'open' })
        : await openToRead(config, log);
    try {
      const applied = await withSession(database.url, readMigrations);
      return plan.migrations.every((name) => !applied.includes(name));
    } finally {
      await database.stop();
    }
  } catch {
    return null;
  }
}

/** Finds the process that serves the portal of this data folder on its embedded database; null: there is none. */
async function findRunningPortal({ dataDir, databaseUrl }: ServerConfig): Promise<Holder | null> {
  if (databaseUrl !== null || (await findRunningDatabase(dataDir)) === null) return null;
  return findHolder(dataDir);
}

/** Allowed in addition to the time that it may take by its own settings. */
const TIMEOUT_MS = 30_000;

/** Asks the process to stop, as Ctrl-C does, and waits until it has: calls under way are completed. */
async function stopPortal(holder: Holder, { stopDelaySeconds }: ServerConfig): Promise<void> {
  if (holder.host !== hostname() || findProcessStart(holder.id) !== holder.start)
    throw new Error(`The portal runs as process ${holder.id} on ${holder.host}, which cannot be stopped from here.`);
  process.kill(holder.id, 'SIGTERM');
  const deadline = Date.now() + (stopDelaySeconds + TIMEOUT_DRAIN_SECONDS) * 1000 + TIMEOUT_MS;
  while (findProcessStart(holder.id) === holder.start) {
    if (Date.now() > deadline) throw new Error(`Process ${holder.id} was asked to end, and has not. Stop it by hand.`);
    await sleep(100);
  }
}
