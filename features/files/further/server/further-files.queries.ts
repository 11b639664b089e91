import type { Database } from '../../../../server/database/connect.ts';
import { anyOf } from '../../../../server/database/patterns.ts';
import { selectFilesInScope } from '../../server/file-scope.ts';
import type { Viewer } from '../../../../contract/capabilities.ts';

/** The further files of a file, as far as the actor may see that file. */
export const selectFurtherFiles = (db: Database, actor: Viewer, fileId: number) =>
  selectFilesInScope(db, actor)
    .innerJoin('further_files as more', 'more.file_id', 'files.id')
    .select(['more.id', 'more.kind', 'more.file_name', 'more.size_bytes', 'more.sha256', 'more.created_at'])
    .where('files.id', '=', fileId)
    .orderBy('more.id');

export const selectStoredFurtherFile = (db: Database, actor: Viewer, place: { id: number; furtherId: number }) =>
  selectFilesInScope(db, actor)
    .innerJoin('further_files as more', 'more.file_id', 'files.id')
    .select(['more.file_key', 'more.file_name', 'more.sha256'])
    .where('files.id', '=', place.id)
    .where('more.id', '=', place.furtherId);

/** The further file that the sender has already stored with this idempotency key. */
export const selectRepeated = (db: Database, actor: Viewer, fileId: number, key: string) =>
  selectFurtherFiles(db, actor, fileId).where('more.user_id', '=', actor.id).where('more.idempotency_key', '=', key);

/** Those of the given storage keys that belong to further files. */
export const selectFurtherKeys = (db: Database, keys: readonly string[]) =>
  db.selectFrom('further_files').select('file_key').where('file_key', '=', anyOf(keys));
