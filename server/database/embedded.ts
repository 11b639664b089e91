import { join, resolve } from 'node:path';

import { PLACE } from './postmaster-file.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import {
  type PostgresPackage,
  fetchOlderPostgres,
  forgetOlderPostgres,
  getPostgresPackage,
  majorOf,
  newerCluster,
  readClusterMajor,
} from './older-postgres.ts';
import { openCluster, type OpenCluster } from './open-cluster.ts';
import { finishReload, reloadCluster, type CopyDatabase } from './reload-cluster.ts';

export type EmbeddedDatabaseOptions = {
  dataDir: string;
  log: (line: string) => void;
  /** False for tests: faster, but data is lost in a power cut. */
  durable?: boolean;
  /** Called when PostgreSQL has ended by itself and cannot be started again. */
  onUnexpectedEnd?: () => void;
  /**
   * What to do with a cluster of an earlier PostgreSQL: copy it into one of this program's, or open it as it is with
   * its own program. When missing, the cluster is refused.
   */
  olderCluster?: OlderCluster;
};

export type OlderCluster = CopyDatabase | 'open';

/** `url` is the superuser's: for migrations and commands, not for serving requests. */
export type EmbeddedDatabase = OpenCluster;

/**
 * Starts the PostgreSQL that comes with Tunedesk on the cluster inside `dataDir`, which the first start makes. Call it
 * on the main thread: PostgreSQL ends together with the thread that started it. If it ends by itself, it is started
 * again at the same address.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { log, durable = true } = options;
  const dataDir = resolve(options.dataDir);
  const unlock = await lockDataFolder(dataDir, { log });
  try {
    await finishReload(dataDir);
    const postgres = await preparePostgres({ ...options, dataDir, durable });
    const onLost = () => {
      unlock();
      options.onUnexpectedEnd?.();
    };
    const cluster = await openCluster({ dataDir, postgres, log, durable, onLost });
    return {
      url: cluster.url,
      async stop() {
        await cluster.stop();
        unlock();
      },
      crash() {
        cluster.crash();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Returns the PostgreSQL to open the cluster with: this program's own where possible. */
async function preparePostgres(options: EmbeddedDatabaseOptions & { durable: boolean }): Promise<PostgresPackage> {
  const { dataDir, log, durable, olderCluster } = options;
  const current = getPostgresPackage();
  const major = readClusterMajor(join(dataDir, PLACE, 'cluster'));
  if (major === null || major === majorOf(current)) return current;
  if (major > majorOf(current)) throw newerCluster(major);
  if (olderCluster === undefined) throw new Error(startOnce(major, majorOf(current)));
  const older = fetchOlderPostgres(dataDir, major, log);
  if (olderCluster === 'open') return older;
  await reloadCluster({ dataDir, older, current, copy: olderCluster, durable, log });
  await forgetOlderPostgres(dataDir, major);
  return current;
}

const startOnce = (major: number, current: number) =>
  `The database is of PostgreSQL ${major}, and this program has PostgreSQL ${current}. Nothing was changed. Run npm run admin upgrade, ` +
  'or start the portal once: either copies the database. Then try again.';
