import { analyse } from './analyse.ts';
import type { Analysis } from './analyse.ts';
import { listAllChecksums, namesOfWrong } from './copies.ts';
import { listDifferences } from './differences.ts';
import { families } from './families.ts';
import type { Change, Family } from './family.ts';
import { Image } from './image.ts';
import { readingOf, readWith } from './reading.ts';
import type { Reading } from './reading.ts';
import { changeCopy, checkCopy, nothingToDo, refused } from './switch-off.ts';
import type { ChangedCopy, Refused, SwitchedOff, SwitchOffOptions } from './switch-off.ts';
import { hexOffset, sentence } from './sentence.ts';
import { findUnchangedTable } from './unchanged-table.ts';

/**
 * `file` is what goes back to the customer; all offsets refer to `bytes`, the file in the form in which it was read; if
 * it holds the memory several times, to the first copy. `original` and `modified` are the analyses of the file before
 * and after.
 */
export type SwitchedOffFile = SwitchedOff & { file: Uint8Array; original: Analysis; modified: Analysis };

/**
 * Turns a customer's file into a changed one: reads the file in whatever form it has, switches the codes off in every
 * copy of the memory, converts the result back into that form, and reads the finished file, from its bytes alone,
 * before it is handed over. The file is analysed once before and once after, and the checks use those two analyses;
 * only the search for a place that was left out knows nothing of them. `bytes` is not modified.
 * `among`: the families that the file may belong to, if they are to be restricted.
 */
export function switchOffInFile(
  bytes: Uint8Array,
  codes: readonly string[],
  options: SwitchOffOptions & { among?: readonly Family[] | undefined } = {},
): SwitchedOffFile | Refused {
  const { among = families } = options;
  const original = analyse(bytes, among);
  const changed = changeCopies(original, codes, options);
  if ('outcome' in changed) return changed;
  const { form } = original.inspection;
  const file = form.toFile?.(changed.map((copy) => copy.bytes)) ?? bytes;
  const modified = analyse(file, among);
  const after = readCopiesAgain(modified);
  const isSame =
    modified.inspection.form.name === form.name &&
    file.length === bytes.length &&
    after.length === changed.length &&
    after.every((reading, index) => isReadBack(reading, changed[index] as ChangedCopy));
  if (!isSame) return refused('unexplained', sentence('result_file_differs'));
  const left = findTableLeft(original, changed, {
    after: modified.inspection.form.memory,
    codesOff: form.toMemory(changed.map(withCodesOff)),
  });
  if (left !== null) return left;
  const result = checkCopies(changed, after);
  return result.outcome === 'refused' ? result : { ...result, file, original, modified };
}

/**
 * The same in a file that has already been analysed, and without making a file: shows whether it is possible. Places
 * that would be left out are searched for whatever code may be chosen later.
 */
export function tryToSwitchOff(
  analysis: Analysis,
  codes: readonly string[],
  options: SwitchOffOptions = {},
): SwitchedOff | Refused {
  const changed = changeCopies(analysis, codes, options);
  if ('outcome' in changed) return changed;
  const codesOff = analysis.inspection.form.toMemory(changed.map(withAllOff));
  const left = findTableLeft(analysis, changed, { after: codesOff, codesOff });
  if (left !== null) return left;
  const after = new Map([...new Set(changed)].map((copy) => [copy, readAgain(copy)]));
  return checkCopies(
    changed,
    changed.map((copy) => after.get(copy) as Reading),
  );
}

const readAgain = ({ before, bytes }: ChangedCopy) => readWith(before.family, new Image(bytes));

function readCopiesAgain(analysis: Analysis): Reading[] {
  const first = readingOf(analysis);
  return first === null ? [] : [first, ...analysis.copies.map(({ reading }) => reading)];
}

function withChanges(image: Uint8Array, changes: readonly Change[]): Uint8Array {
  const bytes = new Uint8Array(image);
  for (const { at, after } of changes) bytes.set(after, at);
  return bytes;
}

