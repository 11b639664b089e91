import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the current time, in milliseconds, by the clock that stamps the files of this folder: on a network drive, it
 * is not this machine's.
 */
export async function readClock(folder: string): Promise<number> {
  const probe = join(folder, `clock-${process.pid}`);
  await writeFile(probe, '', { mode: 0o600 });
  const { mtimeMs } = await stat(probe);
  await rm(probe, { force: true });
  return mtimeMs;
}
