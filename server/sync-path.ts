import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What was written to a file, or which entries a folder has, is on the disk: a rename only is once its folder is. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A text that its owner alone can read, on the disk when this resolves; under a name that others look at, see below. */
export async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Under its name the file has the text before or this one, and never a part of it; also after a power cut. */
export async function replaceText(path: string, text: string): Promise<void> {
  await writeSynced(`${path}.new`, text);
  await rename(`${path}.new`, path);
  await syncPath(dirname(path));
}
