import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Flushes a file's content, or a folder's list of entries, to the disk: a rename is durable only once its folder is
 * flushed.
 */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a text that only its owner can read; it is on the disk when this resolves. If others read the file, see below.
 */
export async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces the text of a file: readers see the old text or the new one, never a part of it, even after a power cut. */
export async function replaceText(path: string, text: string): Promise<void> {
  await writeSynced(`${path}.new`, text);
  await rename(`${path}.new`, path);
  await syncPath(dirname(path));
}
