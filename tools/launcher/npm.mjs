import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

import { runNode } from './children.mjs';
import { LauncherError } from './launcher-error.mjs';
import { CACHE } from './folders.mjs';

const NPM_OPTIONS = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--no-progress', '--loglevel=error'];

/**
 * Installs with npm, under the Node that will run the product: npm omits optional packages that do not fit its own
 * Node, and these include all native ones. Does not use `npm ci`, which refuses a lock file that cannot list every
 * platform's binaries. `--no-save` leaves the lock file unchanged.
 */
export function runNpmInstall(folder, { node, withTools }) {
  const tools = withTools ? '--include=dev' : '--omit=dev';
  const args = [npmProgram(node), 'install', '--prefix', folder, ...NPM_OPTIONS, '--include=optional', tools];
  return runNode(node, args, { folder, environment: homeForNpm(), stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Returns the npm that was fetched together with this Node, or the machine's own. */
export function npmProgram(node) {
  const fetched = join(CACHE, 'node', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const besideNode = join(node, '..', '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm'));
  const own = node === process.execPath ? [process.env.npm_execpath, besideNode, ...onPath, fetched] : [fetched];
  const program = own.find((path) => path && existsSync(path) && /npm-cli\.[cm]?js$/.test(realpathSync(path)));
  if (!program) throw new LauncherError('npm was not found. It comes with Node: https://nodejs.org');
  return program;
}

/** npm needs a home folder for its cache; system users often have none. */
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
