import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

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
