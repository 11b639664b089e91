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
  /** Folder that contains the cluster, in a place of its own; locked by the caller. */
  dataDir: string;
  postgres: PostgresPackage;
  log: (line: string) => void;
  durable: boolean;
  /** Called when PostgreSQL has ended by itself and cannot be started again. */
  onLost?: () => void;
}

/** `url` is the superuser's. */
export type OpenCluster = { url: string; stop(): Promise<void>; crash(): void };

/** Longest path that a socket address of the kernel holds, without the terminating zero. */
const SOCKET_PATH_LIMIT_BYTES = 107;

/** Starts PostgreSQL on the cluster of a folder, which the first start makes, and again whenever it ends by itself. */
export async function openCluster(options: ClusterOptions): Promise<OpenCluster> {
  const { dataDir, postgres, log, durable } = options;
  const owner = chooseClusterOwner(dataDir, postgres);
  makeCluster(owner, { durable });
  const folder = join(owner.place, 'cluster');
  await endLeftover(folder, log);
  const socketFolder = makeSocketFolder(owner);
  const ending = { hasBegun: false };
  // Stops logging once the end has begun: PostgreSQL then logs every session it closes.
  const logUntilEnd = (line: string) => void (ending.hasBegun || log(line));
  const start = () => startCluster({ owner, socketFolder, durable, log: logUntilEnd });
  writeAccessRules(owner, 'setup');
  const first = await start();
  const url = await closeAccess(owner, socketFolder).catch(async (error: unknown) => {
    await endCluster(first);
    throw error;
  });
  // Uses the existing rules, roles and passwords, so that earlier clients can connect again.
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
  return { url, ...createEndings(alive, ending) };
}

function createEndings(alive: RevivedCluster, ending: { hasBegun: boolean }): Omit<OpenCluster, 'url'> {
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
  for (const [signal, timeoutMs] of steps) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    signalProcess(postmasterId, signal);
    const patience = new AbortController();
    const impatience = sleep(timeoutMs, null, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([exited, impatience]);
    patience.abort();
  }
}

/**
 * Makes the socket's folder: beside the cluster if the path is short enough, otherwise a private one with a short path.
 */
function makeSocketFolder({ place, identity }: ClusterOwner): string {
  const beside = join(place, 'socket');
  const isShortEnough = Buffer.byteLength(join(beside, '.s.PGSQL.5432')) <= SOCKET_PATH_LIMIT_BYTES;
  const folder = isShortEnough ? beside : chooseShortFolder(place, identity?.uid);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (identity) chownSync(folder, identity.uid, identity.gid);
  clearSocket(folder);
  return folder;
}

/** Removes the socket of a killed PostgreSQL; its lock names a process id that any process may have by now. */
function clearSocket(folder: string): void {
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(folder, name), { force: true });
}

function chooseShortFolder(place: string, uid = process.getuid?.()): string {
  const folder = join(tmpdir(), `tunedesk-${createHash('sha256').update(place).digest('hex').slice(0, 16)}`);
  const found = lstatSync(folder, { throwIfNoEntry: false });
  const isSafe = !found || (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0);
  // The name may be taken by another user in this folder open to all: use one that cannot be foreseen instead.
  return isSafe ? folder : mkdtempSync(join(tmpdir(), 'tunedesk-'));
}
