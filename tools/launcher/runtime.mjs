import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CACHE, LauncherError, ROOT } from './folders.mjs';
import { installPackages, requireWritable } from './install.mjs';
import { nodeVersion } from './npm.mjs';

const ADVICE = 'Please install Node 24 (https://nodejs.org) and start again.';

/** Returns the Node that runs Tunedesk: the current one when it is new enough, otherwise the pinned one. */
export async function chooseNode() {
  if (isNewEnough()) return process.execPath;
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new LauncherError(`Node ${process.versions.node} is too old for Tunedesk. ${ADVICE}`);
  }
  const folder = join(CACHE, 'node');
  const node = join(folder, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  for (const name of ['package.json', 'package-lock.json']) {
    const [from, to] = [join(ROOT, 'tools', 'runtime', name), join(folder, name)];
    // Copied only when needed, so that a user without write access can start what the owner has installed.
    if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) continue;
    requireWritable(folder);
    mkdirSync(folder, { recursive: true });
    copyFileSync(from, to);
  }
  await installPackages(folder, {
    node: process.execPath,
    withTools: false,
    what: `Node 24 (this machine has ${process.versions.node})`,
    verify: () => (nodeVersion(node) === '' ? [`the fetched Node. ${ADVICE}`] : []),
  });
  return node;
}

/** Whether this Node is at least 22.19 and has type stripping, which runs our TypeScript. */
function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major >= 24) return true;
  return Boolean(process.features.typescript) && (major === 23 || (major === 22 && minor >= 19));
}
