import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Every stored file of a test app by its key, wherever it waits or is stored. */
export async function listStoredKeys({ folder }: { folder: string }): Promise<string[]> {
  const found: string[] = [];
  for (const room of ['incoming', 'objects']) {
    const entries = await readdir(join(folder, room), { recursive: true, withFileTypes: true });
    found.push(...entries.filter((entry) => entry.isFile()).map((entry) => entry.name));
  }
  return found.sort();
}
