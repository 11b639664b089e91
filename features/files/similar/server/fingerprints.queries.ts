import { sql } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';
import { MAX_COMPARED } from '../similar-files.calls.ts';

/** Files that wait for their fingerprint and are not deleted. */
const selectAllWaiting = (db: Database) =>
  db
    .selectFrom('file_fingerprints as p')
    .innerJoin('files', 'files.id', 'p.file_id')
    .where('p.state', '=', 'WAITING')
    .where('files.deleted_at', 'is', null);

export const selectUnprinted = (db: Database, fileId: number) =>
  selectAllWaiting(db).select(['files.file_key', 'files.file_sha256']).where('p.file_id', '=', fileId);

/** Newest first, because those are the ones people look at. */
export const selectUnprintedIds = (db: Database, limit: number) =>
  selectAllWaiting(db).select('p.file_id').orderBy('p.file_id', 'desc').limit(limit);

/** Maximum of differing bits out of 512; unrelated files differ in 256, with a deviation of 11. */
const MAX_DIFFERING = 208;

/** Copies of one original count as one candidate. */
const MAX_COPIES = 8;

/**
 * Selects the originals whose fingerprints differ least from this file's, each content once. All fingerprints are
 * compared, at 64 bytes a file, without an index that a group of a thousand similar files could slow down
 * (docs/decisions/030-similar-files.md).
 */
export const selectClosest = (db: Database, fileId: number) =>
  sql<{ id: number; file_key: string; differing: number }>`
    select id, file_key, differing from (
      select distinct on (p.content_sha256) f.id, f.file_key, closest.differing
        from (select file_id, differing from (
                select p.file_id,
                       bit_count(p.print # (select print from file_fingerprints where file_id = ${fileId}))::int as differing
                  from file_fingerprints p where p.print is not null and p.file_id <> ${fileId}) every
               where differing <= ${MAX_DIFFERING}
               order by differing limit ${MAX_COMPARED * MAX_COPIES}) closest
        join file_fingerprints p on p.file_id = closest.file_id
        join files f on f.id = closest.file_id
       where f.deleted_at is null
         and p.content_sha256 <> (select content_sha256 from file_fingerprints where file_id = ${fileId})
       order by p.content_sha256, f.id desc) one
     order by differing, id desc limit ${MAX_COMPARED}`.execute(db);
