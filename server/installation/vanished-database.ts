import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pluralize } from '../../contract/amounts.ts';
import { hasCluster } from '../database/reload-cluster.ts';
import { readFolderSide } from './folder-side.ts';

/** Returns whether the embedded database of this data folder was ever created. */
export const hasEmbeddedDatabase = (dataDir: string): boolean => hasCluster(join(dataDir, 'database'));

/** File in which very old versions recorded that they put the cluster outside of the data folder. */
const RECORD = 'postgresql.place';

/** Throws when a portal's database should exist but does not: a new one in its place would know none of its files. */
export async function refuseVanishedDatabase(dataDir: string): Promise<void> {
  if (hasEmbeddedDatabase(dataDir)) return;
  const record = join(dataDir, 'database', RECORD);
  if (existsSync(record))
    throw new Error(
      `The database of this portal was put elsewhere by a Tunedesk that is too old for this one, as ${record} says. ` +
        'Nothing was made and nothing was changed. Start the last version that moves it into the data folder on it, then ' +
        'this one ("Very old versions" in docs/operating.md). If it is lost, move that file away and restore a backup.',
    );
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
