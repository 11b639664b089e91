import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The record of an install, in a file inside it: for which lock file and which Node its native modules were actually
 * loaded, whether it includes development tools, and how many files every package had.
 *
 * @typedef {{ expected: string, node: string, withTools: boolean, files: Record<string, number> }} Marker
 */

/** Identifies what an install is for: this machine and this lock file. */
export function fingerprint(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  return `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')}`;
}

const markerPath = (folder) => join(folder, 'node_modules', '.tunedesk-installed');

/** @returns {Marker | null} */
export function readMarker(folder) {
  try {
    return JSON.parse(readFileSync(markerPath(folder), 'utf8'));
  } catch {
    return null;
  }
}

export function writeMarker(folder, { node, withTools }) {
  const files = Object.fromEntries(listNeeded(folder, true).map((path) => [path, countFiles(join(folder, path))]));
  /** @type {Marker} */
  const marker = { expected: fingerprint(folder), node, withTools, files };
  writeFileSync(markerPath(folder), JSON.stringify(marker));
}

/** Whether this install was proved to work with this Node and has lost nothing since. */
export function isInstalled(folder, { node, withTools }) {
  const marker = readMarker(folder);
  if (marker === null || marker.expected !== fingerprint(folder) || marker.node !== node) return false;
  if (withTools && !marker.withTools) return false;
  return findDamaged(folder, withTools).length === 0;
}

/**
 * Lists packages that have fewer files than when the install was proved to work; empty when there is no record of that.
 */
export function findDamaged(folder, withTools) {
  const { files } = readMarker(folder) ?? {};
  if (!files) return [];
  return listNeeded(folder, withTools).filter((path) => countFiles(join(folder, path)) < (files[path] ?? 0));
}

/**
 * Whether all packages are there already, regardless of who ran npm; npm then need not run, which would fail without a
 * network.
 */
export function isComplete(folder, withTools) {
  const installedList = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installedList)) return false;
  const installed = JSON.parse(readFileSync(installedList, 'utf8')).packages;
  const expected = readLock(folder);
  return listNeeded(folder, withTools).every(
    (path) => installed[path]?.version === expected[path].version && existsSync(join(folder, path, 'package.json')),
  );
}

export const readLock = (folder) => JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;

/**
 * Lists paths of the packages that belong on this machine, including those of the development tools only on request.
 * Links to folders of this repository are excluded: git tracks those.
 */
function listNeeded(folder, withTools) {
  const lock = readLock(folder);
  const parts = withTools ? new Set() : new Set(listToolParts(lock));
  return Object.entries(lock)
    .filter(([path, one]) => path.includes('node_modules/') && !one.link && isForThisMachine(one))
    .filter(([path, one]) => withTools || !(isTool(one) || parts.has(path)))
    .map(([path]) => path);
}

export const isTool = ({ dev, devOptional }) => Boolean(dev || devOptional);

/**
 * Lists optional packages that only tools depend on, such as the compiler's binary; npm installs them even without the
 * tool.
 */
export function listToolParts(lock) {
  const [ofTools, ofOthers] = [new Set(), new Set()];
  for (const one of Object.values(lock)) {
    const used = { ...one.dependencies, ...one.optionalDependencies, ...one.peerDependencies };
    for (const name of Object.keys(used)) (isTool(one) ? ofTools : ofOthers).add(`node_modules/${name}`);
  }
  return Object.keys(lock).filter((path) => lock[path].optional && ofTools.has(path) && !ofOthers.has(path));
}

function isForThisMachine({ optional, os, cpu, libc }) {
  if (!optional) return true;
  const named = [os, cpu, libc].some(Boolean);
  const fits = (list, own) => !list || [list].flat().includes(own);
  return named && fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, 'glibc');
}

/** Counts files, except those of nested packages, which are counted separately; 0 for a missing folder. */
function countFiles(folder) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return 0;
  }
  let count = 0;
  for (const entry of entries) {
    if (!entry.isDirectory()) count += 1;
    else if (entry.name !== 'node_modules') count += countFiles(join(folder, entry.name));
  }
  return count;
}
