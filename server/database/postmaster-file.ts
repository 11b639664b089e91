import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** What PostgreSQL notes about itself in its cluster: its process id and whether it is ready. */
export type Postmaster = { id: number; isReady: boolean };

export function findPostmaster(cluster: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const id = Number(lines[0]);
  if (!Number.isSafeInteger(id) || id <= 1) return null;
  return { id, isReady: lines[7]?.trim() === 'ready' };
}

export function signalProcess(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch (error) {
    // It ended in the meantime, which is what the signal was for.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Ends whatever PostgreSQL a killed server left on this cluster. The caller must hold the lock of the data folder. */
export async function endLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const leftover = findPostmaster(cluster);
  if (leftover !== null && isPostgresOn(cluster, leftover.id)) {
    log(`Ending the PostgreSQL that an earlier start left behind (process ${leftover.id})`);
    const steps: [NodeJS.Signals, number][] = [
      ['SIGINT', 10_000],
      ['SIGQUIT', 5_000],
      ['SIGKILL', 2_000],
    ];
    for (const [signal, timeoutMs] of steps) {
      if (await isGoneAfter(cluster, leftover.id, signal, timeoutMs)) break;
    }
  }
  // PostgreSQL trusts the id in here, even if an unrelated process of the same user has it by now.
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

async function isGoneAfter(cluster: string, id: number, signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
  signalProcess(id, signal);
  const deadline = Date.now() + timeoutMs;
  while (isPostgresOn(cluster, id)) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/**
 * Recognises PostgreSQL on Linux by its working folder, which is its cluster; elsewhere by its command line, which
 * names it.
 */
export function isPostgresOn(cluster: string, id: number): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${id}/cwd`) === cluster;
    } catch {
      return false;
    }
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(id)], { encoding: 'utf8' }).stdout?.includes(cluster) ?? false;
}

/** Folder of the cluster, inside that of the database. */
export const PLACE = 'postgresql';
