import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openAlone, openToRead, requirePortal, type LogLine } from '../backup/command.ts';
import { BACKUPS_FOLDER } from '../backup/data-folder.ts';
import { backUpToFile, backUpToTarget } from '../backup/make-backup.ts';
import { refuseBrokenLedger, withSession, readMigrations, type CheckLedger } from '../backup/session.ts';
import type { ServerConfig } from '../config.ts';
import { takeStartTurn } from '../database/start-turn.ts';
import { upgradeDatabase } from '../installation/open-portal.ts';
import { hasSharedKeys } from '../installation/installation.ts';
import { PROGRAM_VERSION } from '../program-version.ts';
import { describePlan, nameVersion, planUpgrade, type UpgradePlan } from './plan.ts';
import { describeRoom, measureRoom, measureStored, needsOf, requireEnoughRoom } from './room.ts';
import { findRunningPortal, stopPortal } from './running-portal.ts';

export interface Upgrade {
  config: ServerConfig;
  /** Look only. */
  isCheck: boolean;
  /** A running portal is stopped once its backup is made. */
  mayStop: boolean;
  now: Date;
  checkLedger: CheckLedger;
  log: LogLine;
}

/** `done`: the database is this program's now, or was already; the portal can start. */
export type Outcome = 'checked' | 'nothing to do' | 'done';

/**
 * Check, backup, migrate, verify. Until the tables are changed, which is one transaction, the portal is as it was before;
 * what fails later names the way back.
 */
export async function upgrade(options: Upgrade): Promise<Outcome> {
  const { config, isCheck, log } = options;
  const running = await findRunningPortal(config);
  const database = running === null ? await openStopped(config, log) : await openToRead(config, log);
  let plan: UpgradePlan;
  let backup: string;
  try {
    plan = await planUpgrade(database.url);
    const sizes = {
      ...plan,
      storedBytes: config.backupTarget === null ? await measureStored(config, database.url) : 0,
    };
    const room = await measureRoom(needsOf(config, sizes));
    for (const line of [...describePlan(plan), ...describeRoom(room), ...describeRunning(plan, running)]) log(line);
    if (plan.migrations.length === 0) {
      log(`The tables are those of Tunedesk ${PROGRAM_VERSION}: nothing has to be upgraded.`);
      return 'nothing to do';
    }
    requireEnoughRoom(room);
    if (isCheck) return 'checked';
    if (running !== null && !options.mayStop) throw new Error(stopItFirst(running));
    backup = await makeBackup(options, plan, database.url);
    if (running === null) await migrateAndVerify(options, { plan, backup, url: database.url });
  } finally {
    await database.stop();
  }
  if (running !== null) {
    log(`Stopping the portal (process ${running.id}) …`);
    await stopPortal(running, config);
    const alone = await openAlone(config, log);
    try {
      await migrateAndVerify(options, { plan, backup, url: alone.url });
    } finally {
      await alone.stop();
    }
  }
  log(`The tables are those of Tunedesk ${PROGRAM_VERSION} now, and the ledger adds up. The backup: ${backup}`);
  for (const name of plan.connected) log(`Restart ${name}: it goes on with the earlier program until then.`);
  return 'done';
}

/** On an own PostgreSQL other processes of the portal may go on: the previous version works with the next one's tables. */
const openStopped = (config: ServerConfig, log: LogLine) =>
  config.databaseUrl === null ? openEmbedded(config, log) : openToRead(config, log);

async function openEmbedded(config: ServerConfig, log: LogLine) {
  requirePortal(config);
  return openAlone(config, log);
}

const describeRunning = ({ connected }: UpgradePlan, running: { id: number } | null): string[] => [
  ...(running === null ? [] : [`  running      the portal, process ${running.id}`]),
  ...connected.map((name) => `  running      ${name}; it may go on, and is restarted afterwards`),
];

const stopItFirst = ({ id }: { id: number }) =>
  `The portal is running (process ${id}). Nothing was changed. Stop it and run this again; or let this stop it, after its ` +
  'backup is made: npm run upgrade -- --stop';

async function makeBackup({ config, now, log }: Upgrade, { from }: UpgradePlan, url: string): Promise<string> {
  const asked = { url, allowMissing: false, log };
  if (config.backupTarget !== null) return backUpToTarget(config, asked);
  const folder = join(config.dataDir, BACKUPS_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const file = join(folder, `of-${from ?? 'earlier'}-before-${PROGRAM_VERSION}-${moment}Z.tunedesk`);
  await backUpToFile(config, file, asked);
  return file;
}

interface Begun {
  plan: UpgradePlan;
  backup: string;
  url: string;
}

async function migrateAndVerify({ config, checkLedger, log }: Upgrade, { plan, backup, url }: Begun): Promise<void> {
  const { dataDir, storagePlace } = config;
  const sides = { url, dataDir, storagePlace, isEmbedded: config.databaseUrl === null, hasKeys: hasSharedKeys(config) };
  log('Changing the tables …');
  try {
    const endTurn = await takeStartTurn(url);
    try {
      await upgradeDatabase(sides);
    } finally {
      await endTurn();
    }
    await withSession(url, (client) => refuseBrokenLedger(client, checkLedger));
  } catch (error) {
    throw new Error(await describeFailure(error, { plan, backup, url }), { cause: error });
  }
}

async function describeFailure(error: unknown, { plan, backup, url }: Begun): Promise<string> {
  const reason = error instanceof Error ? error.message : String(error);
  const isAsBefore = await withSession(url, async (client) => {
    const applied = await readMigrations(client);
    return plan.migrations.every((name) => !applied.includes(name));
  }).catch(() => null);
  const earlier = nameVersion(plan.from);
  if (isAsBefore === true)
    return (
      `The upgrade failed: ${reason}\nThe portal is as it was before. ${earlier} goes on with it: check that version out and ` +
      `run npm start. The backup that was made: ${backup}`
    );
  return (
    `The upgrade failed after the tables were changed, or it is unknown whether they were: ${reason}\n` +
    `Run npm run upgrade again. To go back to ${earlier} instead, restore the backup ${backup} with that version into an ` +
    'empty database, as "Going back" in docs/operating.md shows.'
  );
}
