import { applyChanges, correctChecksums, repairChecksums } from './correct-checksums.ts';
import type { Change, Checksum, DtcRow, Family, Facts } from './family.ts';
import { Image } from './image.ts';
import { hexOffset, isSentence, sentence } from './sentence.ts';
import type { Sentence } from './sentence.ts';

export type SwitchOffOptions = {
  /** Goes on although a known checksum of the file was wrong before; it is then put right together with the rest. */
  acceptWrongChecksums?: boolean;
  /** Known checksums of the file that were wrong before are put right first, as a step of their own. */
  repairChecksums?: boolean;
};

export type Refused = { outcome: 'refused'; kind: RefusalKind; reason: Sentence };

export type RefusalKind =
  | 'no table'
  | 'not switchable'
  | 'unknown code'
  | 'nothing to do'
  | 'checksum wrong before'
  | 'unexplained';

export type SwitchedOff = {
  outcome: 'done';
  bytes: Uint8Array;
  /** Codes that were off before, and were left as they were. */
  alreadyOff: string[];
  /** Codes beside the chosen ones whose state changed, because they share an entry with one of them. */
  alsoChanged: string[];
  /** What was put right before anything else, where that was asked for. */
  repairChanges: Change[];
  dtcChanges: Change[];
  checksumChanges: Change[];
  checksumsBefore: Checksum[];
  checksumsAfter: Checksum[];
  rowsBefore: DtcRow[];
  rowsAfter: DtcRow[];
  /** What the user has to know about this file. */
  warnings: Sentence[];
};

/**
 * Switches codes off in a copy, corrects the checksums of the copy, and reads everything again from it. The result has
 * bytes only when every difference between the two is a declared cell. `bytes` is only read.
 */
export function switchOff(
  bytes: Uint8Array,
  family: Family,
  codes: readonly string[],
  options: SwitchOffOptions = {},
): SwitchedOff | Refused {
  if (options.repairChecksums !== true) return switchOffAfter([], bytes, family, codes, options);
  const repaired = repairChecksums(bytes, family);
  if (isSentence(repaired)) return unexplained(repaired);
  return switchOffAfter(repaired.changes, repaired.bytes, family, codes, options);
}

/** `bytes` with these changes made already. */
function switchOffAfter(
  repairChanges: Change[],
  bytes: Uint8Array,
  family: Family,
  codes: readonly string[],
  options: SwitchOffOptions,
): SwitchedOff | Refused {
  const image = new Image(bytes);
  const plan = planSwitchOff(image, family, codes);
  if ('outcome' in plan) return plan;
  const { rows, requested, alreadyOff } = plan;

  const checksumsBefore = family.checksums?.(image) ?? [];
  const wrongBefore = checksumsBefore.filter(({ kind, state }) => kind === 'sum' && state === 'wrong');
  if (wrongBefore.length > 0 && options.acceptWrongChecksums !== true) {
    const names = wrongBefore.map(({ name }) => name).join(', ');
    return refused('checksum wrong before', sentence('checksums_wrong_before', { names }));
  }

  const dtcChanges = plan.solve(image, requested);
  const copy = new Uint8Array(bytes);
  if (!applyChanges(copy, dtcChanges)) return unexplained(sentence('result_cell_unexpected'));
  const checksumChanges = correctChecksums(copy, family, checksumsBefore);
  if (checksumChanges === null) return unexplained(sentence('result_checksum_not_corrected'));

  const after = new Image(copy);
  const checksumsAfter = family.checksums?.(after) ?? [];
  const reason =
    checkChangedBytes(image, after, dtcChanges, checksumsBefore) ??
    checkChecksums(checksumsBefore, checksumsAfter) ??
    checkFacts(family.describe(image), family.describe(after));
  if (reason !== null) return unexplained(reason);
  const rowsAfter = plan.listAgain(after);
  if (rowsAfter === null) return unexplained(sentence('result_without_table'));
  const otherwise = checkRows(rows, rowsAfter, requested);
  if (otherwise !== null) return unexplained(otherwise);

  return {
    outcome: 'done',
    bytes: copy,
    alreadyOff,
    alsoChanged: findAlsoChanged(rows, rowsAfter, requested),
    repairChanges,
    dtcChanges,
    checksumChanges,
    checksumsBefore,
    checksumsAfter,
    rowsBefore: rows,
    rowsAfter,
    warnings: warningsFor(image, after, family, checksumsBefore, checksumsAfter),
  };
}

interface Plan {
  rows: DtcRow[];
  requested: string[];
  alreadyOff: string[];
  solve: (image: Image, codes: readonly string[]) => Change[];
  /** Null: the table is not found. */
  listAgain: (after: Image) => DtcRow[] | null;
}

