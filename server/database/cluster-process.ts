import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ClusterOwner } from './cluster-owner.ts';
import { findPostmaster } from './postmaster-file.ts';

const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '128MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements are left to their callers; only what ends a session or the server is logged.
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  jit: 'off',
  random_page_cost: '1.1',
  // Parallel workers need more /dev/shm than containers usually have.
  max_parallel_workers_per_gather: '0',
};

/**
 * Stops PostgreSQL when its input breaks, a pipe from us that ends with us. A background command gets no input unless
 * it is passed on explicitly.
 */
const WAITING_SHELL = `
  exec 3<&0 0</dev/null
  "$@" 3<&- &
  postgres=$!
  (read -r _ <&3; kill -INT $postgres) 2>/dev/null &
  waiting=$!
  exec 3<&-
  wait $postgres
  kill $waiting 2>/dev/null`;

/** For tests: the cluster is thrown away, so nothing has to survive a power cut. */
const NOT_DURABLE: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Keeps a new database out of the write-ahead log, which saves a third of the work of making one.
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** Leaves out the caller's locale, which may not exist where PostgreSQL looks for it. */
const ENVIRONMENT = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export type ClusterProcess = { child: ChildProcess; postmasterId: number; exited: Promise<void> };

export function makeCluster(owner: ClusterOwner, { durable }: { durable: boolean }): void {
  const cluster = join(owner.place, 'cluster');
  if (existsSync(cluster)) return;
  // Made under another name until it is complete: half a cluster would never start again.
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  const words = [...owner.prefix, join(owner.binaries, 'initdb'), '-D', draft, '--username=tunedesk', '--auth=trust'];
  words.push('--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums');
  if (!durable) words.push('--no-sync');
  const [command = '', ...rest] = words;
  const result = spawnSync(command, rest, { encoding: 'utf8', cwd: owner.place, env: ENVIRONMENT, ...owner.identity });
  if (result.status !== 0) {
    throw new Error(
      `PostgreSQL could not make its cluster in ${owner.place}: ${result.stderr || result.error?.message}`,
    );
  }
  renameSync(draft, cluster);
}

type StartOptions = { owner: ClusterOwner; socketFolder: string; durable: boolean; log: (line: string) => void };

export async function startCluster(options: StartOptions): Promise<ClusterProcess> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const failures: string[] = [];
    const started = await tryStart(options, failures);
    if (started !== null) return started;
    // The last sessions of a killed PostgreSQL hold its memory a moment longer than PostgreSQL itself.
    const isMomentary = failures.some((line) => line.includes('pre-existing shared memory block'));
    if (!isMomentary || Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${failures.join('\n')}`);
    await sleep(50);
  }
}

/** Returns null when PostgreSQL ends instead of becoming ready; `failures` then holds its output. */
async function tryStart(options: StartOptions, failures: string[]): Promise<ClusterProcess | null> {
  const { owner, log } = options;
  const cluster = join(owner.place, 'cluster');
  const [command = '', ...words] = startCommand(options, cluster);
  const child = spawn(command, words, {
    cwd: owner.place,
    env: ENVIRONMENT,
    // In its own process group, so that Ctrl-C reaches it only through stop(), after the last request.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    ...owner.identity,
  });
  child.on('error', (error) => failures.push(error.message));
  // The waiting shell's input breaks when PostgreSQL ends; the exit is noticed anyway.
  child.stdin.on('error', () => undefined);
  const exited = new Promise<void>((done) => void child.once('error', () => done()).once('close', () => done()));
  let isReady = false;
  createInterface({ input: child.stderr }).on('line', (line) => (isReady ? log(line) : failures.push(line)));
  const ending = { hasEnded: false };
  void exited.then(() => (ending.hasEnded = true));
  while (!ending.hasEnded) {
    const postmaster = findPostmaster(cluster);
    if (postmaster?.isReady) {
      isReady = true;
      return { child, postmasterId: postmaster.id, exited };
    }
    await sleep(5);
  }
  return null;
}

function startCommand({ owner, socketFolder, durable }: StartOptions, cluster: string): string[] {
  const settings = { ...SETTINGS, ...(durable ? {} : NOT_DURABLE), unix_socket_directories: socketFolder };
  const postgres = [join(owner.binaries, 'postgres'), '-D', cluster];
  for (const [name, value] of Object.entries(settings)) postgres.push('-c', `${name}=${value}`);
  return [...owner.prefix, ...endsWithUs(), ...postgres];
}

/**
 * PostgreSQL must not outlive this process, however it ends. The kernel ensures that or, failing that, a waiting shell.
 */
function endsWithUs(): string[] {
  const prefix = ['setpriv', '--pdeathsig', 'INT', '--'];
  if (spawnSync('setpriv', [...prefix.slice(1), 'true'], { stdio: 'ignore' }).status === 0) return prefix;
  return ['sh', '-c', WAITING_SHELL, 'sh'];
}
