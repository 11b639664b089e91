import { join } from 'node:path';
import type { ServerConfig } from '../config.ts';
import type { DiskSpace } from './disk-space.ts';
import { openFileStorage } from './file-storage.ts';
import type { Storage } from './storage.ts';

/** The storage of a portal, as its settings describe it. */
export const openStorage = ({ dataDir }: Pick<ServerConfig, 'dataDir'>, space?: DiskSpace): Promise<Storage> =>
  openFileStorage(join(dataDir, 'files'), space);
