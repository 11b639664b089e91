import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { LauncherError } from './launcher-error.mjs';
import { exclusively } from './exclusive.mjs';
import { findDamaged, isComplete, isInstalled, readMarker, writeMarker } from './installed.mjs';
import { hasVitest, nodeVersion } from './natives.mjs';
import { runNpmInstall } from './npm.mjs';
import { requireWritable } from './writable.mjs';

/**
 * Installs into `folder`/node_modules what its lock file lists, unless it is there already, for the program `node`. It
 * counts as installed only after `verify` found no faults, and a damaged install is repaired. Development tools are
 * omitted unless they are requested or were there before: running the portal needs neither a browser nor a compiler.
 */
export async function installPackages(folder, { node, withTools, what, verify }) {
  if (isReady(folder, { node, withTools })) return;
  const version = nodeVersion(node);
  await exclusively('install', async () => {
    if (isInstalled(folder, { node: version, withTools })) return;
    const requested = { node, withTools: withTools || hasTools(folder) };
    const marker = { node: version, withTools: requested.withTools };
    if (isWhole(folder, requested) && (await verify(requested)).length === 0) return writeMarker(folder, marker);
    requireWritable(join(folder, 'node_modules'));
    const startedAt = Date.now();
    console.error(`Installing ${what} …`);
    await repair(folder, requested, { what, verify });
    writeMarker(folder, marker);
    console.error(`Installed ${what} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  });
}

/** Whether `installPackages` has nothing to do. */
export const isReady = (folder, { node, withTools }) => isInstalled(folder, { node: nodeVersion(node), withTools });

const isWhole = (folder, { withTools }) => findDamaged(folder).length === 0 && isComplete(folder, withTools);

/** Reinstalls what is missing or damaged; if that does not help, everything. */
async function repair(folder, requested, { what, verify }) {
  const damaged = findDamaged(folder);
  for (const path of damaged) rmSync(join(folder, path), { recursive: true, force: true });
  // npm trusts this list of installed packages, even for packages that no longer exist.
  if (damaged.length > 0 || readMarker(folder) === null)
    rmSync(join(folder, 'node_modules', '.package-lock.json'), { force: true });
  await runNpm(folder, requested, what);
  let faults = await verify(requested);
  if (faults.length === 0 && isComplete(folder, requested.withTools)) return;
  console.error(`The install of ${what} is not complete; installing everything again …`);
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  await runNpm(folder, requested, what);
  faults = await verify(requested);
  if (faults.length === 0) return;
  throw new LauncherError(
    `These parts of Tunedesk were installed and do not work on this machine: ${faults.join('; ')}. ` +
      'Tunedesk runs on Linux (x64, arm64; glibc) and macOS with Node 24.',
  );
}

async function runNpm(folder, requested, what) {
  const code = await runNpmInstall(folder, requested);
  if (code !== 0)
    throw new LauncherError(`npm could not install ${what} (exit code ${code}). The lines above say why.`, code);
}

/** Whether tools are installed: a manual `npm install` includes them, and removing them would be a surprise. */
function hasTools(folder) {
  const marker = readMarker(folder);
  return marker === null ? hasVitest(folder) : marker.withTools;
}