/** Which of the chosen codes are to be switched off, and how; or why that is not possible in this file. */
function planSwitchOff(image: Image, { dtcs }: Family, codes: readonly string[]): Plan | Refused {
  if (dtcs === null) return refused('no table', sentence('codes_not_listed'));
  const listing = dtcs.list(image);
  if (listing.outcome === 'not found') return refused('no table', listing.reason);
  const solve = dtcs.switchOff;
  if (listing.notSwitchable !== null) return refused('not switchable', listing.notSwitchable);
  if (solve === null) return refused('not switchable', sentence('switching_not_known'));

  const rowOf = new Map(listing.rows.map((row) => [row.code, row]));
  const chosen = [...new Set(codes)];
  const missing = chosen.filter((code) => !rowOf.has(code));
  if (missing.length > 0) return refused('unknown code', sentence('codes_not_in_file', { codes: missing.join(', ') }));
  const alreadyOff = chosen.filter((code) => rowOf.get(code)?.state === 'off');
  const requested = chosen.filter((code) => !alreadyOff.includes(code));
  if (requested.length === 0) return refused('nothing to do', sentence('all_chosen_off'));
  const listAgain = (after: Image) => {
    const found = dtcs.list(after);
    return found.outcome === 'found' ? found.rows : null;
  };
  return { rows: listing.rows, requested, alreadyOff, solve, listAgain };
}

function findAlsoChanged(before: readonly DtcRow[], after: readonly DtcRow[], requested: readonly string[]): string[] {
  const stateBefore = new Map(before.map(({ code, state }) => [code, state]));
  return after
    .filter(({ code, state }) => !requested.includes(code) && state !== stateBefore.get(code))
    .map(({ code }) => code);
}

function refused(kind: RefusalKind, reason: Sentence): Refused {
  return { outcome: 'refused', kind, reason };
}

function unexplained(reason: Sentence): Refused {
  return refused('unexplained', reason);
}

function checkChangedBytes(
  image: Image,
  after: Image,
  dtcChanges: readonly Change[],
  checksums: readonly Checksum[],
): Sentence | null {
  const allowed = new Uint8Array(image.sizeBytes);
  for (const { at, after: bytes } of dtcChanges) allowed.fill(1, at, at + bytes.length);
  for (const { kind, cells } of checksums) {
    if (kind === 'sum') for (const { at, end } of cells) allowed.fill(1, at, end);
  }
  for (let at = 0; at < image.sizeBytes; at += 1) {
    if (image.bytes[at] !== after.bytes[at] && allowed[at] === 0) {
      return sentence('result_byte_undeclared', { at: hexOffset(at) });
    }
  }
  return null;
}

function checkChecksums(before: readonly Checksum[], after: readonly Checksum[]): Sentence | null {
  const names = (list: readonly Checksum[]) =>
    list.map(({ name, cells }) => `${name} ${cells.map(({ at }) => at).join(' ')}`).join();
  if (names(before) !== names(after)) return sentence('result_other_checksums');
  const wrong = after.find(({ kind, state }) => kind === 'sum' && state === 'wrong');
  if (wrong !== undefined) return sentence('result_checksum_wrong', { name: wrong.name });
  const lost = before.find(
    ({ kind, state }, index) => kind === 'sum' && state === 'ok' && after[index]?.state !== 'ok',
  );
  return lost === undefined ? null : sentence('result_checksum_not_proved', { name: lost.name });
}

function checkFacts(before: Facts, after: Facts): Sentence | null {
  return JSON.stringify(before) === JSON.stringify(after) ? null : sentence('result_not_recognised');
}

/** Every requested code is off, and no entry changed that none of them is in. */
function checkRows(before: readonly DtcRow[], after: readonly DtcRow[], requested: readonly string[]): Sentence | null {
  if (before.length !== after.length) return sentence('result_other_codes');
  const affected = new Set(before.filter(({ code }) => requested.includes(code)).flatMap(({ paths }) => paths));
  for (const [index, row] of before.entries()) {
    const now = after[index] as DtcRow;
    if (now.code !== row.code || now.paths.join() !== row.paths.join())
      return sentence('result_code_listed_otherwise', { code: row.code });
    if (requested.includes(row.code)) {
      if (now.state !== 'off') return sentence('result_code_not_off', { code: row.code });
    } else if (now.state !== row.state && !row.paths.some((path) => affected.has(path))) {
      return sentence('result_code_changed', { code: row.code });
    }
  }
  return null;
}

function warningsFor(
  image: Image,
  after: Image,
  family: Family,
  before: readonly Checksum[],
  checksumsAfter: readonly Checksum[],
): Sentence[] {
  const warnings: Sentence[] = [];
  for (const { name, kind, state } of before) {
    if (kind === 'sum' && state === 'wrong') warnings.push(sentence('checksum_was_wrong', { name }));
  }
  if (family.checksums === null || before.every(({ kind }) => kind === 'signature')) {
    warnings.push(sentence('checksums_not_known'));
  }
  for (const { name, kind, state, ranges } of checksumsAfter) {
    const touched = ranges.some(({ at, end }) => differs(image, after, at, end));
    if (!touched) continue;
    if (kind === 'signature') {
      warnings.push(sentence('signature_no_longer_matches', { name }));
    } else if (state === 'unknown') {
      warnings.push(sentence('checksum_not_known', { name }));
    }
  }
  return warnings;
}

function differs(image: Image, after: Image, from: number, end: number): boolean {
  for (let at = from; at < Math.min(end, image.sizeBytes); at += 1) {
    if (image.bytes[at] !== after.bytes[at]) return true;
  }
  return false;
}
