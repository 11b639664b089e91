import { LONGEST_LIST } from '../../endpoint.ts';
import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { readPages } from '../../../server/database/pages.ts';
import type { Actor, Deps, Upload } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import type { Refusal } from '../../refusal.ts';
import { getVisibleUserId } from '../../accounts/server/accounts.ts';
import { recordChange } from '../../audit/server/audit.ts';
import { findSolutions } from '../../catalogue/server/catalogue.ts';
import type { File, FileDetail, FileSummary, HistoryEntry } from '../files.contract.ts';
import type { Findings } from '../findings.contract.ts';
import { justChanged, oneTuning, tooExpensive, unknownSolution } from '../files.errors.ts';
import { readDtcText } from '../solution-names.rules.ts';
import type { CreateFile } from '../upload.schemas.ts';
import { mailReceived } from './file-mails.ts';
import { countUpload } from '../../uploads/server/upload-limit.ts';
import {
  DONE_STATUSES,
  changeFile,
  selectFile,
  selectFileCounts,
  selectFileHistory,
  selectFileSummaries,
  selectIdByIdempotencyKey,
  selectNamedKeys,
} from './files.queries.ts';

/** One file with its vehicle; not there for anybody but its owner and administrators. */
export async function getFile(db: Database, actor: Pick<Actor, 'id' | 'role'>, id: number): Promise<FileDetail> {
  const found = await selectFile(db, actor, id).executeTakeFirst();
  if (!found) throw notFound();
  const { email: _email, ...forEverybody } = found;
  const { offer_version: _version, offer_set_by: _setter, offer_set_at: _setAt, ...forOwner } = forEverybody;
  const file: File = actor.role === 'ADMIN' ? found : forOwner;
  const { vehicle: type, brand, model, ecu, generation, gear, petrol_type } = file;
  return { file, vehicle: { type, brand, model, ecu, generation, gear, petrol_type }, ticket_id: file.ticket_id };
}

/** Every file there is, newest first, a page at a time: there may be a hundred thousand. */
export const listFiles = (db: Database, actor: Actor): AsyncIterable<FileSummary[]> =>
  readPages((id, limit) => selectFileSummaries(db, actor).where('files.id', '<', id).limit(limit).execute());

export async function listUserFiles(deps: Deps, actor: Actor, userId: number): Promise<FileSummary[]> {
  const owner = await getVisibleUserId(deps, actor, userId);
  return selectFileSummaries(deps.db, actor).where('files.user_id', '=', owner).limit(LONGEST_LIST).execute();
}

/** Every stored version, newest first. */
export async function listFileHistory(db: Database, actor: Actor, id: number): Promise<HistoryEntry[]> {
  const { file } = await getFile(db, actor, id);
  const entries = await selectFileHistory(db, file.id).limit(LONGEST_LIST).execute();
  if (actor.role === 'ADMIN') return entries as HistoryEntry[];
  return entries.map(({ confirmed_by: _confirmer, ...entry }) => entry as HistoryEntry);
}

interface Arrival {
  fields: CreateFile;
  upload: Upload;
  /** A repeat with the same key answers the first record. */
  idempotencyKey: string | null;
}

export { filesInScope, idOfLiving, waitingFiles } from './files.queries.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Takes in a customer's file. The price is the catalogue total of the chosen solutions, whatever the browser says;
 * the row appears only once the bytes are safe.
 */
export async function createFile(deps: Deps, actor: Actor, arrival: Arrival): Promise<FileDetail> {
  const first = await findRepeated(deps.db, actor, arrival.idempotencyKey);
  if (first !== null) return getRepeatedUpload(deps, actor, arrival.upload, first);
  const row = await describeArrival(deps.db, actor, arrival);
  await deps.storage.keep(arrival.upload);
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const file = await tx.insertInto('files').values(row).returning('id').executeTakeFirstOrThrow();
      await recordVersion(tx, actor, { fileId: file.id, kind: 'ORIGINAL', upload: arrival.upload });
      await countUpload(tx, deps, actor, arrival.upload);
      await mailReceived(tx, deps, file.id);
      return getFile(tx, actor, file.id);
    });
  } catch (error) {
    const winner = isRepeat(error) ? await findRepeated(deps.db, actor, arrival.idempotencyKey) : null;
    if (winner === null) throw error;
    return getRepeatedUpload(deps, actor, arrival.upload, winner);
  }
}