const isReadBack = ({ family, image }: Reading, { before, bytes }: ChangedCopy): boolean =>
  family.id === before.family.id &&
  image.sizeBytes === bytes.length &&
  listDifferences(image.bytes, bytes).length === 0;

/** Switches the codes off in every copy of the memory; copies that are equal share their result. */
function changeCopies(
  analysis: Analysis,
  codes: readonly string[],
  options: SwitchOffOptions,
): ChangedCopy[] | Refused {
  const { inspection, listing, copies } = analysis;
  const { form, fileType } = inspection;
  const first = readingOf(analysis);
  if (first === null) return refused('no table', sentence('unit_not_recognised'));
  if (fileType !== 'OK' || form.toFile === null)
    return refused('no table', form.notWritten ?? sentence('kind_not_written', { type: fileType }));
  const changes = new Map<Reading, ChangedCopy>();
  for (const reading of new Set([first, ...copies.map((copy) => copy.reading)])) {
    // A copy that is not read like the first makes the listing of the whole file one that may not be switched.
    if (reading !== first && listing?.outcome === 'found' && listing.notSwitchable !== null)
      return refused('not switchable', listing.notSwitchable);
    const changed = changeCopy(reading, codes, options);
    if (changed.outcome === 'refused' && changed.kind === 'checksum wrong before') return refusedFor(analysis);
    if (changed.outcome === 'refused') return changed;
    changes.set(reading, changed);
  }
  const changed = [first, ...copies.map((copy) => copy.reading)].map((reading) => changes.get(reading) as ChangedCopy);
  return changed.every(({ plan }) => plan.requested.length === 0) ? nothingToDo() : changed;
}

/** Names the sums that are wrong in any copy, as the analysis of the file names them. */
function refusedFor(analysis: Analysis): Refused {
  const names = namesOfWrong(listAllChecksums(analysis)).join(', ');
  return refused('checksum wrong before', sentence('checksums_wrong_before', { names }));
}

/**
 * Searches a finished memory for a place that was left as it was. `codesOff` is the memory in which the codes are off and
 * all else is as before: where it differs from before is where the table is.
 */
function findTableLeft(
  { inspection: { form } }: Analysis,
  changed: readonly ChangedCopy[],
  { after, codesOff }: { after: Uint8Array; codesOff: Uint8Array },
): Refused | null {
  // Not the memory as it came where checksums were corrected first.
  const before = form.toMemory(changed.map((copy) => copy.before.image.bytes));
  const at = findUnchangedTable(before, after, listDifferences(before, codesOff));
  return at === null ? null : refused('table left', sentence('table_left_at', { at: hexOffset(at) }));
}

const withCodesOff = ({ before, dtcChanges }: ChangedCopy) => withChanges(before.image.bytes, dtcChanges);

function withAllOff({ before, plan }: ChangedCopy): Uint8Array {
  const on = plan.rows.filter(({ state }) => state !== 'off').map(({ code }) => code);
  return withChanges(before.image.bytes, on.length === 0 ? [] : plan.solve(before.image, on));
}

/** Returns the result for the first copy, once every copy has passed its check. */
function checkCopies(changed: readonly ChangedCopy[], after: readonly Reading[]): SwitchedOff | Refused {
  const results: SwitchedOff[] = [];
  for (const [index, copy] of changed.entries()) {
    const result = checkCopy(copy, after[index] as Reading);
    if (result.outcome === 'refused') return result;
    results.push(result);
  }
  const first = results[0] as SwitchedOff;
  if (results.length === 1) return first;
  return {
    ...first,
    alreadyOff: first.alreadyOff.filter((code) => results.every(({ alreadyOff }) => alreadyOff.includes(code))),
    alsoChanged: [...new Set(results.flatMap(({ alsoChanged }) => alsoChanged))],
    warnings: [...first.warnings, sentence('copies_changed', { copies: results.length })],
  };
}
