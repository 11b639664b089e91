import { join } from 'node:path';
import { pluralize } from '../../contract/amounts.ts';
import { findRecordedPlace } from '../database/cluster-place.ts';
import { hasCluster } from '../database/reload-cluster.ts';
import { readFolderSide } from './folder-side.ts';

/** Returns whether the embedded database of this data folder was ever created. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  const database = join(dataDir, 'database');
  return hasCluster(database) || findRecordedPlace(database) !== null;
}

/** Throws when a portal's database should exist but does not: a new one in its place would know none of its files. */
export async function refuseVanishedDatabase(dataDir: string): Promise<void> {
  if (hasEmbeddedDatabase(dataDir)) return;
  const { installation, objects, isUsed } = await readFolderSide(dataDir);
  if (installation === null && !isUsed) return;
  throw new Error(
    [
      `DATABASE_URL is not set, and there is no embedded database in ${join(dataDir, 'database')}. But the data folder`,
      `${dataDir} is that of a portal, with ${pluralize(objects, 'stored file')}. Nothing was made and nothing was changed.`,
      'Set DATABASE_URL to the database of this portal, or restore a backup: npm run admin restore FILE',
      'To begin with a new, empty database beside these files: npm run admin -- installation join --really',
    ].join('\n'),
  );
}
