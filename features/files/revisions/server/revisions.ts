import { type Transaction, sql } from 'kysely';
import type { Schema } from '../../../../server/database/schema.ts';
import type { Actor, Deps, Download } from '../../../../server/http/call.ts';
import type { FileDetail } from '../../file.ts';
import { MAX_REVISIONS, type Revision } from '../revisions.calls.ts';
import { openStoredRow } from '../../server/downloads.ts';
import { changeFile, intoStatus, selectFilesInScope } from '../../server/file-rows.ts';
import { lockFile } from '../../server/file-edits.ts';
import { mailDeclined, notifyChangeRequest } from '../../server/file-mails.ts';
import { explainRefusal, getFile } from '../../server/files.ts';
import { bytesRemoved } from '../../files.rules.ts';
import { declineRevisionRefusal, requestRevisionRefusal } from '../revisions.rules.ts';
import type { Database } from '../../../../server/database/connect.ts';
import { type Viewer, can } from '../../../../contract/capabilities.ts';

export async function listRevisions({ db }: Deps, actor: Actor, id: number): Promise<Revision[]> {
  await getFile(db, actor, id);
  return selectRevisions(db, actor, id).execute();
}

/**
 * Requests a change. The conditions of the update decide: delivered, paid, within the period, its bytes still there,
 * and no other request open. No money moves.
 */
export async function requestRevision(
  deps: Deps,
  actor: Actor,
  { id, reason }: { id: number; reason: string },
): Promise<FileDetail> {
  const { db, clock, config } = deps;
  const period = { days: config.revisionDays, now: clock.now() };
  const since = new Date(period.now.getTime() - period.days * 86_400_000);
  return db.transaction().execute(async (tx) => {
    const requested = await changeFile(tx, actor, id)
      .set({ ...intoStatus('PROCESSED'), revision_since: sql`now()` })
      .where('price_status', '=', 'PAID')
      .where('status', 'in', ['PROCESSED', 'COMPLETED'])
      .where('delivered_at', '>', since as unknown as string)
      .where('revision_since', 'is', null)
      // Nobody could make another version of it.
      .where('bytes_removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!requested) {
      const removed = (await lockFile(tx, actor, id))?.bytes_removed_at ? bytesRemoved() : null;
      throw await explainRefusal(tx, actor, id, (file) => requestRevisionRefusal(file, period) ?? removed);
    }
    const revision = await insertRevision(tx, { file_id: id, reason, user_id: actor.id }).executeTakeFirstOrThrow();
    await notifyChangeRequest(tx, deps, id, { id: revision.id, reason });
    return getFile(tx, actor, id);
  });
}

/** Ends the open request as delivered, in the transaction that attaches another modified file. */
export const deliverRevision = (tx: Transaction<Schema>, fileId: number) =>
  endOpenRevision(tx, fileId, { outcome: 'DELIVERED' }).execute();

/** Declines the request: the file stays as it is, and the owner reads the reason. */
export async function declineRevision(
  deps: Deps,
  actor: Actor,
  { id, note }: { id: number; note: string },
): Promise<FileDetail> {
  return deps.db.transaction().execute(async (tx) => {
    const declined = await changeFile(tx, actor, id)
      .set({ revision_since: null })
      .where('revision_since', 'is not', null)
      .where('status', '=', 'PROCESSED')
      .returning('id')
      .executeTakeFirst();
    if (!declined) throw await explainRefusal(tx, actor, id, declineRevisionRefusal);
    await endOpenRevision(tx, id, { outcome: 'DECLINED', note }).execute();
    await mailDeclined(tx, deps, id, note);
    return getFile(tx, actor, id);
  });
}

export async function downloadVersion(
  deps: Deps,
  actor: Actor,
  place: { id: number; versionId: number },
): Promise<Download> {
  return openStoredRow(deps, await selectVersion(deps.db, actor, place).executeTakeFirst());
}

/** The requested changes of a file that the actor may see. */
const selectRevisions = (db: Database, actor: Viewer, fileId: number) =>
  selectFilesInScope(db, actor)
    .innerJoin('file_revisions as revision', 'revision.file_id', 'files.id')
    .select(['revision.id', 'revision.reason', 'revision.requested_at'])
    .select(['revision.outcome', 'revision.ended_at', 'revision.note'])
    .where('files.id', '=', fileId)
    .orderBy('revision.id', 'desc')
    .limit(MAX_REVISIONS);

const insertRevision = (db: Database, row: { file_id: number; reason: string; user_id: number }) =>
  db.insertInto('file_revisions').values(row).returning('id');

const endOpenRevision = (
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
const selectVersion = (db: Database, actor: Viewer, place: { id: number; versionId: number }) =>
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
