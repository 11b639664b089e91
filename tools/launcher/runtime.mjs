import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { LauncherError } from './launcher-error.mjs';
import { CACHE, ROOT } from './folders.mjs';
import { installPackages } from './install.mjs';
import { nodeVersion } from './natives.mjs';
import { requireWritable } from './writable.mjs';

const ADVICE = 'Please install Node 24 (https://nodejs.org) and start again.';

/** Returns the Node that runs Tunedesk: the current one when it is new enough, otherwise the pinned one. */
export async function chooseNode() {
  if (isNewEnough()) return process.execPath;
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new LauncherError(`Node ${process.versions.node} is too old for Tunedesk. ${ADVICE}`);
  }
  const folder = join(CACHE, 'node');
  const node = join(folder, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  for (const name of ['package.json', 'package-lock.json'])
    copyWhenDifferent(join(ROOT, 'tools', 'runtime', name), join(folder, name));
  await installPackages(folder, {
    node: process.execPath,
    withTools: false,
    what: `Node 24 (this machine has ${process.versions.node})`,
    verify: () => (nodeVersion(node) === '' ? [`the fetched Node. ${ADVICE}`] : []),
  });
  return node;
}

/** Copies only when needed, so that a user without write access can still start what the owner has installed. */
function copyWhenDifferent(from, to) {
  if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) return;
  requireWritable(dirname(to));
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

/** Whether this Node is at least 22.19 and has type stripping, which runs our TypeScript. */
function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major >= 24) return true;
  return Boolean(process.features.typescript) && (major === 23 || (major === 22 && minor >= 19));
}
