import { sql } from 'kysely';
import type { Actor, Deps, Download } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { customerDownloadRefusal } from '../files.rules.ts';
import { filesInScope } from './file-scope.ts';
import { getFile } from './files.ts';
import { startProcessing } from './ticket-of-file.ts';
import { can } from '../../capabilities.ts';

/** The original, always. An administrator's first download takes a waiting file up. */
export async function downloadOriginal(deps: Deps, actor: Actor, id: number): Promise<Download> {
  const file = await filesInScope(deps.db, actor)
    .select(['files.file_name', 'files.file_key'])
    .where('files.id', '=', id)
    .executeTakeFirst();
  if (!file) throw notFound();
  const download = await openStored(deps, file.file_key, file.file_name);
  if (can(actor, 'files.process')) await startProcessing(deps.db, actor, id);
  return download;
}

/** The modified file: an administrator's any time there is one, its owner's once it is processed and paid. */
export async function downloadModified(deps: Deps, actor: Actor, id: number): Promise<Download> {
  if (!can(actor, 'files.attach-modified')) return deliver(deps, actor, id);
  const file = await filesInScope(deps.db, actor)
    .select(['files.mod_file_name', 'files.mod_file_key'])
    .where('files.id', '=', id)
    .executeTakeFirst();
  if (!file?.mod_file_key) throw notFound();
  return openStored(deps, file.mod_file_key, file.mod_file_name as string);
}

async function deliver(deps: Deps, actor: Actor, id: number): Promise<Download> {
  const file = await deps.db
    .updateTable('files')
    .set({ delivered_at: sql`coalesce(delivered_at, now())` })
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .where('price_status', '=', 'PAID')
    .where('status', 'in', ['PROCESSED', 'COMPLETED'])
    .returning(['mod_file_name', 'mod_file_key'])
    .executeTakeFirst();
  if (file?.mod_file_key) return openStored(deps, file.mod_file_key, file.mod_file_name as string);
  const { file: seen } = await getFile(deps.db, actor, id);
  throw customerDownloadRefusal(seen) ?? notFound();
}

export async function openStored({ storage }: Pick<Deps, 'storage'>, key: string, fileName: string): Promise<Download> {
  const found = await storage.read(key);
  if (!found) throw new Error(`the bytes of ${key} are gone from the storage`);
  return { ...found, fileName };
}
