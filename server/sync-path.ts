import { open } from 'node:fs/promises';

/** What was written to a file, or which entries a folder has, is on the disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
