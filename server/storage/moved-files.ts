import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSecret } from '../secret-file.ts';

/** File in the data folder that names where its stored files have been moved to. */
export const MOVED_FILE = 'files-moved-to';

/** Records where the stored files were moved to; null when they are back. */
export async function markFilesMoved(dataDir: string, to: string | null): Promise<void> {
  const path = join(dataDir, MOVED_FILE);
  if (to === null) await rm(path, { force: true });
  else await writeFile(path, `${to}\n`, { mode: 0o600 });
}

/** Refuses a folder that the files have left: new files in it would be missing where the others are. */
export async function refuseMovedFiles(dataDir: string): Promise<void> {
  const to = await readSecret(join(dataDir, MOVED_FILE));
  if (to === null) return;
  throw new Error(
    `The stored files of ${dataDir} were moved to ${to.trim()}. Set STORAGE_URL to that address. To use the folder ` +
      'again: npm run admin move-to folder, with STORAGE_URL set.',
  );
}
