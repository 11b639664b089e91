import { applyChanges, correctChecksums, repairChecksums } from './correct-checksums.ts';
import { listDifferences } from './differences.ts';
import type { Change, Checksum, Dtcs, DtcRow, Family } from './family.ts';
import { checkResult } from './check-result.ts';
import { Image } from './image.ts';
import type { Window } from './image.ts';
import { readWith } from './reading.ts';
import type { Reading } from './reading.ts';
import { findMissingEnd } from './read-warnings.ts';
import { isSentence, sentence } from './sentence.ts';
import type { Sentence } from './sentence.ts';

export type SwitchOffOptions = {
  /** Continues even if a known checksum of the file was wrong before; it is then corrected together with the rest. */
  acceptWrongChecksums?: boolean;
  /** Corrects known checksums of the file that were wrong before, as a separate first step. */
  repairChecksums?: boolean;
};

export type Refused = { outcome: 'refused'; kind: RefusalKind; reason: Sentence };

export type RefusalKind =
  | 'no table'
  | 'not switchable'
  | 'unknown code'
  | 'nothing to do'
  | 'checksum wrong before'
  | 'table left'
  | 'unexplained';

export type SwitchedOff = {
  outcome: 'done';
  bytes: Uint8Array;
  /** Chosen codes that were off before, and were left as they were. */
  alreadyOff: string[];
  /** Other codes whose state changed because they share an entry with a chosen one. */
  alsoChanged: string[];
  /** The checksums that were corrected before anything else, if `repairChecksums` was set. */
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
 * bytes only if every difference between original and copy lies in a declared cell. `bytes` is not modified.
 */
export function switchOff(
  bytes: Uint8Array,
  family: Family,
  codes: readonly string[],
  options: SwitchOffOptions = {},
): SwitchedOff | Refused {
  return switchOffIn(readWith(family, new Image(bytes)), codes, options);
}

/** The same as `switchOff`, in an image that has already been read. */
export function switchOffIn(
  reading: Reading,
  codes: readonly string[],
  options: SwitchOffOptions = {},
): SwitchedOff | Refused {
  const changed = changeCopy(reading, codes, options);
  if (changed.outcome === 'refused') return changed;
  if (changed.plan.requested.length === 0) return nothingToDo();
  return checkCopy(changed, readWith(reading.family, new Image(changed.bytes)));
}

export const nothingToDo = () => refused('nothing to do', sentence('all_chosen_off'));

/**
 * A copy with the codes off and its checksums corrected, which has not yet been read again. It equals the image if all
 * chosen codes were off before.
 */
export type ChangedCopy = {
  outcome: 'changed';
  bytes: Uint8Array;
  /** The image in which the codes were switched off; after a repair, the repaired one. */
  before: Reading;
  plan: Plan;
  repairChanges: Change[];
  dtcChanges: Change[];
  checksumChanges: Change[];
};

export function changeCopy(
  reading: Reading,
  codes: readonly string[],
  options: SwitchOffOptions = {},
): ChangedCopy | Refused {
  const missing = findMissingEnd(reading.image, reading.checksums);
  if (missing !== null) return refused('not switchable', missing);
  if (options.repairChecksums !== true) return changeAfter([], reading, codes, options);
  const repaired = repairChecksums(reading);
  if (isSentence(repaired)) return unexplained(repaired);
  const { bytes, changes } = repaired;
  const before = changes.length === 0 ? reading : readWith(reading.family, new Image(bytes));
  return changeAfter(changes, before, codes, options);
}

/** Changes an image to which `repairChanges` have already been applied. */
function changeAfter(
  repairChanges: Change[],
  before: Reading,
  codes: readonly string[],
  options: SwitchOffOptions,
): ChangedCopy | Refused {
  const plan = planSwitchOff(before, codes);
  if ('outcome' in plan) return plan;
  const { family, image, checksums } = before;
  const unchanged: ChangedCopy = {
    outcome: 'changed',
    bytes: image.bytes,
    before,
    plan,
    repairChanges,
    dtcChanges: [],
    checksumChanges: [],
  };
  if (plan.requested.length === 0) return unchanged;
  const wrongBefore = checksums.filter(({ kind, state }) => kind === 'sum' && state === 'wrong');
  if (wrongBefore.length > 0 && options.acceptWrongChecksums !== true) {
    const names = wrongBefore.map(({ name }) => name).join(', ');
    return refused('checksum wrong before', sentence('checksums_wrong_before', { names }));
  }

  const dtcChanges = plan.solve(image, plan.requested);
  const copy = new Uint8Array(image.bytes);
  if (!applyChanges(copy, dtcChanges)) return unexplained(sentence('result_cell_unexpected'));
  const checksumChanges = correctChecksums(copy, family, checksums);
  if (checksumChanges === null) return unexplained(sentence('result_checksum_not_corrected'));
  return { ...unchanged, bytes: copy, dtcChanges, checksumChanges };
}

/** Compares the plan with what was read from the bytes of the copy alone. */
export function checkCopy(changed: ChangedCopy, after: Reading): SwitchedOff | Refused {
  const { before, plan, bytes, repairChanges, dtcChanges, checksumChanges } = changed;
  const { rows, requested, alreadyOff } = plan;
  const differences = listDifferences(before.image.bytes, after.image.bytes);
  const result = checkResult({ before, after, rows, requested, dtcChanges, differences });
  if (isSentence(result)) return unexplained(result);
  return {
    outcome: 'done',
    bytes,
    alreadyOff,
    alsoChanged: findAlsoChanged(rows, result.rows, requested),
    repairChanges,
    dtcChanges,
    checksumChanges,
    checksumsBefore: before.checksums,
    checksumsAfter: after.checksums,
    rowsBefore: rows,
    rowsAfter: result.rows,
    warnings: listWarnings(before, after, differences),
  };
}

interface Plan {
  rows: DtcRow[];
  requested: string[];
  alreadyOff: string[];
  solve: NonNullable<Dtcs['switchOff']>;
}

/** Determines which of the chosen codes to switch off and how, or why that is not possible in this file. */
function planSwitchOff({ family: { dtcs }, listing }: Reading, codes: readonly string[]): Plan | Refused {
  if (listing.outcome === 'not found') return refused('no table', listing.reason);
  if (listing.notSwitchable !== null) return refused('not switchable', listing.notSwitchable);
  const solve = dtcs?.switchOff ?? null;
  if (solve === null) return refused('not switchable', sentence('switching_not_known'));

  const rowByCode = new Map(listing.rows.map((row) => [row.code, row]));
  const chosen = [...new Set(codes)];
  const missing = chosen.filter((code) => !rowByCode.has(code));
  if (missing.length > 0) return refused('unknown code', sentence('codes_not_in_file', { codes: missing.join(', ') }));
  const alreadyOff = chosen.filter((code) => rowByCode.get(code)?.state === 'off');
  const requested = chosen.filter((code) => !alreadyOff.includes(code));
  return { rows: listing.rows, requested, alreadyOff, solve };
}

function findAlsoChanged(before: readonly DtcRow[], after: readonly DtcRow[], requested: readonly string[]): string[] {
  const stateBefore = new Map(before.map(({ code, state }) => [code, state]));
  return after
    .filter(({ code, state }) => !requested.includes(code) && state !== stateBefore.get(code))
    .map(({ code }) => code);
}

export function refused(kind: RefusalKind, reason: Sentence): Refused {
  return { outcome: 'refused', kind, reason };
}

function unexplained(reason: Sentence): Refused {
  return refused('unexplained', reason);
}

function listWarnings(before: Reading, after: Reading, differences: readonly Window[]): Sentence[] {
  const warnings: Sentence[] = [];
  for (const { name, kind, state } of before.checksums) {
    if (kind === 'sum' && state === 'wrong') warnings.push(sentence('checksum_was_wrong', { name }));
  }
  if (before.family.checksums === null || before.checksums.every(({ kind }) => kind === 'signature')) {
    warnings.push(sentence('checksums_not_known'));
  }
  for (const { name, kind, state, ranges } of after.checksums) {
    const touched = ranges.some((range) => differences.some(({ at, end }) => at < range.end && end > range.at));
    if (!touched) continue;
    if (kind === 'signature') {
      warnings.push(sentence('signature_no_longer_matches', { name }));
    } else if (state === 'unknown') {
      warnings.push(sentence('checksum_not_known', { name }));
    }
  }
  return warnings;
}