const isRepeat = (error: unknown) =>
  (error as { code?: string }).code === UNIQUE_VIOLATION &&
  (error as { constraint?: string }).constraint === 'files_user_id_idempotency_key_key';

async function findRepeated(db: Database, actor: Actor, key: string | null): Promise<number | null> {
  if (key === null) return null;
  const found = await selectIdByIdempotencyKey(db, actor.id, key).executeTakeFirst();
  return found?.id ?? null;
}

async function getRepeatedUpload({ db, storage }: Deps, actor: Actor, upload: Upload, id: number): Promise<FileDetail> {
  await storage.discard(upload.key);
  return getFile(db, actor, id);
}

/** What the database takes for a price at most. */
const MOST_CREDITS = 100_000;

async function describeArrival(db: Database, actor: Actor, { fields, upload, idempotencyKey }: Arrival) {
  const { solution, solution_ids, ...vehicle } = fields;
  const ids = [...new Set(solution_ids)];
  const chosen = await findSolutions(db, ids);
  if (chosen.length !== ids.length) throw unknownSolution();
  if (chosen.filter(({ type }) => type === 'TUNING').length > 1) throw oneTuning();
  const credits = chosen.reduce((sum, one) => sum + one.credits, 0);
  if (credits > MOST_CREDITS) throw tooExpensive();
  const dtcs = chosen.some(({ name }) => name === 'DTC OFF')
    ? readDtcText(
        solution,
        chosen.map(({ name }) => name),
      )
    : null;
  return {
    ...vehicle,
    user_id: actor.id,
    file_name: upload.fileName,
    file_key: upload.key,
    file_size_bytes: upload.sizeBytes,
    file_sha256: upload.sha256,
    solution: [...chosen.map(({ name }) => name), ...(dtcs === null ? [] : [`DTC:${dtcs}`])].join(','),
    solution_ids: chosen.map(({ id }) => id),
    price_cents: credits * 100,
    idempotency_key: idempotencyKey,
  };
}

interface Version {
  fileId: number;
  kind: 'ORIGINAL' | 'MODIFIED';
  upload: Upload;
  findings?: Findings;
  confirmedBy?: number | null;
}

export const recordVersion = (db: Database, actor: Actor, version: Version) =>
  db
    .insertInto('file_history')
    .values({
      file_id: version.fileId,
      kind: version.kind,
      file_name: version.upload.fileName,
      file_key: version.upload.key,
      size_bytes: version.upload.sizeBytes,
      sha256: version.upload.sha256,
      user_id: actor.id,
      findings: version.findings === undefined ? null : JSON.stringify(version.findings),
      findings_confirmed_by: version.confirmedBy ?? null,
    })
    .execute();

/** Hides a file; its ledger rows stay as they are. */
export async function deleteFile({ db }: Deps, actor: Actor, id: number): Promise<{ message: string }> {
  await db.transaction().execute(async (tx) => {
    const hidden = await changeFile(tx, actor, id)
      .set({ deleted_at: sql`now()` })
      .returning(['file_id', 'file_name'])
      .executeTakeFirst();
    if (!hidden) throw notFound();
    const subject = { kind: 'FILE', id, name: hidden.file_id } as const;
    await recordChange(tx, actor, { kind: 'DELETED', subject, from: hidden.file_name, to: null });
  });
  return { message: 'File deleted successfully!' };
}

/**
 * After a statement whose guards let nothing through: says why, by the rule both sides read. The rule may let it
 * pass by now, when another request changed the file in between; then the caller is asked to look again.
 */
export async function explainRefusal(
  db: Database,
  actor: Actor,
  id: number,
  rule: (file: File) => Refusal | null,
): Promise<Refusal> {
  const { file } = await getFile(db, actor, id);
  return rule(file) ?? justChanged();
}

export const isNamedKey = async ({ db }: Pick<Deps, 'db'>, keys: string[]): Promise<Set<string>> =>
  new Set((await selectNamedKeys(db, keys).execute()).map((row) => row.file_key));

/** The counts of a dashboard. */
export const countFiles = (db: Database, actor: Pick<Actor, 'id' | 'role'>) =>
  selectFileCounts(db, actor).executeTakeFirstOrThrow();

const LAST_FILES = 200;

/** The newest files that still wait for somebody. */
export const listOpenFiles = (db: Database, actor: Pick<Actor, 'id' | 'role'>): Promise<FileSummary[]> =>
  selectFileSummaries(db, actor).where('files.status', 'not in', DONE_STATUSES).limit(LAST_FILES).execute();
