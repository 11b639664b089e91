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
  const { before, after } = result;
  const reason =
    checkChangedBytes(result) ??
    checkChecksums(before.checksums, after.checksums) ??
    checkFacts(before.facts, after.facts);
  if (reason !== null) return reason;
  const { listing } = after;
  if (listing.outcome === 'not found') return sentence('result_without_table');
  return checkRows(result, listing.rows) ?? { rows: listing.rows };
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

/**
 * Checks that every requested code is off, that each change is in an entry of one of them, and that no other entry has
 * changed: a code of which some entries are off anyway stays partly off when a further one goes off.
 */
function checkRows({ before, after, rows, requested, dtcChanges }: Result, now: readonly DtcRow[]): Sentence | null {
  if (rows.length !== now.length) return sentence('result_other_codes');
  const chosen = rows.filter(({ code }) => requested.includes(code));
  const paths = new Set(chosen.flatMap((row) => row.paths));
  const cells = new Set(chosen.flatMap(({ entriesAt }) => entriesAt));
  const isChanged = (cell: number) => before.image.bytes[cell] !== after.image.bytes[cell];
  for (const [index, row] of rows.entries()) {
    const { code, state } = row;
    const again = now[index] as DtcRow;
    if (describePlaces(again) !== describePlaces(row)) return sentence('result_code_listed_otherwise', { code });
    if (requested.includes(code)) {
      if (again.state !== 'off') return sentence('result_code_not_off', { code });
    } else if (
      (again.state !== state && !row.paths.some((path) => paths.has(path))) ||
      row.entriesAt.some((cell) => !cells.has(cell) && isChanged(cell))
    ) {
      return sentence('result_code_changed', { code });
    }
  }
  const stray = dtcChanges.find((change) => change.after.every((_, index) => !cells.has(change.at + index)));
  return stray === undefined ? null : sentence('result_byte_undeclared', { at: hexOffset(stray.at) });
}

const describePlaces = ({ code, paths, entriesAt }: DtcRow): string => `${code} ${paths.join()} ${entriesAt.join()}`;
