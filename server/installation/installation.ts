import type pg from 'pg';
import { pluralize } from '../../contract/amounts.ts';
import type { Config } from '../config.ts';
import {
  type DatabaseSide,
  listReferencedKeys,
  nameDatabase,
  readDatabaseSide,
  readInstallationRow,
  withClient,
  writeInstallationRow,
} from './database-side.ts';
import { type FolderSide, hasObject, readFolderSide } from './folder-side.ts';
import { type StorageSettings, findStorageOwner } from '../storage/open-storage.ts';
import {
  type InstallationId,
  newInstallation,
  readInstallationFile,
  writeInstallationFile,
} from './installation-file.ts';

/** A database and the data folder that it is about to be used with. */
export interface Sides {
  url: string;
  dataDir: string;
  isEmbedded: boolean;
  /** A bucket with the stored files; null or missing: they are in the data folder. */
  storagePlace?: StorageSettings['storagePlace'];
  /** SECRETS_KEY and LEDGER_KEY are set: the folder needs no key that only the portal's first folder has. */
  hasKeys?: boolean;
}

/** The settings that processes on several machines share besides the database. */
export type SharedSettings = Partial<Pick<Config, 'storagePlace' | 'secretsKey' | 'ledgerKey' | 'storageKey'>>;

/** Whether all keys are shared. With STORAGE_KEY, the first folder has a key file that no other folder has. */
export const hasSharedKeys = ({ secretsKey = null, ledgerKey = null, storageKey = null }: SharedSettings): boolean =>
  secretsKey !== null && ledgerKey !== null && storageKey === null;

/** What both sides hold, in words and numbers; looking changes nothing. */
export interface BothSides {
  database: DatabaseSide;
  folder: FolderSide;
  /** Two lines of description for the operator. */
  lines: string[];
  /** Why they may not be used together; null: they may. */
  reason: string | null;
  /** What must be written on both sides before they are used; null: nothing. */
  toWrite: InstallationId | null;
}

export async function readBothSides(sides: Sides): Promise<BothSides> {
  return withClient(sides.url, async (client) => {
    const [database, folder] = [await readDatabaseSide(client), await readFolderSide(sides.dataDir)];
    const countMissing = () => countMissingObjects(client, sides.dataDir);
    const decision = await decide({ database, folder, isEmbedded: sides.isEmbedded, countMissing });
    return {
      database,
      folder,
      lines: describe(sides, database, folder),
      reason: decision.kind === 'refuse' ? decision.reason : null,
      toWrite: decision.kind === 'write' ? newInstallation(decision.id ?? undefined) : null,
    };
  });
}

/**
 * Throws when this database and this data folder do not belong together, or when the database was moved elsewhere:
 * every file that the wrong database does not reference would look like a leftover. Call it before anything is changed
 * on either side, including the tables of the database. Returns what `writeInstallation` has to write afterwards.
 */
export async function checkInstallation(sides: Sides): Promise<InstallationId | null> {
  const { installation, moved } = await withClient(sides.url, readInstallationRow);
  if (moved !== null) throw new Error(describeMove(moved));
  const inFolder = await readInstallationFile(sides.dataDir);
  if (installation !== null && inFolder !== null && isSame(installation, inFolder)) return null;
  if (installation !== null && inFolder === null && (await hasOwnBucket(sides, installation))) return installation;
  const { lines, reason, toWrite } = await readBothSides(sides);
  if (reason === null) return toWrite;
  throw new Error(
    [
      `This database and this data folder do not belong together. ${reason}`,
      ...lines,
      'Nothing was changed on either side. Most likely DATABASE_URL or DATA_DIR is not that of this portal.',
      'If the two are meant to be one portal from now on: npm run admin -- installation join',
    ].join('\n'),
  );
}

/**
 * Returns whether an unused folder belongs to an additional process of a portal whose files are in a bucket: then the
 * bucket, to which the folder's process is about to write, carries the database's mark.
 */
async function hasOwnBucket(sides: Sides, installation: InstallationId): Promise<boolean> {
  const { dataDir, storagePlace = null, hasKeys = false } = sides;
  if (!hasKeys || (await readFolderSide(dataDir)).isUsed) return false;
  const owner = await findStorageOwner(storagePlace);
  return owner !== null && isSame(owner, installation);
}

const isSame = (one: InstallationId, other: InstallationId) => one.id === other.id && one.copyId === other.copyId;

export async function writeInstallation({ url, dataDir }: Sides, installation: InstallationId): Promise<void> {
  await withClient(url, (client) => writeInstallationRow(client, installation));
  await writeInstallationFile(dataDir, installation);
}

async function countMissingObjects(client: pg.Client, dataDir: string): Promise<number> {
  let missing = 0;
  for await (const keys of listReferencedKeys(client)) {
    missing += keys.filter((key) => !hasObject(dataDir, key)).length;
  }
  return missing;
}

export const describeMove = ({ at, to }: { at: string; to: string }) =>
  `This database was moved to ${to} on ${at}, and is not used any more. Set DATABASE_URL to that database and start ` +
  'again. To come back to this one as it was before the move: npm run admin -- installation undo-move';

function describe({ url, dataDir, isEmbedded }: Sides, database: DatabaseSide, folder: FolderSide): string[] {
  const place = isEmbedded ? 'embedded' : nameDatabase(url);
  return [
    `  database     ${place}: ${nameId(database.installation)}, ` +
      `${pluralize(database.users, 'user')}, ${pluralize(database.referenced, 'stored file')} referenced`,
    `  data folder  ${dataDir}: ${nameId(folder.installation)}, ${pluralize(folder.objects, 'stored file')}`,
  ];
}

const nameId = (installation: InstallationId | null) =>
  installation === null
    ? 'no installation id'
    : `installation ${installation.id.slice(0, 8)}, copy ${installation.copyId.slice(0, 8)}`;

interface Compared {
  database: DatabaseSide;
  folder: FolderSide;
  /** The embedded database lies inside the data folder, so only its files could belong to another portal. */
  isEmbedded: boolean;
  /** Counts referenced files that are missing in the folder; called only when it decides. */
  countMissing: () => Promise<number>;
}

type Decision =
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
