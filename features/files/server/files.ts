import { MAX_LIST_ROWS, type InputOf } from '../../../contract/endpoint.ts';
import { sql, type Insertable, type QueryCreator, type RawBuilder } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { FilesTable, Schema } from '../../../server/database/schema.ts';
import type { WholeList } from '../../../server/database/json-pages.ts';
import type { Actor, Deps, Upload } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import type { Refusal } from '../../../contract/refusal.ts';
import { getVisibleUserId } from '../../accounts/server/accounts.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import type { File, FileDetail, FileSummary, HistoryEntry } from '../file.ts';
import type { Findings } from '../findings.ts';
import { readCodeNames } from '../../../ecu/dtc/report.ts';
import { justChanged, readDtcText, vehicleOf } from '../files.rules.ts';
import {
  changeFile,
  findFile,
  findFileOfSession,
  selectFileHistory,
  selectFileSummaries,
  selectNamedKeys,
  selectOpenFiles,
  selectOriginal,
} from './file-rows.ts';
import type { listUserFiles as contract } from '../files.calls.ts';
import { composeProgramConditions } from './find-files.ts';
import { passOnToTickets } from './file-edits.ts';
import { can, type Viewer } from '../../../contract/capabilities.ts';

/** Returns one file with its vehicle; throws "not found" for anyone but its owner and administrators. */
export async function getFile(db: Database, actor: Viewer, id: number): Promise<FileDetail> {
  return describeFile(actor, await findFile(actor)(db, { id, userId: actor.id }));
}

/** Like `getFile`, for callers whose session may be remembered from an earlier call. */
export async function getPolledFile({ db, clock }: Deps, actor: Actor, id: number): Promise<FileDetail> {
  return describeFile(actor, await findFileOfSession(actor)(db, { ...actor, now: clock.now(), fileId: id }));
}

function describeFile(actor: Viewer, found: Awaited<ReturnType<ReturnType<typeof findFile>>>): FileDetail {
  if (!found) throw notFound();
  const { email: _email, ...forEverybody } = found;
  const { offer_version: _version, offer_set_by: _setter, offer_set_at: _setAt, ...forOwner } = forEverybody;
  const file: File = can(actor, 'files.price') ? { ...found, not_understood: listNotUnderstood(found) } : forOwner;
  return { file, vehicle: vehicleOf(file), ticket_id: file.ticket_id };
}

const listNotUnderstood = ({ solution }: Pick<File, 'solution'>): string[] =>
  readCodeNames(readDtcText(solution) ?? '').notUnderstood;

/** Lists every file, newest first. */
export const listFiles = (db: Database, actor: Actor): WholeList<FileSummary> => ({
  db,
  selectRows: ({ below, from, limit }) =>
    selectFileSummaries(db, actor).where('files.id', '<', below).where('files.id', '>=', from).limit(limit),
  times: ['created_at', 'updated_at', 'waits_since'],
});

export async function listUserFiles(
  deps: Deps,
  actor: Actor,
  { id, ...filter }: InputOf<typeof contract>,
): Promise<FileSummary[]> {
  const owner = await getVisibleUserId(deps, actor, id);
  const files = selectFileSummaries(deps.db, actor).where('files.user_id', '=', owner).limit(MAX_LIST_ROWS);
  return files.where((eb) => eb.and(composeProgramConditions(filter))).execute();
}

/** Returns the stored original of a file in the actor's scope, for other domains to use. */
export async function getOriginal(db: Database, actor: Viewer, id: number) {
  const found = await selectOriginal(db, actor, id).executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

export type Original = Awaited<ReturnType<typeof getOriginal>>;

/** Lists every stored version, newest first. */
export async function listFileHistory(db: Database, actor: Actor, id: number): Promise<HistoryEntry[]> {
  const { file } = await getFile(db, actor, id);
  const entries = await selectFileHistory(db, file.id).limit(MAX_LIST_ROWS).execute();
  if (can(actor, 'files.attach-modified')) return entries as HistoryEntry[];
  return entries.map(({ confirmed_by: _confirmer, ...entry }) => entry as HistoryEntry);
}

/**
 * Inserts a new file with all that every file has: its original as the first version, and the wait for its
 * identification and its fingerprint.
 */
export function insertFile(
  tx: Database,
  actor: Pick<Actor, 'id' | 'colleague'>,
  row: Insertable<FilesTable>,
  upload: Upload,
): Promise<{ id: number }> {
  const fileId = sql<number>`(select id from file)`;
  return tx
    .with('file', (db) =>
      db
        .insertInto('files')
        .values({ person_id: actor.colleague?.id ?? null, ...row })
        .returning('id'),
    )
    .with('version', (db) => insertVersion(db, actor, { fileId, kind: 'ORIGINAL', upload }))
    .with('identification', (db) =>
      db.insertInto('file_identifications').values({ file_id: fileId, sha256: row.file_sha256 }),
    )
    .with('fingerprint', (db) => db.insertInto('file_fingerprints').values({ file_id: fileId }))
    .selectFrom('file')
    .select('id')
    .executeTakeFirstOrThrow();
}

interface Version {
  fileId: number | RawBuilder<number>;
  kind: 'ORIGINAL' | 'MODIFIED';
  upload: Upload;
  findings?: Findings;
  /** The proposal that became this version. */
  proposalId?: number | undefined;
  confirmedBy?: number | null;
}

const insertVersion = (db: QueryCreator<Schema>, actor: Pick<Actor, 'id'>, version: Version) =>
  db.insertInto('file_history').values({
    file_id: version.fileId,
    kind: version.kind,
    file_name: version.upload.fileName,
    file_key: version.upload.key,
    size_bytes: version.upload.sizeBytes,
    sha256: version.upload.sha256,
    user_id: actor.id,
    proposal_id: version.proposalId ?? null,
    findings: version.findings === undefined ? null : JSON.stringify(version.findings),
    findings_confirmed_by: version.confirmedBy ?? null,
  });

export const recordVersion = (db: Database, actor: Pick<Actor, 'id'>, version: Version) =>
  insertVersion(db, actor, version).execute();

/** Hides a file and its ticket; its ledger rows stay as they are. */
export async function deleteFile({ db }: Deps, actor: Actor, id: number): Promise<{ message: string }> {
  await db.transaction().execute(async (tx) => {
    const hidden = await changeFile(tx, actor, id)
      .set({ deleted_at: sql`now()` })
      .returning(['file_id', 'file_name'])
      .executeTakeFirst();
    if (!hidden) throw notFound();
    await passOnToTickets(tx, [id]);
    const subject = { kind: 'FILE', id, name: hidden.file_id } as const;
    await recordChange(tx, actor, { kind: 'DELETED', subject, from: hidden.file_name, to: null });
  });
  return { message: 'File deleted successfully!' };
}

/**
 * Called when the guards of a statement let nothing through: returns the reason, by the rule that both sides use. If
 * the rule passes by now, because another request changed the file in between, the caller is asked to look again.
 */
export async function explainRefusal(
  db: Database,
  actor: Viewer,
  id: number,
  rule: (file: File) => Refusal | null,
): Promise<Refusal> {
  const { file } = await getFile(db, actor, id);
  return rule(file) ?? justChanged();
}

export const isNamedKey = async ({ db }: Pick<Deps, 'db'>, keys: string[]): Promise<Set<string>> =>
  new Set((await selectNamedKeys(db, keys).execute()).map((row) => row.file_key));

/** Lists the newest files that are still waiting. */
export const listOpenFiles = (db: Database, actor: Viewer): Promise<FileSummary[]> =>
  selectOpenFiles(db, actor).execute();
