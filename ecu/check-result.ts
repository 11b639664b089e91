import { cellsOf } from './correct-checksums.ts';
import { findOutside } from './differences.ts';
import type { Change, Checksum, DtcRow, Facts } from './family.ts';
import type { Window } from './image.ts';
import type { Reading } from './reading.ts';
import { hexOffset, sentence } from './sentence.ts';
import type { Sentence } from './sentence.ts';

/** A changed image together with the one it was made from. */
interface Result {
  before: Reading;
  after: Reading;
  rows: readonly DtcRow[];
  requested: readonly string[];
  dtcChanges: readonly Change[];
  /** Every range in which the bytes of the two differ. */
  differences: readonly Window[];
}

/** Returns the rows of the result if every change is explained, otherwise a sentence about the one that is not. */
export function checkResult(result: Result): { rows: DtcRow[] } | Sentence {
  const { before, after, rows, requested } = result;
  const reason =
    checkChangedBytes(result) ??
    checkChecksums(before.checksums, after.checksums) ??
    checkFacts(before.facts, after.facts);
  if (reason !== null) return reason;
  const { listing } = after;
  if (listing.outcome === 'not found') return sentence('result_without_table');
  return checkRows(rows, listing.rows, requested) ?? { rows: listing.rows };
}

function checkChangedBytes({ before: { checksums }, dtcChanges, differences }: Result): Sentence | null {
  const windows = dtcChanges.map(({ at, after }) => ({ at, end: at + after.length }));
  const at = findOutside(differences, [...windows, ...cellsOf(checksums)]);
  return at === null ? null : sentence('result_byte_undeclared', { at: hexOffset(at) });
}

function checkChecksums(before: readonly Checksum[], after: readonly Checksum[]): Sentence | null {
  const joinNames = (list: readonly Checksum[]) =>
    list.map(({ name, cells }) => `${name} ${cells.map(({ at }) => at).join(' ')}`).join();
  if (joinNames(before) !== joinNames(after)) return sentence('result_other_checksums');
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

/** Checks that every requested code is off, and that no entry without a requested code has changed. */
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
