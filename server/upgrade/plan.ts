import { join } from 'node:path';
import type pg from 'pg';
import { pluralize } from '../../contract/amounts.ts';
import type { ServerConfig } from '../config.ts';
import { PLACE } from '../database/postmaster-file.ts';
import { getPostgresPackage, majorOf, readClusterMajor } from '../database/older-postgres.ts';
import { refuseNewer } from '../backup/session.ts';
import { listMigrations, readMigrations } from '../database/migrate.ts';
import { readProgramVersion } from '../program-version.ts';
import { withClient } from '../installation/database-side.ts';
import { PROGRAM_VERSION } from '../program-version.ts';

export interface PostgresChange {
  from: number;
  to: number;
}

/** What upgrading this database to this program changes. */
export interface UpgradePlan {
  /** The version that was last started on it; null: one from before versions were recorded. */
  from: string | null;
  /** The migration files to apply, in this order. */
  migrations: string[];
  /** The major versions of the embedded PostgreSQL; null: unchanged. */
  postgres: PostgresChange | null;
  databaseBytes: number;
  /** Other connections that are a portal, on whatever machine. */
  connected: string[];
}

/** Throws a sentence for a database without a portal, and for one that a newer program has migrated. */
export const planUpgrade = (url: string, postgres: PostgresChange | null = null): Promise<UpgradePlan> =>
  withClient(url, async (client) => {
    const applied = await readMigrations(client);
    if (applied.length === 0)
      throw new Error('There is no portal in this database yet, so nothing has to be upgraded. Start it: npm start');
    const from = await readProgramVersion(client);
    await refuseNewer(applied, { what: 'This database', madeBy: from });
    const migrations = (await listMigrations()).filter((name) => !applied.includes(name));
    return {
      from,
      migrations,
      postgres,
      databaseBytes: await readSize(client),
      connected: await listConnected(client),
    };
  });

/**
 * Finds a change of the embedded database from an earlier PostgreSQL to this program's; a newer one is refused when it
 * is opened.
 */
export function findPostgresChange({ dataDir, databaseUrl }: Pick<ServerConfig, 'dataDir' | 'databaseUrl'>) {
  const from = databaseUrl === null ? readClusterMajor(join(dataDir, 'database', PLACE, 'cluster')) : null;
  if (from === null) return null;
  const to = majorOf(getPostgresPackage());
  return from < to ? { from, to } : null;
}

async function readSize(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database())::text as bytes');
  return Number(rows[0]?.bytes ?? 0);
}

async function listConnected(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'Tunedesk, process %'
      order by 1`,
  );
  return rows.map(({ name }) => name.replace('Tunedesk, ', ''));
}

export const nameVersion = (version: string | null): string =>
  version === null ? 'an earlier Tunedesk' : `Tunedesk ${version}`;

/** Describes the plan to the operator before anything is changed. */
export function describePlan({ from, migrations, postgres, databaseBytes }: UpgradePlan): string[] {
  const changes =
    migrations.length === 0
      ? ['  tables       as this program has them']
      : [`  tables       ${pluralize(migrations.length, 'migration')}: ${migrations.join(', ')}`];
  return [
    `  program      from ${nameVersion(from)} to Tunedesk ${PROGRAM_VERSION}`,
    ...changes,
    ...(postgres === null ? [] : [`  PostgreSQL   from ${postgres.from} to ${postgres.to}: the database is copied`]),
    `  database     ${inMegabytes(databaseBytes)}`,
  ];
}

export const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;
