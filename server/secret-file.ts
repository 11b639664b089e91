import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { nullIfMissing } from './null-if-missing.ts';

/**
 * Reads a file of the data folder that is created once and has to stay; null: it does not exist yet. A file that exists
 * but cannot be read stops the start: creating it again would destroy what cannot be restored.
 */
export const readSecret = (path: string): Promise<string | null> => nullIfMissing(readFile(path, 'utf8'));

/** Returns the file's secret; creates it at the first start. */
export async function loadOrCreateSecret(path: string): Promise<string> {
  const stored = await readSecret(path);
  if (stored !== null && stored.trim().length >= 32) return stored.trim();
  const made = randomBytes(32).toString('base64url');
  await writeFile(path, `${made}\n`, { mode: 0o600 });
  return made;
}
