import { join } from 'node:path';
import type { ServerConfig } from '../config.ts';
import type { InstallationId } from '../installation/installation-file.ts';
import type { DiskSpace } from './disk-space.ts';
import { openFileStorage } from './file-storage.ts';
import type { Storage } from './storage.ts';

export type StorageSettings = Pick<ServerConfig, 'dataDir' | 'storagePlace'>;

/** Its client is large: only a portal that stores there loads it. */
const loadS3 = () => import('./s3/open-s3.ts');

/** The storage of a portal, as its settings describe it. */
export async function openStorage({ dataDir, storagePlace }: StorageSettings, space?: DiskSpace): Promise<Storage> {
  if (storagePlace === null) return openFileStorage(join(dataDir, 'files'), space);
  return (await loadS3()).openS3(storagePlace, dataDir, space);
}

/** Makes the storage that of another installation, as where database and data folder are joined. */
export async function giveStorage({ storagePlace }: StorageSettings, installation: InstallationId): Promise<void> {
  if (storagePlace !== null) await (await loadS3()).giveS3(storagePlace, installation);
}
