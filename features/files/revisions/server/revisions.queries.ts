import { sql } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';
import { can, type Viewer } from '../../../../contract/capabilities.ts';
import { selectFilesInScope } from '../../server/file-scope.ts';
import { MAX_REVISIONS } from '../revisions.calls.ts';

/** The requested changes of a file that the actor may see. */
export const selectRevisions = (db: Database, actor: Viewer, fileId: number) =>
  selectFilesInScope(db, actor)
    .innerJoin('file_revisions as revision', 'revision.file_id', 'files.id')
    .select(['revision.id', 'revision.reason', 'revision.requested_at'])
    .select(['revision.outcome', 'revision.ended_at', 'revision.note'])
    .where('files.id', '=', fileId)
    .orderBy('revision.id', 'desc')
    .limit(MAX_REVISIONS);

export const insertRevision = (db: Database, row: { file_id: number; reason: string; user_id: number }) =>
  db.insertInto('file_revisions').values(row).returning('id');

export const endOpenRevision = (
  db: Database,
  fileId: number,
  ended: { outcome: 'DELIVERED' } | { outcome: 'DECLINED'; note: string },
) =>
  db
    .updateTable('file_revisions')
    .set({ ...ended, ended_at: sql`now()` })
    .where('file_id', '=', fileId)
    .where('outcome', 'is', null);

/** Selects a stored version, if the actor may have it. */
export const selectVersion = (db: Database, actor: Viewer, place: { id: number; versionId: number }) =>
  selectFilesInScope(db, actor)
    .innerJoin('file_history as version', 'version.file_id', 'files.id')
    .select(['version.file_key', 'version.file_name', 'version.sha256'])
    .where('files.id', '=', place.id)
    .where('version.id', '=', place.versionId)
    .where('version.kind', '=', 'MODIFIED')
    .$if(!can(actor, 'files.attach-modified'), (query) =>
      query
        .where('version.delivered_at', 'is not', null)
        .where('files.price_status', '=', 'PAID')
        .where('files.status', 'in', ['PROCESSED', 'COMPLETED']),
    );
