import type { DatabaseSide } from './database-side.ts';
import type { FolderSide } from './folder-side.ts';

export interface Compared {
  database: DatabaseSide;
  folder: FolderSide;
  /** The embedded database lies inside the data folder, so only its files could belong to another portal. */
  isEmbedded: boolean;
  /** Counts referenced files that are missing in the folder; called only when it decides. */
  countMissing: () => Promise<number>;
}

export type Decision =
  | { kind: 'ready' }
  /** Both sides are new, or have always been together: the id is written to both. */
  | { kind: 'write'; id: string | null }
  | { kind: 'refuse'; reason: string };

const refuse = (reason: string): Decision => ({ kind: 'refuse', reason });

/** Decides whether a database and a data folder belong together; when that is uncertain, they do not. */
export async function decide({ database, folder, isEmbedded, countMissing }: Compared): Promise<Decision> {
  const [one, other] = [database.installation, folder.installation];
  if (one !== null && other !== null) {
    if (one.id !== other.id) return refuse('They belong to two different portals.');
    if (one.copyId !== other.copyId) {
      return refuse(
        'They are of one portal, but of two copies of it: a backup of it was restored, or it was joined anew.',
      );
    }
    return { kind: 'ready' };
  }
  const hasData = database.users > 0 || folder.isUsed;
  if (!hasData) return { kind: 'write', id: (one ?? other)?.id ?? null };
  if (one !== null) return refuse('The database belongs to a portal, and the folder to none.');
  if (other !== null) return refuse('The folder belongs to a portal, and the database to none.');
  if (database.users === 0) return refuse('The folder is that of a portal, and the database is empty.');
  if (!folder.isUsed && !isEmbedded) return refuse('The database is that of a portal, and the folder is new.');
  // Both date from before there was an id.
  const missing = await countMissing();
  if (missing === 0) return { kind: 'write', id: null };
  return refuse(`Of the stored files that the database references, ${missing} are not in the folder.`);
}
