import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterProcess } from './cluster-process.ts';
import { isPostgresOn, signalProcess } from './postmaster-file.ts';

/** Pauses before each attempt: a start may fail while the disk is full or memory is short, and both pass. */
const WAITS_MS = [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** A PostgreSQL that ends more often is broken: the program ends too, so that its supervisor takes notice. */
const MAX_ENDS = 5;
const ENDS_WITHIN_MS = 600_000;

const SESSIONS_TIMEOUT_MS = 2_000;

export interface ReviveOptions {
  /** Starts PostgreSQL on its cluster again, reachable at the same address. */
  restart: () => Promise<ClusterProcess>;
  log: (line: string) => void;
  /** Called when it cannot be started again. */
  onLost: () => void;
}

export interface RevivedCluster {
  /** The PostgreSQL that runs now; after `giveUp`, the last one. */
  current: () => ClusterProcess;
  /** Prevents further starts. Resolves when none is under way. */
  giveUp: () => Promise<void>;
}

/** Starts PostgreSQL again whenever it ends by itself, for instance because it was killed. */
export function keepAlive(first: ClusterProcess, { restart, log, onLost }: ReviveOptions): RevivedCluster {
  let current = first;
  let reviving: Promise<void> = Promise.resolve();
  const ending = { isExpected: false };
  const endedAt: number[] = [];

  const watch = (cluster: ClusterProcess) => {
    void hasEnded(cluster).then(() => {
      if (!ending.isExpected) reviving = revive();
    });
  };

  async function revive(): Promise<void> {
    const now = Date.now();
    endedAt.push(now);
    if (endedAt.filter((at) => at > now - ENDS_WITHIN_MS).length > MAX_ENDS) {
      log('The embedded PostgreSQL ends again and again; it is not started any more.');
      onLost();
      return;
    }
    log('The embedded PostgreSQL ended unexpectedly. It is started again.');
    for (const waitMs of WAITS_MS) {
      await sleep(waitMs);
      if (ending.isExpected) return;
      const started = await restart().catch((error: Error) => log(error.message));
      if (!started) continue;
      current = started;
      watch(started);
      log(`The embedded PostgreSQL runs again, after ${((Date.now() - now) / 1_000).toFixed(1)} s.`);
      return;
    }
    log('The embedded PostgreSQL cannot be started again.');
    onLost();
  }

  watch(first);
  return {
    current: () => current,
    giveUp: () => {
      ending.isExpected = true;
      return reviving;
    },
  };
}

/** Resolves when the process itself ends: sessions that outlive it hold its output open. */
const hasEnded = ({ child }: ClusterProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((done) => void child.once('exit', () => done()));

/**
 * Ends the sessions of a PostgreSQL whose main process is gone. Idle ones end by themselves; one in the middle of a
 * long statement would go on, and PostgreSQL does not start beside it.
 */
export async function endSessions(cluster: string): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGQUIT', SESSIONS_TIMEOUT_MS],
    ['SIGKILL', SESSIONS_TIMEOUT_MS],
  ];
  for (const [signal, timeoutMs] of steps) {
    const deadline = Date.now() + timeoutMs;
    for (const id of listProcessesOn(cluster)) signalProcess(id, signal);
    while (listProcessesOn(cluster).length > 0 && Date.now() < deadline) await sleep(20);
  }
}

/** Only Linux shows them without another program; elsewhere the start waits for them to end. */
function listProcessesOn(cluster: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => isPostgresOn(cluster, id));
}
