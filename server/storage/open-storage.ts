import { join } from 'node:path';
import type { ServerConfig } from '../config.ts';
import type { InstallationId } from '../installation/installation-file.ts';
import { compressed } from './compression/compressed-storage.ts';
import type { DiskSpace } from './disk-space.ts';
import { encrypted } from './encryption/encrypted-storage.ts';
import { openDataKey } from './encryption/keyring.ts';
import { openFileStorage } from './file-storage.ts';
import { refuseMovedFiles } from './moved-files.ts';
import type { OpenRaw } from './s3/open-s3.ts';
import type { Storage } from './storage.ts';

export type StorageSettings = Pick<ServerConfig, 'dataDir' | 'storagePlace' | 'storageKey' | 'storageKeyOld'>;

/** Its client is large: only a portal that stores there loads it. */
const loadS3 = () => import('./s3/open-s3.ts');

/** The storage of a portal, as its settings describe it. */
export async function openStorage(settings: StorageSettings, space?: DiskSpace): Promise<Storage> {
  const dataKey = await openDataKey(settings);
  const storage = await openRawStorage(settings, { space });
  // Encrypted bytes cannot be compressed.
  return compressed(dataKey === null ? storage : encrypted(storage, dataKey));
}

type PlaceSettings = Pick<StorageSettings, 'dataDir' | 'storagePlace'>;

/** The bytes as they lie there, for copies of all of them. */
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

/** Makes the storage that of another installation, as where database and data folder are joined. */
export async function giveStorage({ storagePlace }: PlaceSettings, installation: InstallationId): Promise<void> {
  if (storagePlace !== null) await (await loadS3()).giveS3(storagePlace, installation);
}

/** Whose installation the storage is marked as; null: no mark, as in a folder, which is marked itself. */
export const findStorageOwner = async (storagePlace: StorageSettings['storagePlace']): Promise<InstallationId | null> =>
  storagePlace === null ? null : (await loadS3()).findS3Owner(storagePlace);
