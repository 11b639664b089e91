import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wasAbandoned } from '../database/data-folder-lock.ts';

/** A folder in memory on most Linux systems. A container limits it to 64 MB unless asked for more. */
const MEMORY = '/dev/shm';

/** Space for all that is there at one time: a run's databases, including the filled one, and its portals' folders. */
const ROOM_BYTES = 4 * 2 ** 30;
/** Reserved for the processes of the tests and for the browsers. */
const SPARE_BYTES = 4 * 2 ** 30;

/**
 * Creates a folder for what a test run throws away. The run locks it (lockDataFolder), so that folders of interrupted
 * runs are recognised and removed. It is in memory if there is room, since a new database is a thousand files, and
 * creating them on a disk is most of the work; otherwise in the system's folder for temporary files.
 */
export function makeThrowawayFolder(prefix: string): string {
  const place = hasRoomInMemory() ? MEMORY : tmpdir();
  for (const other of new Set([place, tmpdir()])) removeAbandoned(other, prefix);
  return mkdtempSync(join(place, prefix));
}

export const removeThrowawayFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux' || process.availableMemory() < ROOM_BYTES + SPARE_BYTES) return false;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/** An interrupted run could not clean up; the next one does. */
function removeAbandoned(place: string, prefix: string): void {
  for (const name of readdirSync(place).filter((candidate) => candidate.startsWith(prefix))) {
    const folder = join(place, name);
    if (wasAbandoned(folder)) removeThrowawayFolder(folder);
  }
}
