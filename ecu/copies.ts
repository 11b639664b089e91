import { listDifferences } from './differences.ts';
import type { Checksum, DtcListing, DtcRow, DtcState } from './family.ts';
import type { Form } from './forms.ts';
import { Image } from './image.ts';
import { readWith } from './reading.ts';
import type { Reading } from './reading.ts';
import { hexOffset, sentence } from './sentence.ts';

/** What a family reads from a further copy of the memory; `at` is where that copy begins. */
export type ReadCopy = { at: number; reading: Reading };

/** Reads the other copies of the memory. One that equals the first is not read again. */
export function readCopies({ bytes, copies }: Form, first: Reading | null): ReadCopy[] {
  if (first === null) return [];
  return copies.map((copy) => {
    const isEqual = listDifferences(bytes, copy.bytes).length === 0;
    return { at: copy.at, reading: isEqual ? first : readWith(first.family, new Image(copy.bytes)) };
  });
}

/**
 * Returns the listing of the first copy for the whole file: a code that is off in one copy and not in another is partly
 * off. A copy in which the same table is not found could not be changed with the others, so nothing may be switched.
 */
export function mergeListings(listing: DtcListing, copies: readonly ReadCopy[]): DtcListing {
  if (listing.outcome === 'not found' || listing.notSwitchable !== null) return listing;
  const rows = [...listing.rows];
  for (const { at, reading } of copies) {
    const other = reading.listing;
    if (other.outcome === 'not found' || other.notSwitchable !== null || !isSameTable(listing.rows, other.rows)) {
      return { ...listing, notSwitchable: sentence('copy_not_read', { at: hexOffset(at) }) };
    }
    for (const [index, row] of other.rows.entries()) {
      const merged = rows[index] as DtcRow;
      rows[index] = { ...merged, state: mergeStates(merged.state, row.state) };
    }
  }
  return { ...listing, rows };
}

const isSameTable = (one: readonly DtcRow[], other: readonly DtcRow[]): boolean =>
  one.length === other.length &&
  one.every(({ code, paths }, index) => other[index]?.code === code && other[index].paths.join() === paths.join());

const mergeStates = (one: DtcState, other: DtcState): DtcState => (one === other ? one : 'partial');

type Summed = { checksums: readonly Checksum[] | null; copies: readonly ReadCopy[] };

/** The checksums of the first copy, and those of another copy that are in another state there, each named with its place. */
export function listAllChecksums({ checksums, copies }: Summed): Checksum[] {
  const first = checksums ?? [];
  const others = copies.flatMap(({ at, reading }) =>
    reading.checksums
      .filter(({ name, state }) => first.every((one) => one.name !== name || one.state !== state))
      .map((one) => ({ ...one, name: `${one.name} in the copy at ${hexOffset(at)}` })),
  );
  return [...first, ...others];
}

export const namesOfWrong = (checksums: readonly Checksum[]): string[] =>
  checksums.filter(({ kind, state }) => kind === 'sum' && state === 'wrong').map(({ name }) => name);
