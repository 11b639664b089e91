import type { Database } from '../../../../server/database/connect.ts';
import type { Actor } from '../../../../server/http/call.ts';
import { selectFilesInScope } from '../../server/file-scope.ts';

export const selectIdentification = (db: Database, actor: Pick<Actor, 'id' | 'role'>, fileId: number) =>
  selectFilesInScope(db, actor)
    .innerJoin('file_identifications as i', 'i.file_id', 'files.id')
    .select(['i.state', 'i.sha256', 'i.library_version', 'i.failure', 'i.finished_at', 'i.result'])
    .where('files.id', '=', fileId);

/** Files that wait for their identification and are not deleted. */
const selectAllWaiting = (db: Database) =>
  db
    .selectFrom('file_identifications as i')
    .innerJoin('files', 'files.id', 'i.file_id')
    .where('i.state', '=', 'WAITING')
    .where('files.deleted_at', 'is', null);

export const selectWaiting = (db: Database, fileId: number) =>
  selectAllWaiting(db).select(['files.file_key', 'i.sha256']).where('i.file_id', '=', fileId);

/** Newest first, because those are the ones people look at. */
export const selectWaitingIds = (db: Database, limit: number) =>
  selectAllWaiting(db).select('i.file_id').orderBy('i.file_id', 'desc').limit(limit);
