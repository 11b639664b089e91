import { type RawBuilder, type Transaction, sql } from 'kysely';
import type { Schema } from '../../../../server/database/schema.ts';
import type { Actor, Deps, Upload } from '../../../../server/http/call.ts';
import { toCents } from '../../../../contract/amounts.ts';
import type { File, FileDetail } from '../../file.ts';
import type { FindingName } from '../../findings.ts';
import { OPEN_STATUSES } from '../../file-fields.ts';
import {
  notPossibleRefusal,
  offerChanged,
  otherFile,
  possibleRefusal,
  priceMissing,
  uploadModifiedRefusal,
} from '../review.rules.ts';
import { lockFile, readyNow, recordFileEdit } from '../../server/file-edits.ts';
import { mailNotPossible, mailReady } from '../../server/file-mails.ts';
import { explainRefusal, getFile, recordVersion } from '../../server/files.ts';
import { deliverRevision } from '../../revisions/server/revisions.ts';
import { changeFile, intoStatus } from '../../server/file-rows.ts';
import { findBesideOriginal, requireConfirmer } from './findings.ts';
import type { Refusal } from '../../../../contract/refusal.ts';

interface Feasibility {
  id: number;
  feasible: 'POSSIBLE' | 'NOT_POSSIBLE';
  price: number | null;
  notes: string | null;
  upload: Upload | null;
  confirmed?: FindingName[] | undefined;
  /** The version of price, feasibility and notes that the caller has seen. */
  offer_version?: number | undefined;
}

/** Sets whether a file can be done, and at what price; a modified file may be included. */
export const setFeasibility = (deps: Deps, actor: Actor, change: Feasibility): Promise<FileDetail> =>
  change.feasible === 'POSSIBLE' ? setPossible(deps, actor, change) : setNotPossible(deps, actor, change);

async function setPossible(deps: Deps, actor: Actor, change: Feasibility): Promise<FileDetail> {
  const { id, price, notes, upload, offer_version: seen } = change;
  if (price === null) throw priceMissing();
  const offer: Offer = { feasible: 'POSSIBLE', price_cents: toCents(price), notes };
  const version = upload && (await compareUpload(deps, actor, { ...change, upload }));
  return deps.db.transaction().execute(async (tx) => {
    const before = await lockFile(tx, actor, id);
    const changed = await changeFile(tx, actor, id)
      .set({ ...intoStatus('PROCESSED'), ...newOffer(actor, offer) })
      .set({ checked_at: sql`coalesce(checked_at, now())`, ...readyNow() })
      .$if(upload !== null, (query) => query.set(modifiedColumns(upload as Upload)))
      .where('status', 'in', OPEN_STATUSES)
      .where((eb) => eb.or([eb('price_status', '=', 'UNPAID'), eb('price_cents', '=', toCents(price))]))
      .$if(upload === null, (query) => query.where('mod_file_key', 'is not', null))
      .where(isUpToDate(actor, offer, seen))
      .returning('id')
      .executeTakeFirst();
    if (!changed) {
      const hasAttachment = upload !== null;
      throw await explainRefusal(
        tx,
        actor,
        id,
        (file) => possibleRefusal(file, { price, hasAttachment }) ?? staleRefusal(file, seen),
      );
    }
    if (version) {
      await recordVersion(tx, actor, version);
      await deliverRevision(tx, id);
    }
    await recordFileEdit(tx, actor, id, { before });
    await mailReady(tx, deps, id, { before, upload });
    return getFile(tx, actor, id);
  });
}

/** Makes the bytes permanent and compares them with the original before anything is offered to the customer. */
async function compareUpload(
  deps: Deps,
  actor: Actor,
  { id, upload, confirmed, proposalId }: Pick<ModifiedFile, 'id' | 'upload' | 'confirmed' | 'proposalId'>,
) {
  await deps.storage.keep(upload);
  const findings = await findBesideOriginal(deps, actor, { id, upload });
  return {
    fileId: id,
    kind: 'MODIFIED' as const,
    upload,
    findings,
    proposalId,
    confirmedBy: requireConfirmer(actor, findings, confirmed ?? null),
  };
}

async function setNotPossible(deps: Deps, actor: Actor, change: Feasibility): Promise<FileDetail> {
  const { id, notes, upload, offer_version: seen } = change;
  const offer: Offer = { feasible: 'NOT_POSSIBLE', notes };
  // A file that cannot be done has no modified version, so an included one is not stored.
  if (upload) await deps.storage.discard(upload.key);
  return deps.db.transaction().execute(async (tx) => {
    const before = await lockFile(tx, actor, id);
    const changed = await changeFile(tx, actor, id)
      .set({ ...intoStatus('IN_PROGRESS'), ...newOffer(actor, offer) })
      .set({ checked_at: sql`coalesce(checked_at, now())` })
      .where('status', 'in', OPEN_STATUSES)
      .where('price_status', '=', 'UNPAID')
      .where(isUpToDate(actor, offer, seen))
      .returning('id')
      .executeTakeFirst();
    if (!changed) {
      throw await explainRefusal(tx, actor, id, (file) => notPossibleRefusal(file) ?? staleRefusal(file, seen));
    }
    await recordFileEdit(tx, actor, id, { before });
    await mailNotPossible(tx, deps, id, before);
    return getFile(tx, actor, id);
  });
}

