import { spawn } from 'node:child_process';
import { accessSync, constants as fileConstants, existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

import { COMPILE_CACHE, LauncherError, ROOT } from './folders.mjs';

const END_WITH_LAUNCHER = fileURLToPath(new URL('end-with-launcher.cjs', import.meta.url));

const running = new Set();
let endingSince = null;

/**
 * Starts a program under the given Node. It has its own process group, so that Ctrl-C reaches it only once and through
 * us, and it ends when we do, whatever ends us.
 */
export function startNode(node, args, { environment, stdio = ['inherit', 'inherit', 'inherit'], folder = ROOT } = {}) {
  if (endingSince !== null) throw new LauncherError('Stopped.', 130);
  const child = spawn(node, ['--require', END_WITH_LAUNCHER, ...args], {
    cwd: folder,
    detached: true,
    env: environmentFor(node, environment),
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

/** Programs find this Node first. */
const environmentFor = (node, more) => ({
  ...process.env,
  PATH: dirname(node) + delimiter + process.env.PATH,
  ...more,
});

/**
 * Becomes the program, so that no launcher stays in memory; where this Node cannot, runs it and returns its exit code.
 */
export function becomeNode(node, args, { environment } = {}) {
  if (!process.execve) return runNode(node, args, { environment });
  process.chdir(ROOT);
  return process.execve(node, [node, ...args], environmentFor(node, environment));
}

/** Runs a program until it ends and returns its exit code. */
export const runNode = (node, args, options) => startNode(node, args, options).exited;

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

export const isEnding = () => endingSince !== null;

/**
 * Asks every running program to end, and kills them when called again after a second. How long a portal may take is for
 * its service manager to say.
 */
export function endAll() {
  const isRepeated = endingSince !== null && Date.now() - endingSince > 1_000;
  if (isRepeated) return killAll();
  if (endingSince !== null) return;
  endingSince = Date.now();
  for (const child of running) child.kill('SIGTERM');
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

export function endOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll);
}
