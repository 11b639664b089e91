import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { closeAccess, writeAccessRules } from './cluster-access.ts';
import { chooseClusterOwner } from './cluster-owner.ts';
import type { ClusterOwner } from './cluster-owner.ts';
import { moveClusterIn } from './cluster-place.ts';
import { makeCluster, startCluster } from './cluster-process.ts';
import type { ClusterProcess } from './cluster-process.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { endLeftover, signalProcess } from './postmaster-file.ts';
import { endSessions, keepAlive, type RevivedCluster } from './revive-cluster.ts';

export type EmbeddedDatabaseOptions = {
  dataDir: string;
  log: (line: string) => void;
  /** False for tests: faster, and lost in a power cut. */
  durable?: boolean;
  /** Called when PostgreSQL has ended by itself and cannot be started again. */
  onUnexpectedEnd?: () => void;
};

/** `url` is the superuser's: for migrations and commands, not for what serves requests. */
export type EmbeddedDatabase = { url: string; stop(): Promise<void>; crash(): void };

/** What the kernel's socket address holds, less the terminating zero. */
const SOCKET_PATH_LIMIT_BYTES = 107;

/**
 * Starts the PostgreSQL that comes with Tunedesk on the cluster inside `dataDir`, making it at the first start.
 * Call it on the main thread: PostgreSQL ends together with the thread that started it. One that ends by itself is
 * started again at the same address.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { log, durable = true } = options;
  const dataDir = resolve(options.dataDir);
  const unlock = await lockDataFolder(dataDir, { log });
  try {
    await moveClusterIn(dataDir, log);
    const owner = chooseClusterOwner(dataDir);
    makeCluster(owner, { durable });
    const folder = join(owner.place, 'cluster');
    await endLeftover(folder, log);
    const socketFolder = makeSocketFolder(owner);
    const ending = { hasBegun: false };
    // While it ends, PostgreSQL logs every session it closes.
    const logUntilEnd = (line: string) => void (ending.hasBegun || log(line));
    const start = () => startCluster({ owner, socketFolder, durable, log: logUntilEnd });
    writeAccessRules(owner, 'setup');
    const first = await start();
    const url = await closeAccess(owner, socketFolder).catch(async (error: unknown) => {
      await endCluster(first);
      throw error;
    });
    // With the rules, roles and passwords that it has: earlier clients can connect again.
    const restart = async () => {
      await endSessions(folder);
      await endLeftover(folder, log);
      clearSocket(socketFolder);
      return start();
    };
    const onLost = () => {
      ending.hasBegun = true;
      unlock();
      options.onUnexpectedEnd?.();
    };
    const alive = keepAlive(first, { restart, log: logUntilEnd, onLost });
    return { url, ...endsOf({ alive, ending, unlock }) };
  } catch (error) {
    unlock();
    throw error;
  }
}

type Ends = { alive: RevivedCluster; ending: { hasBegun: boolean }; unlock: () => void };

function endsOf({ alive, ending, unlock }: Ends): Omit<EmbeddedDatabase, 'url'> {
  const crash = () => {
    ending.hasBegun = true;
    void alive.giveUp();
    signalProcess(alive.current().postmasterId, 'SIGKILL');
    unlock();
  };
  const stop = async () => {
    ending.hasBegun = true;
    await alive.giveUp();
    await endCluster(alive.current());
    unlock();
  };
  return { stop, crash };
}

async function endCluster({ child, postmasterId, exited }: ClusterProcess): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 1_000],
  ];
  for (const [signal, patienceMs] of steps) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    signalProcess(postmasterId, signal);
    const patience = new AbortController();
    const impatience = sleep(patienceMs, null, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([exited, impatience]);
    patience.abort();
  }
}

/** Beside the cluster where the path is short enough, otherwise a private folder with a short one. */
function makeSocketFolder({ place, identity }: ClusterOwner): string {
  const beside = join(place, 'socket');
  const isShortEnough = Buffer.byteLength(join(beside, '.s.PGSQL.5432')) <= SOCKET_PATH_LIMIT_BYTES;
  const folder = isShortEnough ? beside : shortFolder(place, identity?.uid);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (identity) chownSync(folder, identity.uid, identity.gid);
  clearSocket(folder);
  return folder;
}

/** A socket of a killed PostgreSQL; its lock names a process id that anybody may have by now. */
function clearSocket(folder: string): void {
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(folder, name), { force: true });
}

function shortFolder(place: string, uid = process.getuid?.()): string {
  const folder = join(tmpdir(), `tunedesk-${createHash('sha256').update(place).digest('hex').slice(0, 16)}`);
  const found = lstatSync(folder, { throwIfNoEntry: false });
  const isSafe = !found || (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0);
  // The name is taken in a folder open to all: take one that cannot be foreseen.
  return isSafe ? folder : mkdtempSync(join(tmpdir(), 'tunedesk-'));
}
