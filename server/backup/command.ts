import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readServerConfig, type ServerConfig } from '../config.ts';
import { requireTables } from '../database/migrate.ts';
import { lockDataFolder } from '../database/data-folder-lock.ts';
import { awaitDatabases } from '../database/await-database.ts';
import { claimDatabase } from '../database/presence.ts';
import { startEmbeddedDatabase, type OlderCluster } from '../database/embedded.ts';
import { findOwnerUrl, findRunningDatabase, openDatabase } from '../database/open.ts';
import { hasEmbeddedDatabase } from '../installation/vanished-database.ts';
import { requireWritableFolder } from '../preflight.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

export type LogLine = (line: string) => void;

/** Thrown when a command is called with arguments it does not have. */
export class WrongUse extends Error {
  readonly exitCode = 2;
}

/** A database for an operator's command; `url` is the owner's. */
export interface CommandDatabase {
  url: string;
  stop(): Promise<void>;
}

/** Runs an operator's command: a failure becomes a sentence on the terminal and an exit code. */
export async function runCommand(
  work: (config: ServerConfig, args: string[], log: LogLine) => Promise<void>,
): Promise<void> {
  const log: LogLine = (line) => process.stdout.write(`${line}\n`);
  // When stopped in the middle, nothing is committed, and PostgreSQL ends with this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  try {
    const config = readServerConfig(process.env, PROJECT);
    await awaitDatabases(config, log);
    // A missing folder is made once there is a portal for it.
    if (existsSync(config.dataDir)) requireWritableFolder(config.dataDir);
    await work(config, process.argv.slice(2), log);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof WrongUse ? error.exitCode : 1);
  }
}

/** Opens the database of a portal, running or stopped, for reading. */
export async function openToRead(config: ServerConfig, log: LogLine): Promise<CommandDatabase> {
  const options = { log, onLost: () => undefined, olderCluster: 'open' } as const;
  const external = findOwnerUrl(config);
  if (external !== null) {
    await requirePortal(config);
    return { url: external, stop: async () => undefined };
  }
  const running = await findRunningDatabase(config.dataDir);
  if (running !== null) return { url: running, stop: async () => undefined };
  await requirePortal(config);
  try {
    const opened = await openDatabase(config, options);
    return { url: opened.ownerUrl, stop: () => opened.stop() };
  } catch (error) {
    // The portal may have been starting just now.
    const started = await findRunningDatabase(config.dataDir);
    if (started === null) throw error;
    return { url: started, stop: async () => undefined };
  }
}

interface Alone {
  olderCluster?: OlderCluster;
  /** Makes the database and the folder of a new portal where there is none. */
  canCreate?: boolean;
  /** A restore claims the database itself. */
  canClaim?: boolean;
}

/**
 * Opens a stopped portal's database for this program alone: it is announced nowhere, the data folder stays locked, and
 * no process on another machine uses an external database.
 */
export async function openAlone(
  config: ServerConfig,
  log: LogLine,
  { olderCluster, canCreate = false, canClaim = true }: Alone = {},
): Promise<CommandDatabase> {
  if (canCreate) requireWritableFolder(config.dataDir);
  else await requirePortal(config);
  if ((await findRunningDatabase(config.dataDir)) !== null) throw new Error('Tunedesk is running. Stop it first.');
  const unlock = await lockDataFolder(config.dataDir, { log });
  const external = findOwnerUrl(config);
  try {
    if (external !== null) {
      const leave = canClaim ? await claimDatabase(external, { log }) : null;
      return { url: external, stop: () => Promise.resolve(leave?.()).finally(unlock) };
    }
    const database = await startEmbeddedDatabase({ dataDir: join(config.dataDir, 'database'), log, olderCluster });
    return { url: database.url, stop: () => database.stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Throws a sentence, and creates nothing, unless the settings lead to a portal that was started before. */
export async function requirePortal(config: ServerConfig): Promise<void> {
  const { dataDir } = config;
  const external = findOwnerUrl(config);
  if (external === null && !hasEmbeddedDatabase(dataDir))
    throw new Error(
      `There is no portal in ${dataDir} yet, so nothing was done. DATA_DIR names the folder of the portal; for a service, deploy/systemd/tunedesk-run uses its settings.`,
    );
  if (external === null) return;
  await requireTables(external);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
}
