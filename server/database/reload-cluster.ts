import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from '../sync-path.ts';
import { PLACE } from './postmaster-file.ts';
import { type PostgresPackage, majorOf, readClusterMajor } from './older-postgres.ts';
import { openCluster, type ClusterOptions } from './open-cluster.ts';

/** Copies a portal from one database to an empty one, and verifies it there; throws when anything differs. */
export type CopyDatabase = (from: string, to: string) => Promise<void>;

export interface Reload extends Pick<ClusterOptions, 'dataDir' | 'log' | 'durable'> {
  older: PostgresPackage;
  current: PostgresPackage;
  copy: CopyDatabase;
}

/** Name of a new cluster while it is being filled. */
const DRAFT = 'next';

/** Name of a verified cluster until it is in its place. */
const READY = 'cluster.ready';

/**
 * Fills a cluster of this program's PostgreSQL from one of an earlier version, and puts it in place of that one: all or
 * nothing. The earlier cluster is only read, and stays beside the new one under another name.
 */
export async function reloadCluster({ dataDir, older, current, copy, durable, log }: Reload): Promise<void> {
  const place = join(dataDir, PLACE);
  const draft = join(place, DRAFT);
  const [from, to] = [majorOf(older), majorOf(current)];
  log(`The database is of PostgreSQL ${from}. It is copied into one of PostgreSQL ${to}, and verified there …`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const source = await openCluster({ dataDir, postgres: older, durable, log });
  try {
    const target = await openCluster({ dataDir: draft, postgres: current, durable, log });
    try {
      await copy(source.url, target.url);
    } finally {
      await target.stop();
    }
  } finally {
    await source.stop();
  }
  await rename(join(draft, PLACE, 'cluster'), join(place, READY));
  await syncPath(place);
  const aside = nameAside(place, from);
  await rename(join(place, 'cluster'), aside);
  await finishReload(dataDir);
  await rm(draft, { recursive: true, force: true });
  log(`The database is of PostgreSQL ${to} now. The earlier one stays as ${aside}; remove it when all is well.`);
}

/**
 * Resumes an exchange of the clusters that was cut off. While the earlier cluster is in its place, it may have been
 * used since, so a verified copy beside it is discarded and made again.
 */
export async function finishReload(dataDir: string): Promise<void> {
  const place = join(dataDir, PLACE);
  const [ready, cluster] = [join(place, READY), join(place, 'cluster')];
  if (!existsSync(ready)) return;
  if (existsSync(cluster)) await rm(ready, { recursive: true, force: true });
  else await rename(ready, cluster);
  await syncPath(place);
}

/** Returns whether there is a cluster, in its place or one step short of it. */
export const hasCluster = (dataDir: string): boolean =>
  readClusterMajor(join(dataDir, PLACE, 'cluster')) !== null || existsSync(join(dataDir, PLACE, READY));

function nameAside(place: string, major: number): string {
  const name = join(place, `cluster-of-${major}`);
  return existsSync(name) ? `${name}-${Date.now()}` : name;
}
