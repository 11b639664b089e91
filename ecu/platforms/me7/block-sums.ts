import { u32leBytes } from '../../change.ts';
import { sum16le } from '../../checksums/sums.ts';
import type { Image, Window } from '../../image.ts';

/** What has to stand where. */
export type ExpectedBytes = { at: number; bytes: number[] };

/**
 * ME7's list of blocks (ME7Sum: multipoint): first address, last address, sum of the words between, inverse of the sum.
 * `at` is the row in the list, `range` what it covers in the file; null for a row about memory that is not in the file.
 */
export type BlockSum = { at: number; range: Window | null };

const rowLength = 0x10;
const sumField = 8;
const endMark = 0xffffffff;
/** Two for the processor's own memory and 64 others; a list as long as that has no end mark (ME7Sum). */
const rowsLimit = 66;
/** The two words of a sum and the two of its inverse, added up: the same for every sum. */
const pairSum = 0x1fffe;

/** The list at `at`, whose addresses are counted from `address`; null when it is none, or names what is not there. */
export function readBlockSums(image: Image, at: number, address: number): BlockSum[] | null {
  const blocks: BlockSum[] = [];
  for (let rowAt = at; blocks.length < rowsLimit; rowAt += rowLength) {
    if (image.u32le(rowAt) === endMark) break;
    const row = readRow(image, rowAt);
    if (row === null || row.last <= row.first) return null;
    // Below `address` lies the processor's own memory, which no dump of the flash holds.
    const range = row.first < address ? null : { at: row.first - address, end: row.last - address + 1 };
    if (range !== null && !image.has(range.at, range.end - range.at)) return null;
    blocks.push({ at: rowAt, range });
  }
  return blocks.length < 2 || coversTooMuch(blocks) ? null : blocks;
}

/**
 * A list without an end mark: it goes on as long as the blocks follow each other inside the flash. Where a file holds
 * the first half of a flash only, the blocks of the other half have no range.
 */
export function readBlockSumsInOrder(image: Image, at: number, flashLength: number): BlockSum[] {
  const blocks: BlockSum[] = [];
  let end = 0;
  for (let rowAt = at; blocks.length < rowsLimit; rowAt += rowLength) {
    const row = readRow(image, rowAt);
    if (row === null || row.first < end || row.last <= row.first || row.last >= flashLength) break;
    end = row.last + 1;
    blocks.push({ at: rowAt, range: end > image.sizeBytes ? null : { at: row.first, end } });
  }
  return blocks;
}

function readRow(image: Image, at: number): { first: number; last: number } | null {
  const [first, last] = [image.u32le(at), image.u32le(at + 4)];
  return first === null || last === null || !image.has(at, rowLength) ? null : { first, last };
}

/** Blocks may overlap a little (measured: not at all); a forged list does not decide how much work it causes. */
function coversTooMuch(blocks: readonly BlockSum[]): boolean {
  return blocks.reduce((length, { range }) => length + (range === null ? 0 : range.end - range.at), 0) > 0x200000;
}

/** The sums and inverses that belong into the list. */
export function expectedBlockSums(image: Image, blocks: readonly BlockSum[]): ExpectedBytes[] {
  return blocks.flatMap(({ at, range }) => {
    if (range === null) return [];
    const pairs = blocks.reduce((total, pair) => total + pairCorrection(image, range, pair.at + sumField), 0);
    return [{ at: at + sumField, bytes: sumAndInverse((sum16le(image, range) + pairs) >>> 0) }];
  });
}

/** What to add to a sum that runs over a pair, to get what it is once the pair is right. */
export function pairCorrection(image: Image, range: Window, pairAt: number): number {
  if (pairAt < range.at || pairAt + 8 > range.end) return 0;
  return pairSum - sum16le(image, { at: pairAt, end: pairAt + 8 });
}

export function sumAndInverse(sum: number): number[] {
  return [...u32leBytes(sum), ...u32leBytes(~sum >>> 0)];
}
