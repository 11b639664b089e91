import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { spawnSync } from 'node:child_process';

/** The process that uses a folder, named in the error a second one gets; the lock itself is the kernel's. */
export type Holder = { id: number; start: string | null; host: string };

/** The kernel locks this empty file. */
export const LOCK_FILE = 'tunedesk.in-use';

/** Note with a process id, its host, and when that process began. */
export const HOLDER_FILE = 'tunedesk.lock';

/** Long enough for a server that is already ending, short enough for an operator who started twice. */
const TIMEOUT_MS = 5_000;

export type LockOptions = { log: (line: string) => void; timeoutMs?: number; kind?: LockKind };

/**
 * Locks a data folder for this process, alone or together with others that lock it `together`, and waits briefly for
 * another Tunedesk to end. Returns the function that unlocks it.
 */
export async function lockDataFolder(
  folder: string,
  { log, timeoutMs = TIMEOUT_MS, kind = 'alone' }: LockOptions,
): Promise<() => void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const deadline = Date.now() + timeoutMs;
  let announced = false;
  for (;;) {
    const unlock = kind === 'alone' ? tryLock(folder) : tryLockTogether(folder);
    if (unlock !== null) return unlock;
    const holder = describeHolder(folder);
    if (Date.now() > deadline || isThisProcess(readHolder(folder))) {
      throw new Error(
        `Another Tunedesk (${holder}) is using ${folder}. Stop it first, or give this one another DATA_DIR.`,
      );
    }
    if (!announced) log(`Waiting for the Tunedesk that uses ${folder} (${holder}) to end.`);
    announced = true;
    await sleep(50);
  }
}

/** Returns whether a Tunedesk that used this folder was killed: its note is there, but no process holds the lock. */
export function wasAbandoned(folder: string): boolean {
  if (readHolder(folder) === null) return false;
  const unlock = tryLock(folder, { leaveNote: true });
  unlock?.();
  return unlock !== null;
}

function tryLock(folder: string, { leaveNote = false } = {}): (() => void) | null {
  const lock = tryKernelLock(join(folder, LOCK_FILE));
  if (lock === null) return null;
  const note = join(folder, HOLDER_FILE);
  if (!leaveNote) writeFileSync(note, JSON.stringify(ownName()), { mode: 0o600 });
  return () => {
    if (!leaveNote) rmSync(note, { force: true });
    lock.release();
  };
}

/** Writes no note, because there is no single holder, and removes one that is left from a killed server. */
function tryLockTogether(folder: string): (() => void) | null {
  const lock = tryKernelLock(join(folder, LOCK_FILE), 'together');
  if (lock === null) return null;
  rmSync(join(folder, HOLDER_FILE), { force: true });
  return () => lock.release();
}

const ownName = (): Holder => ({ id: process.pid, start: findProcessStart(process.pid), host: hostname() });

const isThisProcess = (holder: Holder | null) =>
  holder?.id === process.pid && holder.start === findProcessStart(process.pid) && holder.host === hostname();

function describeHolder(folder: string): string {
  const holder = readHolder(folder);
  if (holder === null) return 'with ROLE=web or worker, or just starting or ending';
  return `process ${holder.id} on ${holder.host}`;
}

/** Returns the process that has locked a folder for itself, according to its note; null when there is none. */
export const findHolder = (folder: string): Holder | null => readHolder(folder);

function readHolder(folder: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(join(folder, HOLDER_FILE), 'utf8')) as Holder;
    return Number.isSafeInteger(holder.id) && holder.id > 0 ? holder : null;
  } catch {
    return null;
  }
}

const SQLITE_BUSY = 5;

/** `alone`: no other process holds the file in either way. `together`: others may hold it together as well. */
type LockKind = 'alone' | 'together';

const BEGIN: Record<LockKind, string> = {
  alone: 'begin exclusive',
  // A transaction that has read something holds the kernel's lock for readers.
  together: 'begin; select count(*) from sqlite_schema',
};

/**
 * Locks the file at `path` for this process, or returns null when another process has it. Node has no call for file
 * locks, so SQLite takes one on an empty database. The kernel releases it when the process ends, for whatever reason;
 * it works between containers that share the folder, and does not depend on process ids or host names.
 *
 * Nothing else in this process may open the file: with POSIX locks, closing any handle on it would end the lock.
 */
function tryKernelLock(path: string, kind: LockKind = 'alone'): { release(): void } | null {
  const database = openLockFile(path);
  try {
    // Nothing is ever written, so no journal file is needed beside it.
    database.exec(`pragma journal_mode = memory; ${BEGIN[kind]}`);
    chmodSync(path, 0o600);
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
  return { release: () => database.close() };
}

function openLockFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw new Error(`${path} cannot be opened by this user. Start Tunedesk as the user that its folder belongs to.`, {
      cause: error,
    });
  }
}

/**
 * Returns when the process with this id began, as an opaque text, or null when there is no such process. Ids are
 * reused, so an id alone does not prove that the process which wrote it is still there.
 */
export function findProcessStart(id: number): string | null {
  return existsSync('/proc/self/stat') ? startOnLinux(id) : startElsewhere(id);
}

function startOnLinux(id: number): string | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The command name is in parentheses and may itself contain blanks and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, ticksSinceBoot] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X') return null;
  return `${bootId()}/${ticksSinceBoot}`;
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'unknown-boot';
  }
}

function startElsewhere(id: number): string | null {
  const result = spawnSync('ps', ['-o', 'lstart=', '-p', String(id)], { encoding: 'utf8' });
  return result.stdout?.trim() || null;
}