interface ModifiedFile {
  id: number;
  /** The form's own field, which must name the same file. */
  fileId: string | number | undefined;
  /** Omitted: the old notes stay. */
  notes?: string | null | undefined;
  upload: Upload;
  /** Set when DTC OFF made it, as this proposal. */
  proposalId?: number | undefined;
  /** Set when it is a copy of the modified file of the file with this number. */
  copiedFrom?: string | undefined;
  confirmed?: FindingName[] | undefined;
  /** The version of price, feasibility and notes that the caller has seen; only needed when new notes are included. */
  offer_version?: number | undefined;
}

/** Attaches the modified file, or a newer version of it. */
export async function uploadModified(deps: Deps, actor: Actor, arrival: ModifiedFile): Promise<FileDetail> {
  const { id, fileId, upload } = arrival;
  if (fileId !== undefined && String(fileId) !== String(id)) throw otherFile();
  const version = await compareUpload(deps, actor, arrival);
  return deps.db.transaction().execute(async (tx) => {
    const before = await lockFile(tx, actor, id);
    await attach(tx, actor, arrival);
    await recordVersion(tx, actor, version);
    await deliverRevision(tx, id);
    await recordFileEdit(tx, actor, id, { before, copiedFrom: arrival.copiedFrom });
    await mailReady(tx, deps, id, { before, upload });
    return getFile(tx, actor, id);
  });
}

async function attach(
  tx: Transaction<Schema>,
  actor: Actor,
  { id, notes, upload, offer_version: seen }: ModifiedFile,
): Promise<void> {
  const offer: Offer = notes === undefined ? {} : { notes };
  const changed = await changeFile(tx, actor, id)
    .set({ ...intoStatus('PROCESSED'), ...modifiedColumns(upload) })
    .set({ checked_at: sql`coalesce(checked_at, now())` })
    .set(newOffer(actor, offer))
    .where('status', 'in', OPEN_STATUSES)
    .where((eb) => eb.or([eb('feasible', 'is', null), eb('feasible', '=', 'POSSIBLE')]))
    .where(isUpToDate(actor, offer, seen))
    .returning('id')
    .executeTakeFirst();
  if (changed) return;
  throw await explainRefusal(tx, actor, id, (file) => uploadModifiedRefusal(file) ?? staleRefusal(file, seen));
}

const modifiedColumns = (upload: Upload) => ({
  mod_file_name: upload.fileName,
  mod_file_key: upload.key,
  mod_file_size_bytes: upload.sizeBytes,
  mod_file_sha256: upload.sha256,
  // It delivers a requested change: the owner has not received this version yet.
  delivered_at: sql<string | null>`case when revision_since is null then delivered_at end`,
  revision_since: null,
});

/** What an administrator decides about a file, by column; an omitted column stays as it is. */
interface Offer {
  feasible?: 'POSSIBLE' | 'NOT_POSSIBLE';
  price_cents?: number;
  notes?: string | null;
}

/** SQL condition: saving the offer would change something in the row. */
function differs(offer: Offer): RawBuilder<boolean> {
  const columns = Object.entries(offer).map(
    ([column, value]) => sql<boolean>`${sql.ref(`files.${column}`)} is distinct from ${value}`,
  );
  return columns.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(columns, sql` or `)})`;
}

/** Returns the columns of an offer with its next version, for the `set` of the statement that changes it. */
const newOffer = (actor: Actor, offer: Offer) => ({
  ...offer,
  offer_version: sql<number>`files.offer_version + case when ${differs(offer)} then 1 else 0 end`,
  offer_set_by: sql<number>`case when ${differs(offer)} then ${actor.id}::bigint else files.offer_set_by end`,
  offer_set_at: sql<string>`case when ${differs(offer)} then now() else files.offer_set_at end`,
});

/**
 * The guard of the same statement: the caller has seen the version in the row, or changes nothing. Without a version,
 * as in calls that follow the specification, only the first offer or the caller's own last one is replaced.
 */
function isUpToDate(actor: Actor, offer: Offer, seen: number | undefined): RawBuilder<boolean> {
  const isSeen =
    seen === undefined
      ? sql`(files.offer_version = 0 or files.offer_set_by = ${actor.id})`
      : sql`files.offer_version = ${seen}`;
  return sql<boolean>`(not ${differs(offer)} or ${isSeen})`;
}

/** Returns the refusal with the current values when the guard let nothing through; null when it was not the guard. */
function staleRefusal(file: File, seen: number | undefined): Refusal | null {
  const { feasible, price, notes, offer_version = 0, offer_set_by = null, offer_set_at = null } = file;
  if (seen === offer_version) return null;
  return offerChanged({ feasible, price, notes, offer_version, offer_set_by, offer_set_at });
}
