import { readFile } from 'node:fs/promises';

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
