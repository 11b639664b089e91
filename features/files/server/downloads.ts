import { sql } from 'kysely';
import type { Actor, Deps, Download } from '../../../server/http/call.ts';
import { compareWhileSent } from '../../../server/stored-files/verify-object.ts';
import { raiseNotice } from '../../shop/notices/server/notices.ts';
import { notFound } from '../../../server/http/replies.ts';
import { findRemoved } from '../../../server/stored-files/removed-bytes.ts';
import { bytesRemoved, customerDownloadRefusal } from '../files.rules.ts';
import { selectFilesInScope } from './file-rows.ts';
import { explainRefusal, getFile } from './files.ts';
import { can } from '../../../contract/capabilities.ts';

/** Downloads the original, which is always possible. */
export async function downloadOriginal(deps: Deps, actor: Actor, id: number): Promise<Download> {
  const file = await selectFilesInScope(deps.db, actor)
    .select(['files.file_name', 'files.file_key', 'files.file_sha256'])
    .where('files.id', '=', id)
    .executeTakeFirst();
  if (!file) throw notFound();
  const { file_key: key, file_name: fileName, file_sha256: sha256 } = file;
  return openStored(deps, { key, fileName, sha256 });
}

/** Downloads the modified file: an administrator whenever there is one, its owner once it is processed and paid. */
export async function downloadModified(deps: Deps, actor: Actor, id: number): Promise<Download> {
  const isOwner = !can(actor, 'files.attach-modified');
  const file = await selectFilesInScope(deps.db, actor)
    .select(['files.mod_file_name', 'files.mod_file_key', 'files.mod_file_sha256'])
    .where('files.id', '=', id)
    .$if(isOwner, (query) => query.where(isBought))
    .executeTakeFirst();
  const modified = modifiedOf(file);
  if (modified === null) {
    const { file: seen } = await getFile(deps.db, actor, id);
    throw (isOwner ? customerDownloadRefusal(seen) : null) ?? notFound();
  }
  const download = await openStored(deps, modified);
  if (!isOwner || (await noteDelivery(deps.db, { id, key: modified.key }))) return download;
  download.stream.destroy();
  throw await explainRefusal(deps.db, actor, id, customerDownloadRefusal);
}

/** What its owner may download. */
const isBought = sql<boolean>`(files.deleted_at is null and files.price_status = 'PAID'
  and files.status in ('PROCESSED', 'COMPLETED'))`;

/**
 * Records the delivery of the file and of its version, which stays available to the owner after it is replaced; once its
 * bytes are at hand, because nothing is delivered where they are not. False: the owner may not have it by now.
 */
const noteDelivery = (db: Deps['db'], { id, key }: { id: number; key: string }): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const delivered = await tx
      .updateTable('files')
      .set({ delivered_at: sql`coalesce(delivered_at, now())` })
      .where('id', '=', id)
      .where('mod_file_key', '=', key)
      .where(isBought)
      .returning('id')
      .executeTakeFirst();
    if (!delivered) return false;
    await tx
      .updateTable('file_history')
      .set({ delivered_at: sql`now()` })
      .where('file_id', '=', id)
      .where('file_key', '=', key)
      .where('delivered_at', 'is', null)
      .execute();
    return true;
  });

interface ModifiedColumns {
  mod_file_key: string | null;
  mod_file_name: string | null;
  mod_file_sha256: string | null;
}

/** Returns null when there is no modified file. */
function modifiedOf(file: ModifiedColumns | undefined): StoredDownload | null {
  if (!file?.mod_file_key) return null;
  return { key: file.mod_file_key, fileName: file.mod_file_name as string, sha256: file.mod_file_sha256 };
}

interface StoredDownload {
  key: string;
  fileName: string;
  /** Null: stored by an earlier version of the portal, which recorded none. */
  sha256: string | null;
}

/** Opens a row like `openStored`; throws "not found" when there is no row or it has no file. */
export async function openStoredRow(
  deps: Pick<Deps, 'storage' | 'db' | 'log'>,
  row: { file_key: string | null; file_name: string | null; sha256: string | null } | undefined,
): Promise<Download> {
  if (!row?.file_key) throw notFound();
  return openStored(deps, { key: row.file_key, fileName: row.file_name as string, sha256: row.sha256 });
}

/** Opens stored bytes as a download; damaged bytes abort it, and administrators get a notice. */
export async function openStored(
  { storage, db, log }: Pick<Deps, 'storage' | 'db' | 'log'>,
  { key, fileName, sha256 }: StoredDownload,
): Promise<Download> {
  const found = await storage.read(key);
  if (!found && (await findRemoved(db, [key])).size > 0) throw bytesRemoved();
  if (!found) throw new Error(`the bytes of ${key} are gone from the storage`);
  if (sha256 === null) return { ...found, fileName };
  const reportDamage = async () => {
    log.error({ key }, 'a download was broken off: the stored file is damaged');
    const details = { checked: 1, missing: 0, damaged: 1 };
    const notice = { kind: 'files.damaged', details, items: [{ text: fileName, to: null }] } as const;
    await raiseNotice(db, notice, { isFirst: true });
  };
  return { ...found, stream: compareWhileSent(found.stream, sha256, reportDamage), fileName };
}
