import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readlink, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { hashPieces } from '../hashing/hash-pieces.ts';
import { syncPath } from '../sync-path.ts';
import { endLeftover } from './postmaster-file.ts';

/** Folder of the cluster, inside that of the database. */
export const PLACE = 'postgresql';

/** File in which earlier versions recorded where they put the cluster when root had no user namespaces. */
const RECORD = 'postgresql.place';

export function findRecordedPlace(dataDir: string): string | null {
  const path = join(dataDir, RECORD);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

/**
 * Moves a cluster that an earlier version put outside the data folder into it. The cluster is copied, compared byte by
 * byte and only then used; the original stays as it is. Throws when it is not at the recorded place, because a new
 * database instead would be an empty portal. The caller holds the lock of `dataDir`.
 */
export async function moveClusterIn(dataDir: string, log: (line: string) => void): Promise<void> {
  const recorded = findRecordedPlace(dataDir);
  if (recorded === null) return;
  const [from, place] = [join(recorded, 'cluster'), join(resolve(dataDir), PLACE)];
  if (!existsSync(join(from, 'PG_VERSION'))) throw new Error(vanished(dataDir, recorded));
  await endLeftover(from, log);
  log(`Moving the database from ${recorded} into ${place}.`);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const [draft, cluster] = [join(place, 'cluster.moving'), join(place, 'cluster')];
  await rm(draft, { recursive: true, force: true });
  await cp(from, draft, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  await requireSame(from, draft);
  // The record decides which cluster is the portal's; one found here has never been in use since it was written.
  if (existsSync(cluster)) await rename(cluster, `${cluster}.unused-${Date.now()}`);
  await rename(draft, cluster);
  await syncPath(place);
  await rename(join(dataDir, RECORD), join(dataDir, `${RECORD}.moved-in`));
  await syncPath(dataDir);
  log(`The database is in ${place} now. ${recorded} is not used any more and can be removed.`);
}

const vanished = (dataDir: string, recorded: string) =>
  `The database of this portal is in ${recorded}, as ${join(dataDir, RECORD)} says, and it is not there or cannot be ` +
  'read by this user. Nothing was made and nothing was changed. Make that folder available again, as in a container ' +
  'that was made anew without it, and start as the user who has started before. If it is lost, move the file ' +
  `${RECORD} away and restore a backup: npm run admin restore FILE`;

const FILE = 'file ';

/** Number of files synced at once: disks make many small files durable in about the time of one. */
const AT_ONCE = 32;

async function requireSame(from: string, to: string): Promise<void> {
  const [names, copied] = await Promise.all([listAll(from), listAll(to)]);
  const [expected, found] = [new Set(names), new Set(copied)];
  const different = [...copied.filter((name) => !expected.has(name)), ...names.filter((name) => !found.has(name))];
  const files = names.filter((name) => name.startsWith(FILE) && found.has(name));
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const compared = files.slice(at, at + AT_ONCE).map(async (name) => {
      const path = name.slice(FILE.length);
      if ((await hashFile(join(from, path))) !== (await hashAndSync(join(to, path)))) different.push(name);
    });
    await Promise.all(compared);
  }
  if (different.length === 0) return;
  throw new Error(
    `The copy of the database in ${to} is not the same as ${from} (${different.slice(0, 3).join(', ')}). ` +
      'Nothing was switched over; please start again.',
  );
}

/** Lists every entry with its kind and, for a link, its target. */
async function listAll(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const named = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (entry.isSymbolicLink()) return `link ${name} -> ${await readlink(path)}`;
    return entry.isDirectory() ? `folder ${name}` : `${FILE}${name}`;
  });
  return Promise.all(named);
}

const hashFile = (path: string): Promise<string> => hashPieces(createReadStream(path));

async function hashAndSync(path: string): Promise<string> {
  await syncPath(path);
  return hashFile(path);
}
