import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { closeAccess, writeAccessRules } from './cluster-access.ts';
import { chooseClusterOwner, type ClusterOwner } from './cluster-owner.ts';
import { makeCluster, startCluster, type ClusterProcess } from './cluster-process.ts';
import type { PostgresPackage } from './postgres-package.ts';
import { endLeftover, signalProcess } from './postmaster-file.ts';
import { endSessions, keepAlive, type RevivedCluster } from './revive-cluster.ts';

export interface ClusterOptions {
  /** The folder that the cluster lies in, at a place of its own; locked by the caller. */
  dataDir: string;
  postgres: PostgresPackage;
  log: (line: string) => void;
  durable: boolean;
  /** It has ended by itself and cannot be started again. */
  onLost?: () => void;
}

/** `url` is the superuser's. */
export type OpenCluster = { url: string; stop(): Promise<void>; crash(): void };

/** What the kernel's socket address holds, less the terminating zero. */
const SOCKET_PATH_LIMIT_BYTES = 107;

/** Starts PostgreSQL on the cluster of a folder, making it at the first start; one that ends by itself is started again. */
export async function openCluster(options: ClusterOptions): Promise<OpenCluster> {
  const { dataDir, postgres, log, durable } = options;
  const owner = chooseClusterOwner(dataDir, postgres);
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
    options.onLost?.();
  };
  const alive = keepAlive(first, { restart, log: logUntilEnd, onLost });
  return { url, ...endsOf(alive, ending) };
}

function endsOf(alive: RevivedCluster, ending: { hasBegun: boolean }): Omit<OpenCluster, 'url'> {
  const crash = () => {
    ending.hasBegun = true;
    void alive.giveUp();
    signalProcess(alive.current().postmasterId, 'SIGKILL');
  };
  const stop = async () => {
    ending.hasBegun = true;
    await alive.giveUp();
    await endCluster(alive.current());
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
