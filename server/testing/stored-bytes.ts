import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Lists every stored file of a test app by its key, whether it is still waiting or stored. */
export async function listStoredKeys({ folder }: { folder: string }): Promise<string[]> {
  const found: string[] = [];
  for (const room of ['incoming', 'objects']) {
    const entries = await readdir(join(folder, room), { recursive: true, withFileTypes: true });
    found.push(...entries.filter((entry) => entry.isFile()).map((entry) => entry.name));
  }
  return found.sort();
}
