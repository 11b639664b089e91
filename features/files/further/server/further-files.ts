import { sql } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';
import type { Actor, Deps, Download, Upload } from '../../../../server/http/call.ts';
import { OPEN_STATUSES } from '../../file-fields.ts';
import { type FurtherFile, type FurtherKind, MAX_FURTHER_FILES } from '../further-files.calls.ts';
import { openStoredRow } from '../../server/downloads.ts';
import { changeFile, selectFilesInScope } from '../../server/file-rows.ts';
import { explainRefusal, getFile } from '../../server/files.ts';
import { countUpload } from '../../upload-limit/server/upload-limit.ts';
import { addFurtherFileRefusal } from '../further-files.rules.ts';
import { anyOf } from '../../../../server/database/patterns.ts';
import type { Viewer } from '../../../../contract/capabilities.ts';

interface Arrival {
  id: number;
  kind: FurtherKind;
  upload: Upload;
}

export async function listFurtherFiles({ db }: Deps, actor: Actor, id: number): Promise<FurtherFile[]> {
  await getFile(db, actor, id);
  return selectFurtherFiles(db, actor, id).execute();
}

/** Stores a further file. The row is written only once the bytes are safe. */
export async function addFurtherFile(deps: Deps, actor: Actor, arrival: Arrival): Promise<FurtherFile> {
  await deps.storage.keep(arrival.upload);
  return deps.db.transaction().execute(async (tx) => {
    await takeOneMore(tx, actor, arrival.id);
    const added = await insert(tx, actor, arrival);
    await countUpload(tx, deps, actor, arrival.upload);
    return added;
  });
}

/**
 * Counts one more file. The conditions of the update decide: of two at once, the second waits and sees the first one's
 * count.
 */
async function takeOneMore(tx: Database, actor: Actor, id: number): Promise<void> {
  const taken = await changeFile(tx, actor, id)
    .set({ further_files: sql`further_files + 1` })
    .where('status', 'in', OPEN_STATUSES)
    .where('further_files', '<', MAX_FURTHER_FILES)
    .returning('id')
    .executeTakeFirst();
  if (!taken) throw await explainRefusal(tx, actor, id, addFurtherFileRefusal);
}

const insert = (tx: Database, actor: Actor, { id, kind, upload }: Arrival): Promise<FurtherFile> =>
  tx
    .insertInto('further_files')
    .values({
      file_id: id,
      kind,
      file_name: upload.fileName,
      file_key: upload.key,
      size_bytes: upload.sizeBytes,
      sha256: upload.sha256,
      user_id: actor.id,
    })
    .returning(['id', 'kind', 'file_name', 'size_bytes', 'sha256', 'created_at'])
    .executeTakeFirstOrThrow();

export async function downloadFurtherFile(
  deps: Deps,
  actor: Actor,
  place: { id: number; furtherId: number },
): Promise<Download> {
  return openStoredRow(deps, await selectStoredFurtherFile(deps.db, actor, place).executeTakeFirst());
}

export const isFurtherKey = async ({ db }: Pick<Deps, 'db'>, keys: string[]): Promise<Set<string>> =>
  new Set((await selectFurtherKeys(db, keys).execute()).map((row) => row.file_key));

/** The further files of a file, as far as the actor may see that file. */
const selectFurtherFiles = (db: Database, actor: Viewer, fileId: number) =>
  selectFilesInScope(db, actor)
    .innerJoin('further_files as more', 'more.file_id', 'files.id')
    .select(['more.id', 'more.kind', 'more.file_name', 'more.size_bytes', 'more.sha256', 'more.created_at'])
    .where('files.id', '=', fileId)
    .orderBy('more.id');

const selectStoredFurtherFile = (db: Database, actor: Viewer, place: { id: number; furtherId: number }) =>
  selectFilesInScope(db, actor)
    .innerJoin('further_files as more', 'more.file_id', 'files.id')
    .select(['more.file_key', 'more.file_name', 'more.sha256'])
    .where('files.id', '=', place.id)
    .where('more.id', '=', place.furtherId);

/** Those of the given storage keys that belong to further files. */
const selectFurtherKeys = (db: Database, keys: readonly string[]) =>
  db.selectFrom('further_files').select('file_key').where('file_key', '=', anyOf(keys));
