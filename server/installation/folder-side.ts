import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallationId } from './installation-file.ts';
import { readInstallationFile } from './installation-file.ts';

export interface FolderSide {
  installation: InstallationId | null;
  /** Number of stored files. */
  objects: number;
  /** Whether a portal has been started on it. */
  isUsed: boolean;
}

/** Files created by the first start of a portal, and by nothing else. */
const MARKS = ['session-secret', 'proof-key.pem', 'push-keys.json', 'secrets-key'];

const OBJECTS = 'files/objects';

export async function readFolderSide(dataDir: string): Promise<FolderSide> {
  const installation = await readInstallationFile(dataDir);
  const objects = await countObjects(dataDir);
  return { installation, objects, isUsed: objects > 0 || MARKS.some((name) => existsSync(join(dataDir, name))) };
}

async function countObjects(dataDir: string): Promise<number> {
  let objects = 0;
  for (const shelf of await listNames(join(dataDir, OBJECTS))) {
    objects += (await listNames(join(dataDir, OBJECTS, shelf))).length;
  }
  return objects;
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

export const hasObject = (dataDir: string, key: string): boolean =>
  existsSync(join(dataDir, OBJECTS, key.slice(0, 2), key));
