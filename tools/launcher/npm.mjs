import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

import { CACHE, LauncherError } from './folders.mjs';

/** Returns the output of `node --version`; empty when that Node does not run here. */
export function nodeVersion(node) {
  if (node === process.execPath) return process.version;
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
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
export function homeForNpm() {
  try {
    accessSync(homedir(), constants.W_OK);
    return {};
  } catch {
    const home = join(CACHE, 'home');
    mkdirSync(home, { recursive: true });
    return { HOME: home, npm_config_cache: join(home, '.npm'), npm_config_userconfig: join(home, '.npmrc') };
  }
}
