import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { LauncherError } from './launcher-error.mjs';
import { isEnding } from './children.mjs';
import { CACHE } from './folders.mjs';
import { requireWritable } from './writable.mjs';

const HEARTBEAT_MS = 2_000;
const STALE_AFTER_MS = 10_000;

/** Runs `work` under a lock, so that two launchers take turns at writing the same files. */
export async function exclusively(name, work) {
  const path = join(CACHE, `${name}.lock`);
  requireWritable(CACHE);
  mkdirSync(CACHE, { recursive: true });
  let announced = false;
  while (!tryTake(path)) {
    if (isEnding()) throw new LauncherError('Stopped.', 130);
    if (!announced) console.log(`Waiting for another launcher (${name}) …`);
    announced = true;
    await new Promise((resume) => setTimeout(resume, 200));
  }
  const heartbeat = setInterval(() => utimesSync(path, new Date(), new Date()), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(path, { force: true });
  }
}

function tryTake(path) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    // A link appears together with its content, so an incomplete lock is never read.
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isHeld(path)) rmSync(path, { force: true });
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Whether the lock is still held. The process id alone is not enough: the id of a killed launcher may be reused, in
 * containers every time.
 */
function isHeld(path) {
  try {
    const id = Number(readFileSync(path, 'utf8'));
    if (id === process.pid || Date.now() - statSync(path).mtimeMs > STALE_AFTER_MS) return false;
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
