import type { Named, Review } from '../../../../ecu/index.ts';
import type { Database } from '../../../../server/database/connect.ts';
import { toStoredObject } from '../../analysis/server/ecu-work.ts';
import type { Actor, Deps, Upload } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import type { Findings, FindingName } from '../../findings.ts';
import { isAllConfirmed, listWarnings } from '../findings.rules.ts';
import { notConfirmed } from '../review.rules.ts';
import { readDtcText } from '../../solution-names.rules.ts';
import { selectFilesInScope } from '../../server/file-work.ts';
import {
  findByMakerNumber,
  findStates,
  listUnmatched,
  parseRequestedCodes,
  withOrdered,
  type RequestedCode,
} from './requested-codes.ts';

/** Returns what attaching this file would find, and discards the bytes afterwards. */
export async function compareWithOriginal(
  deps: Deps,
  actor: Actor,
  { id, upload }: { id: number; upload: Upload },
): Promise<Findings> {
  await deps.storage.keep(upload);
  try {
    return await findBesideOriginal(deps, actor, { id, upload });
  } finally {
    await deps.storage.discard(upload.key);
  }
}

/**
 * Compares stored bytes with the original of a file. Never refuses: what could not be examined is a finding as well.
 */
export async function findBesideOriginal(
  deps: Deps,
  actor: Actor,
  { id, upload }: { id: number; upload: Upload },
): Promise<Findings> {
  const original = await selectOriginal(deps.db, actor, id).executeTakeFirst();
  if (!original) throw notFound();
  const requestedText = readDtcText(original.solution);
  const orders = withOrdered(parseRequestedCodes(requestedText ?? ''), original.ordered_dtcs);
  const request = {
    original: toStoredObject(original.file_key),
    modified: toStoredObject(upload.key),
    requestedOff: orders.flatMap(({ spellings }) => spellings),
  };
  const reviewed = await deps.ecu.run('review', request, { user: actor.id });
  if (reviewed.outcome === 'done') {
    const findings = toFindings(reviewed.result, requestedText);
    return { ...findings, ...(await findAsked(deps, actor, { orders, upload }, findings)) };
  }
  if (reviewed.outcome === 'failed') deps.log.error({ file: id, reason: reviewed.reason }, 'a comparison failed');
  const isSame = original.file_sha256 === upload.sha256;
  return {
    ...createSizeFindings(NOT_COMPARED_REASONS[reviewed.outcome], requestedText),
    original_size_bytes: original.file_size_bytes,
    modified_size_bytes: upload.sizeBytes,
    bytes_changed: isSame ? 0 : null,
  };
}

/** Finds the state of everything ordered off in the modified file, by a row's code or its manufacturer's number. */
async function findAsked(
  deps: Deps,
  actor: Actor,
  { orders, upload }: { orders: readonly RequestedCode[]; upload: Upload },
  { codes, also_off }: Findings,
): Promise<Pick<Findings, 'codes' | 'also_off'>> {
  if (codes === null) return { codes, also_off };
  const found = findStates(orders, codes);
  const left = listUnmatched(orders, found);
  if (left.length === 0) return { codes: found, also_off };
  // A review contains no manufacturer's numbers, so the rows are read once more; few files need this.
  const analysed = await deps.ecu.run('analyse', { bytes: toStoredObject(upload.key) }, { user: actor.id });
  if (analysed.outcome === 'failed') deps.log.error({ reason: analysed.reason }, 'reading the rows of a file failed');
  const byNumber = findByMakerNumber(left, analysed.outcome === 'done' ? analysed.result.rows : null);
  return {
    codes: found.map(({ code, state }) => ({ code, state: byNumber.states.get(code) ?? state })),
    also_off: also_off.filter((code) => !byNumber.codes.includes(code)),
  };
}

const NOT_COMPARED_REASONS = {
  'too slow': 'it would have taken longer than 10 seconds.',
  'too much memory': 'it would have taken too much memory.',
  'too busy': 'too many files were being compared at the time.',
  canceled: 'it was stopped.',
  closed: 'the portal was being stopped.',
  failed: 'it failed. The operator finds the reason in the log.',
} as const;

const selectOriginal = (db: Database, actor: Actor, id: number) =>
  selectFilesInScope(db, actor)
    .select(['files.file_key', 'files.file_size_bytes', 'files.file_sha256', 'files.solution', 'files.ordered_dtcs'])
    .where('files.id', '=', id);

const ecuOf = (named: Named | null) =>
  named && { maker: named.maker, model: named.model, software_number: named.softwareNumber };

const toFindings = (found: Review, requestedText: string | null): Findings => ({
  not_compared: null,
  original_size_bytes: found.originalSizeBytes,
  modified_size_bytes: found.modifiedSizeBytes,
  original_ecu: ecuOf(found.original),
  modified_ecu: ecuOf(found.modified),
  control_unit: found.controlUnit,
  bytes_changed: found.bytesChanged,
  places: found.places,
  kinds: found.kinds,
  strip: found.strip,
  checksums:
    found.checksums?.map(({ name, kind, state, stateBefore }) => ({ name, kind, state, state_before: stateBefore })) ??
    null,
  asked: requestedText,
  codes: requestedText === null ? null : found.codes,
  also_off: found.alsoOff,
});

const createSizeFindings = (not_compared: string, requestedText: string | null) => ({
  not_compared,
  original_ecu: null,
  modified_ecu: null,
  control_unit: null,
  places: null,
  kinds: [],
  strip: null,
  checksums: null,
  asked: requestedText,
  codes: null,
  also_off: [],
});

/**
 * Returns the user who confirmed the warnings; null when there was nothing to confirm, or when no confirmation was
 * requested, as with the specification's own form. If it was, the user must have seen everything.
 */
export function requireConfirmer(actor: Actor, findings: Findings, confirmed: FindingName[] | null): number | null {
  if (confirmed === null || listWarnings(findings).length === 0) return null;
  if (!isAllConfirmed(findings, confirmed)) throw notConfirmed();
  return actor.id;
}
