import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** `alone`: no other process holds the file in either way. `together`: others may hold it together as well. */
export type LockKind = 'alone' | 'together';

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
export function tryKernelLock(path: string, kind: LockKind = 'alone'): { release(): void } | null {
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
