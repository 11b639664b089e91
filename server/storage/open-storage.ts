import { join } from 'node:path';
import { rm, writeFile } from 'node:fs/promises';
import type { ServerConfig } from '../config.ts';
import type { InstallationId } from '../installation/installation-file.ts';
import { createCompressedStorage } from './compression/compressed-storage.ts';
import { type DiskSpace, openDiskSpace } from './disk-space.ts';
import { BYTES_OF_MB } from '../../contract/amounts.ts';
import { createEncryptedStorage } from './encryption/encrypted-storage.ts';
import { openDataKey } from './encryption/keyring.ts';
import { openFileStorage } from './file-storage.ts';
import { createRecentStorage } from './recent-storage.ts';
import type { OpenRaw } from './s3/open-s3.ts';
import type { Storage } from './storage.ts';
import { readSecret } from '../secret-file.ts';

export type StorageSettings = Pick<ServerConfig, 'dataDir' | 'storagePlace' | 'storageKey' | 'storageKeyOld'>;

/** Loads the code for S3, whose client is large, only for a portal that stores files there. */
const loadS3 = () => import('./s3/open-s3.ts');

/** Opens the storage of a portal, as described by its settings. */
export async function openStorage(settings: StorageSettings, space?: DiskSpace): Promise<Storage> {
  const dataKey = await openDataKey(settings);
  const storage = await openRawStorage(settings, { space });
  // Encrypted bytes cannot be compressed.
  return createRecentStorage(
    createCompressedStorage(dataKey === null ? storage : createEncryptedStorage(storage, dataKey)),
  );
}

/** The database and the files may be on different disks. */
export const openPortalSpace = ({
  dataDir,
  storagePlace,
  diskReserveMb,
}: Pick<ServerConfig, 'dataDir' | 'storagePlace' | 'diskReserveMb'>): DiskSpace =>
  openDiskSpace({
    folders: storagePlace === null ? [dataDir, join(dataDir, 'files')] : [dataDir],
    reserveBytes: diskReserveMb * BYTES_OF_MB,
  });

type PlaceSettings = Pick<StorageSettings, 'dataDir' | 'storagePlace'>;

/** Opens the storage with the bytes as they are stored, for copying all of them. */
export async function openRawStorage(
  { dataDir, storagePlace }: PlaceSettings,
  options: OpenRaw = {},
): Promise<Storage> {
  if (storagePlace === null) {
    if (options.isAnyones !== true) await refuseMovedFiles(dataDir);
    return openFileStorage(join(dataDir, 'files'), options.space);
  }
  return (await loadS3()).openS3(storagePlace, dataDir, options);
}

/** Marks the storage as that of another installation, for instance when database and data folder are joined. */
export async function assignStorage({ storagePlace }: PlaceSettings, installation: InstallationId): Promise<void> {
  if (storagePlace !== null) await (await loadS3()).assignS3(storagePlace, installation);
}

/**
 * Returns the installation that the storage is marked with; null without a mark, as for a folder, which is itself
 * marked.
 */
export const findStorageOwner = async (storagePlace: StorageSettings['storagePlace']): Promise<InstallationId | null> =>
  storagePlace === null ? null : (await loadS3()).findS3Owner(storagePlace);

/** File in the data folder that names where its stored files have been moved to. */
export const MOVED_FILE = 'files-moved-to';

/** Records where the stored files were moved to, without the keys of a bucket; null when they are back. */
export async function markFilesMoved(dataDir: string, to: string | null): Promise<void> {
  const path = join(dataDir, MOVED_FILE);
  if (to === null) await rm(path, { force: true });
  else await writeFile(path, `${to.replace(/^s3:\/\/[^/]*@/, 's3://')}\n`, { mode: 0o600 });
}

/** Refuses a folder that the files have left: new files in it would be missing where the others are. */
async function refuseMovedFiles(dataDir: string): Promise<void> {
  const to = await readSecret(join(dataDir, MOVED_FILE));
  if (to === null) return;
  throw new Error(
    `The stored files of ${dataDir} were moved to ${to.trim()}. Set STORAGE_URL to that address with its keys. To ` +
      'use the folder again: npm run admin move-to folder, with STORAGE_URL set.',
  );
}
