import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { findReferencedKeys } from '../../../app/server/check-files.ts';
import { sweepFiles } from '../../../app/server/housekeeping.ts';
import { createCompressedStorage } from '../../../server/storage/compression/compressed-storage.ts';
import { openFileStorage } from '../../../server/storage/file-storage.ts';
import { readBytes } from '../../../server/storage/read-bytes.ts';
import { listStoredKeys } from '../../../server/testing/stored-bytes.ts';
import { openDeps } from '../soak-deps.ts';
import type { SoakPortal } from '../soak-portal.ts';
import type { Acknowledged } from './uploader.ts';

const folderOf = ({ dataDir }: SoakPortal) => join(dataDir, 'portal', 'files');

/** Returns a sentence for each acknowledged file that is not stored with the bytes that were sent. */
export async function findLost(portal: SoakPortal, acknowledged: Acknowledged): Promise<string[]> {
  const storage = createCompressedStorage(await openFileStorage(folderOf(portal)));
  const lost: string[] = [];
  for (const [id, sha256] of acknowledged) {
    const row = await portal.db.selectFrom('files').select('file_key').where('id', '=', id).executeTakeFirst();
    if (row === undefined) {
      lost.push(`file ${id} has no row`);
      continue;
    }
    const bytes = await readBytes(storage, row.file_key).catch(() => null);
    if (bytes === null) lost.push(`file ${id} cannot be read`);
    else if (createHash('sha256').update(bytes).digest('hex') !== sha256) lost.push(`file ${id} has other bytes`);
  }
  return lost;
}

async function countUnreferenced(portal: SoakPortal): Promise<number> {
  const keys = await listStoredKeys({ folder: folderOf(portal) });
  const referenced = await findReferencedKeys(portal.db, keys);
  return keys.filter((key) => !referenced.has(key)).length;
}

/** Counts stored objects that no row references, before and after the portal's daily sweep. */
export async function sweepLeftovers(portal: SoakPortal): Promise<{ before: number; after: number }> {
  const before = await countUnreferenced(portal);
  await sweepFiles(await openDeps(portal), { all: true, minAgeMs: 0 });
  return { before, after: await countUnreferenced(portal) };
}
