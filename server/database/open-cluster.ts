import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ClusterOwner, chooseClusterOwner } from './cluster-owner.ts';
import { type ClusterProcess, makeCluster, startCluster } from './cluster-process.ts';
import type { PostgresPackage } from './older-postgres.ts';
import { endLeftover, signalProcess } from './postmaster-file.ts';
import { type RevivedCluster, endSessions, keepAlive } from './revive-cluster.ts';
import { createVerifier, generatePassword } from './access.ts';

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

/** The superuser that initdb makes. Only migrations and the operator's commands connect as it. */
const CLUSTER_USER = 'tunedesk';

const DATABASE = 'tunedesk';
const RELOAD_TIMEOUT_MS = 10_000;

const RULES = {
  /**
   * Before anything is served: only the superuser, through a socket in a folder that only its system user may enter.
   */
  setup: `local all ${CLUSTER_USER} trust\n`,
  /** Afterwards: every role needs its own password, so no role can act as another. */
  passwords: 'local all all scram-sha-256\n',
};

/** Writes `pg_hba.conf`, which PostgreSQL reads when it starts and when it is asked to reload. */
function writeAccessRules(owner: ClusterOwner, rules: keyof typeof RULES): void {
  const path = join(owner.place, 'cluster', 'pg_hba.conf');
  const draft = `${path}.new`;
  writeFileSync(draft, RULES[rules], { mode: 0o600 });
  chmodSync(draft, 0o600);
  if (owner.identity) chownSync(draft, owner.identity.uid, owner.identity.gid);
  renameSync(draft, path);
}

/**
 * Makes the database, gives the superuser a new password and from then on requires a password for every connection. The
 * password is stored nowhere in the cluster; the next start makes another. Returns the superuser's address.
 */
async function closeAccess(owner: ClusterOwner, socketFolder: string): Promise<string> {
  const open = composeDatabaseUrl(CLUSTER_USER, '', 'postgres', socketFolder);
  const password = generatePassword();
  const client = new pg.Client({ connectionString: open });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    await client.query(`ALTER ROLE ${CLUSTER_USER} PASSWORD '${createVerifier(password)}'`);
    writeAccessRules(owner, 'passwords');
    await reloadRules(client);
  } finally {
    await client.end();
  }
  return composeDatabaseUrl(CLUSTER_USER, password, DATABASE, socketFolder);
}

/** Reloads the rules and waits until this session has noticed: connections made after that are subject to them. */
async function reloadRules(client: pg.Client): Promise<void> {
  const loadedAt = async () =>
    (await client.query<{ at: string }>('SELECT pg_conf_load_time()::text AS at')).rows[0]?.at;
  const before = await loadedAt();
  const deadline = Date.now() + RELOAD_TIMEOUT_MS;
  await client.query('SELECT pg_reload_conf()');
  while ((await loadedAt()) === before) {
    if (Date.now() > deadline) throw new Error('PostgreSQL does not take its new rules of access.');
    await sleep(5);
  }
}

const composeDatabaseUrl = (user: string, password: string, database: string, socketFolder: string) =>
  `postgresql://${user}${password && `:${password}`}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
