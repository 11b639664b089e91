import { spawn } from 'node:child_process';
import { accessSync, constants as fileConstants, existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

import { LauncherError } from './launcher-error.mjs';
import { COMPILE_CACHE, ROOT } from './folders.mjs';

const END_WITH_LAUNCHER = fileURLToPath(new URL('end-with-launcher.cjs', import.meta.url));
const TIMEOUT_MS = 15_000;
const SHELLS = new Set(['sh', 'dash', 'bash', 'ash', 'busybox']);

const running = new Set();
let endingSince = null;

/**
 * Starts a program under the given Node. It has its own process group, so that Ctrl-C reaches it only once and through
 * us, and it ends when we do, whatever ends us.
 */
export function startNode(
  node,
  args,
  { environment = {}, stdio = ['inherit', 'inherit', 'inherit'], folder = ROOT } = {},
) {
  if (endingSince !== null) throw new LauncherError('Stopped.', 130);
  const PATH = [dirname(node), process.env.PATH].join(delimiter);
  const child = spawn(node, ['--require', END_WITH_LAUNCHER, ...args], {
    cwd: folder,
    detached: true,
    env: { ...process.env, PATH, ...environment },
    stdio: [...stdio, 'ipc'],
  });
  running.add(child);
  const exited = new Promise((resolve, fail) => {
    child.once('error', (error) => fail(new LauncherError(`${node} could not be started: ${error.message}`)));
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  }).finally(() => {
    running.delete(child);
    signalGroup(child, 'SIGKILL');
  });
  return { child, exited };
}

/** Runs a program until it ends and returns its exit code. */
export function runNode(node, args, options) {
  return startNode(node, args, options).exited;
}

/** The operator's settings for the server, from SETTINGS_FILE or .env; the environment wins. */
export function settings() {
  const path = process.env.SETTINGS_FILE || join(ROOT, '.env');
  if (!existsSync(path)) {
    if (process.env.SETTINGS_FILE) throw new LauncherError(`SETTINGS_FILE ${path} does not exist.`);
    return [];
  }
  try {
    accessSync(path, fileConstants.R_OK);
  } catch {
    throw new LauncherError(`${path} cannot be read by the user who starts Tunedesk; give the file to that user.`);
  }
  return [`--env-file=${path}`];
}

/**
 * Folder in which Node caches the compiled code of our TypeScript and of the packages; without a writable folder it
 * does without.
 */
export function compileCache() {
  return { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || COMPILE_CACHE };
}

export function isEnding() {
  return endingSince !== null;
}

/**
 * Asks every running program to end. When called again after a second, or when a program does not end for a long time,
 * kills them.
 */
export function endAll() {
  const isRepeated = endingSince !== null && Date.now() - endingSince > 1_000;
  if (isRepeated) return killAll();
  if (endingSince !== null) return;
  endingSince = Date.now();
  for (const child of running) child.kill('SIGTERM');
  setTimeout(killAll, TIMEOUT_MS).unref();
}

function killAll() {
  for (const child of running) signalGroup(child, 'SIGKILL');
}

function signalGroup(child, signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // The whole group has already ended.
  }
}

/** Ends everything on a signal, and also when the npm that started us has ended without being able to send one. */
export function endOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll);
  if (!process.env.npm_lifecycle_event) return;
  const before = ancestors();
  setInterval(() => {
    if (ancestors() !== before && endingSince === null) endAll();
  }, 300).unref();
}

/** Ids of our parent and, if npm used a shell, of the npm behind it. */
function ancestors() {
  const parent = process.ppid;
  try {
    if (!SHELLS.has(readFileSync(join('/proc', String(parent), 'comm'), 'utf8').trim())) return String(parent);
    const status = readFileSync(join('/proc', String(parent), 'status'), 'utf8');
    return `${parent} ${/^PPid:\s+(\d+)/m.exec(status)?.[1]}`;
  } catch {
    return String(parent);
  }
}
