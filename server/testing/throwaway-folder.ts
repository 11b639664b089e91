import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wasAbandoned } from '../database/data-folder-lock.ts';

/** A folder in memory, on most of Linux. A container gives it 64 MB unless it is asked for more. */
const MEMORY = '/dev/shm';

/** All that lies there at a time: the databases of a run, the filled one included, and the folders of its portals. */
const ROOM_BYTES = 4 * 2 ** 30;
/** For the processes of the tests and the browsers. */
const SPARE_BYTES = 4 * 2 ** 30;

/**
 * A folder for what a run of the tests throws away. The run locks it (lockDataFolder), by which the folders of runs that
 * were interrupted are known, and removed. In memory where there is room, since a new database is a thousand files, and
 * making them on a disk is most of its work; otherwise where the system has temporary files.
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

/** A run that was interrupted could not clean up; the next one does. */
function removeAbandoned(place: string, prefix: string): void {
  for (const name of readdirSync(place).filter((candidate) => candidate.startsWith(prefix))) {
    const folder = join(place, name);
    if (wasAbandoned(folder)) removeThrowawayFolder(folder);
  }
}
