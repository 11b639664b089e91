import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The record of an install, in a file inside it: for which lock file and which Node its native modules were actually
 * loaded, whether it includes development tools, and how many files every package had.
 *
 * @typedef {{ expected: string, node: string, withTools: boolean, files: Record<string, number> }} Marker
 */

const markerPath = (folder) => join(folder, 'node_modules', '.tunedesk-installed');

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Identifies what an install is for: this machine and this lock file. */
function fingerprint(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  return `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')}`;
}

/** @returns {Marker | null} */
export const readMarker = (folder) => readJson(markerPath(folder));

export function writeMarker(folder, { node, withTools }) {
  const files = Object.fromEntries(Object.keys(listInstalled(folder)).map((path) => [path, countFiles(folder, path)]));
  writeFileSync(markerPath(folder), JSON.stringify({ expected: fingerprint(folder), node, withTools, files }));
}

/** Whether this install was proved to work with this Node and has lost nothing since. */
export function isInstalled(folder, { node, withTools }) {
  const marker = readMarker(folder);
  if (marker === null || marker.expected !== fingerprint(folder) || marker.node !== node) return false;
  return (marker.withTools || !withTools) && findDamaged(folder).length === 0;
}

/** Lists packages that have fewer files than when the install was proved to work. */
export function findDamaged(folder) {
  const files = readMarker(folder)?.files ?? {};
  return Object.keys(files).filter((path) => countFiles(folder, path) < files[path]);
}

/**
 * Whether npm has installed what the lock file lists, regardless of who ran it; npm then need not run, which would fail
 * without a network. Optional packages depend on the machine: using them proves whether they are there.
 */
export function isComplete(folder, withTools) {
  const installed = listInstalled(folder);
  return Object.entries(readLock(folder))
    .filter(([path, one]) => path.includes('node_modules/') && !one.link && !one.optional && !one.devOptional)
    .filter(([, one]) => withTools || !one.dev)
    .every(([path, { version }]) => installed[path]?.version === version && countFiles(folder, path) > 0);
}

export const readLock = (folder) => JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;

/** Lists what npm says it has installed, without links to folders of this repository: git tracks those. */
function listInstalled(folder) {
  const { packages = {} } = readJson(join(folder, 'node_modules', '.package-lock.json')) ?? {};
  return Object.fromEntries(
    Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link),
  );
}

/** Counts files, except those of nested packages, which are counted separately; 0 for a missing folder. */
function countFiles(folder, path) {
  try {
    return readdirSync(join(folder, path), { withFileTypes: true }).reduce((sum, entry) => {
      if (!entry.isDirectory()) return sum + 1;
      return entry.name === 'node_modules' ? sum : sum + countFiles(folder, join(path, entry.name));
    }, 0);
  } catch {
    return 0;
  }
}
