import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { findProcessStart } from './process-start.ts';

type Holder = { id: number; start: string | null };

const LOCK_NAME = 'tunedesk.lock';

/** Long enough for a server that is already ending, short enough for someone who started twice. */
const PATIENCE_MS = 3_000;

/** Only one Tunedesk may use a data folder. Answers the function that gives the folder back. */
export async function lockDataFolder(folder: string, log: (line: string) => void): Promise<() => void> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, LOCK_NAME);
  const giveUpAt = Date.now() + PATIENCE_MS;
  let announced = false;
  for (;;) {
    const holder = tryLock(path);
    if (holder === null) return () => unlock(path);
    if (holder.id === process.pid || Date.now() > giveUpAt) throw new Error(refusal(folder, holder));
    if (!announced) log(`Waiting for the Tunedesk that uses ${folder} (process ${holder.id}) to end`);
    announced = true;
    await sleep(50);
  }
}

/** Whether a Tunedesk that used this folder was killed, so that its lock is still there and nobody behind it. */
export function wasAbandoned(folder: string): boolean {
  const holder = parseHolder(tryRead(join(folder, LOCK_NAME)) ?? '');
  return holder !== null && !isAlive(holder);
}

function refusal(folder: string, holder: Holder): string {
  return `Another Tunedesk (process ${holder.id}) is using ${folder}. Stop it first, or give this one another DATA_DIR.`;
}

/** Null when the lock is ours now, otherwise who has it. */
function tryLock(path: string): Holder | null {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ id: process.pid, start: findProcessStart(process.pid) } satisfies Holder));
  try {
    for (;;) {
      // A link appears with its content and fails when the name is taken, so nobody can read half a lock.
      if (tryLink(draft, path)) return null;
      const text = tryRead(path);
      if (text === null) continue;
      const holder = parseHolder(text);
      if (holder !== null && isAlive(holder)) return holder;
      removeStale(path, text);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function removeStale(path: string, staleText: string): void {
  const aside = `${path}.stale-${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  // Somebody else may have replaced the stale lock in between: theirs goes back.
  if (tryRead(aside) !== staleText) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function unlock(path: string): void {
  const holder = parseHolder(tryRead(path) ?? '');
  if (holder?.id === process.pid) rmSync(path, { force: true });
}

function isAlive(holder: Holder): boolean {
  const start = findProcessStart(holder.id);
  return start !== null && start === holder.start;
}

function parseHolder(text: string): Holder | null {
  try {
    const { id, start } = JSON.parse(text) as Holder;
    return Number.isSafeInteger(id) && id > 0 ? { id, start } : null;
  } catch {
    return null;
  }
}

function tryRead(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
