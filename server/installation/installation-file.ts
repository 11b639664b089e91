import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readSecret } from '../secret-file.ts';
import { replaceText } from '../sync-path.ts';

/** The data folder's half of the link to its database. */
export const INSTALLATION_FILE = 'installation.json';

/**
 * `id` names a portal for good. `copyId` names this copy of it: a backup restored beside its running original has the
 * same id, but must still not end up with the original's database or folder.
 */
export const InstallationId = z.object({ id: z.uuid(), copyId: z.uuid() });
export type InstallationId = z.output<typeof InstallationId>;

export const newInstallation = (id: string = randomUUID()): InstallationId => ({ id, copyId: randomUUID() });

/**
 * Returns null when the folder has none. Throws when the file exists but is invalid: replacing it would lose the id.
 */
export async function readInstallationFile(dataDir: string): Promise<InstallationId | null> {
  const path = join(dataDir, INSTALLATION_FILE);
  const text = await readSecret(path);
  if (text === null) return null;
  try {
    return InstallationId.parse(JSON.parse(text));
  } catch {
    throw new Error(`${path} is damaged. Restore it from a backup of this folder, or move it away and start again.`);
  }
}

export async function writeInstallationFile(dataDir: string, installation: InstallationId): Promise<void> {
  await replaceText(join(dataDir, INSTALLATION_FILE), `${JSON.stringify(installation, null, 2)}\n`);
}
