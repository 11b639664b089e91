import type { Named, Review } from '../../../../ecu/index.ts';
import type { Database } from '../../../../server/database/connect.ts';
import { toStoredObject } from '../../analysis/server/ecu-work.ts';
import type { Actor, Deps, Upload } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import type { FindingName, Findings } from '../../findings.ts';
import { isAllConfirmed, listWarnings } from '../findings.rules.ts';
import { notConfirmed } from '../review.rules.ts';
import { readDtcText } from '../../files.rules.ts';
import { selectFilesInScope } from '../../server/file-rows.ts';
import { readReport } from '../../../../ecu/dtc/report.ts';
import type { CodeRow } from '../../analysis/server/code-row.ts';

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

type RequestedState = NonNullable<Findings['codes']>[number];
type State = RequestedState['state'];

/** A code or word that was ordered off, in every spelling that a table may use for it. */
interface RequestedCode {
  code: string;
  spellings: string[];
  /** False: the word is no trouble code, unless the file's own table contains it. */
  isRead: boolean;
}

/** Reads everything that a text orders off. No word is left out: an unreadable word may be a code that is still on. */
export function parseRequestedCodes(text: string): RequestedCode[] {
  const { codes, notUnderstood, otherWords } = readReport(text);
  const requested = new Map<string, RequestedCode>();
  for (const { code, number, asWritten } of codes) {
    const name = code ?? number ?? asWritten;
    requested.set(name, {
      code: name,
      spellings: [code, number].filter((spelling) => spelling !== null),
      isRead: true,
    });
  }
  for (const word of [...notUnderstood, ...otherWords]) {
    const spelling = word.toUpperCase();
    if (!requested.has(spelling)) requested.set(spelling, { code: word, spellings: [spelling], isRead: false });
  }
  return [...requested.values()];
}

/** Adds the codes that were chosen from a list: unlike those in the text, their number is not limited. */
function withOrdered(requested: readonly RequestedCode[], codes: readonly string[]): RequestedCode[] {
  const named = new Set(requested.flatMap(({ spellings }) => spellings));
  const others = codes.filter((code) => !named.has(code));
  return [...requested, ...others.map((code) => ({ code, spellings: [code], isRead: true }))];
}

/** Returns whether a table may contain it only as its manufacturer's number: BMW's 2A01, Volkswagen's 16785. */
const mayBeMakerNumber = (requested: RequestedCode) =>
  requested.spellings.some((spelling) => /^[0-9A-F]*\d[0-9A-F]*$/.test(spelling));

/**
 * Returns the state in the table of everything ordered; `codes` are the spellings that were found by a row's own code.
 */
export function findStates(
  requested: readonly RequestedCode[],
  codes: readonly { code: string; state: State }[],
): RequestedState[] {
  const stateByCode = new Map(codes.map(({ code, state }) => [code, state]));
  return requested.map(({ code, spellings, isRead }) => {
    const states = spellings.flatMap((spelling) => stateByCode.get(spelling) ?? []);
    return { code, state: states.find((state) => state !== 'missing') ?? (isRead ? 'missing' : 'unread') };
  });
}

const isFound = ({ state }: RequestedState) => state !== 'missing' && state !== 'unread';

/** Lists what was found in no row by its code, but may be in one by its manufacturer's number. */
export const listUnmatched = (requested: readonly RequestedCode[], found: readonly RequestedState[]): RequestedCode[] =>
  requested.filter((one, index) => !isFound(found[index] as RequestedState) && mayBeMakerNumber(one));

/**
 * Finds the states of what is left by the rows' manufacturer's numbers; with null rows nothing could be read, so no
 * state is claimed.
 */
export function findByMakerNumber(left: readonly RequestedCode[], rows: readonly CodeRow[] | null) {
  const states = new Map<string, State>();
  const codes: string[] = [];
  for (const { code, spellings } of left) {
    const own = rows?.filter((row) => numbersOf(row).some((number) => spellings.includes(number))) ?? [];
    codes.push(...own.map(({ dtc }) => dtc));
    if (rows === null) states.set(code, 'unknown');
    else if (own.length > 0) states.set(code, stateOfRows(own));
  }
  return { states, codes };
}

/** Some families separate several numbers by a comma, others by a space. */
const numbersOf = ({ maker_number }: CodeRow): string[] => maker_number?.split(/[\s,]+/) ?? [];

/** A row with several numbers may be on because of another one, so rows with only this number take precedence. */
function stateOfRows(rows: readonly CodeRow[]): State {
  const alone = rows.filter((row) => numbersOf(row).length === 1);
  const requested = alone.length > 0 ? alone : rows;
  if (requested.some(({ state_known }) => !state_known)) return 'unknown';
  if (requested.every(({ status }) => status === 'OFF')) return 'off';
  return requested.every(({ status, partly_off }) => status === 'ON' && !partly_off) ? 'on' : 'partial';
}
