import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

/**
 * A file of the data folder that is made once and has to stay; null: it has not been made yet. One that is there and
 * cannot be read stops the start: to make it again would destroy what cannot be restored.
 */
export async function readSecret(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The file's secret, made at the first start. */
export async function keepSecret(path: string): Promise<string> {
  const stored = await readSecret(path);
  if (stored !== null && stored.trim().length >= 32) return stored.trim();
  const made = randomBytes(32).toString('base64url');
  await writeFile(path, `${made}\n`, { mode: 0o600 });
  return made;
}
