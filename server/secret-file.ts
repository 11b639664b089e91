import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

/**
 * Reads a file of the data folder that is created once and has to stay; null: it does not exist yet. A file that exists
 * but cannot be read stops the start: creating it again would destroy what cannot be restored.
 */
export async function readSecret(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Returns the file's secret; creates it at the first start. */
export async function loadOrCreateSecret(path: string): Promise<string> {
  const stored = await readSecret(path);
  if (stored !== null && stored.trim().length >= 32) return stored.trim();
  const made = randomBytes(32).toString('base64url');
  await writeFile(path, `${made}\n`, { mode: 0o600 });
  return made;
}
