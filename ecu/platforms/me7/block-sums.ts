import { u32leBytes } from '../../change.ts';
import { sum16le } from '../../checksums/sums.ts';
import type { Image, Window } from '../../image.ts';

/** The bytes that are expected at an offset. */
export type ExpectedBytes = { at: number; bytes: number[] };

/**
 * A row of ME7's list of blocks (ME7Sum: multipoint): first address, last address, sum of the words in between, inverse
 * of the sum. `at` is the offset of the row, `range` what it covers in the file; null for a row about memory that the
 * file does not contain. A row with one address twice covers nothing: Alfa's leave out 32 KB so.
 */
export type BlockSum = { at: number; range: Window | null };

const rowLength = 0x10;
const sumField = 8;
const endMark = 0xffffffff;
/** Two rows for the processor's own memory and 64 others; a list of that length has no end mark (ME7Sum). */
const rowsLimit = 66;
/** Total of the two words of a sum and the two of its inverse, which is the same for every sum. */
const pairSum = 0x1fffe;

/** Reads the list at `at`, whose addresses are relative to `address`. Null if it is no list, or names missing bytes. */
export function readBlockSums(image: Image, at: number, address: number): BlockSum[] | null {
  const blocks: BlockSum[] = [];
  for (let rowAt = at; blocks.length < rowsLimit; rowAt += rowLength) {
    if (image.u32le(rowAt) === endMark) break;
    const row = readRow(image, rowAt);
    if (row === null || row.last < row.first) return null;
    // Below `address` lies the processor's own memory, which no dump of the flash holds.
    const end = row.last - address + (row.last === row.first ? 0 : 1);
    const range = row.first < address ? null : { at: row.first - address, end };
    if (range !== null && !image.has(range.at, range.end - range.at)) return null;
    blocks.push({ at: rowAt, range });
  }
  return blocks.length < 2 || coversTooMuch(blocks) ? null : blocks;
}

/** `isPair`: its sum has its inverse. */
type Row = { first: number; last: number; isPair: boolean };
/** `isWhole`: no row of the list is damaged. */
export type OpenList = { rows: (Row & { at: number })[]; isWhole: boolean };

/**
 * Reads a list that need not have an end mark, from `at` to the last row with sound addresses and a sum with its inverse.
 * A row in between without sound addresses is damaged; one whose sum is no pair belongs to the list. Behind that, such a
 * one is believed only where it goes on from the row before; without any pair there is no list. `freeAt` is the address
 * behind the row before.
 */
export function readOpenList(image: Image, at: number, isSound: (row: Row, freeAt: number) => boolean): OpenList {
  const list: OpenList = { rows: [], isWhole: true };
  let freeAt = 0;
  const soundRowAt = (rowAt: number): Row | null => {
    const row = readRow(image, rowAt);
    return row !== null && isSound(row, freeAt) ? row : null;
  };
  const places = Array.from({ length: rowsLimit }, (_, index) => at + index * rowLength);
  const lastAt = places.findLast((rowAt) => soundRowAt(rowAt)?.isPair === true);
  if (lastAt === undefined) return { ...list, isWhole: false };
  for (const rowAt of places) {
    const row = soundRowAt(rowAt);
    if (row !== null && (rowAt <= lastAt || row.first === freeAt)) {
      list.rows.push({ at: rowAt, ...row });
      freeAt = row.last + 1;
    } else {
      list.isWhole &&= rowAt > lastAt && row === null && !isPairAt(image, rowAt + sumField);
      if (rowAt > lastAt) break;
    }
  }
  return list;
}

export function isPairAt(image: Image, at: number): boolean {
  const [sum, inverse] = [image.u32le(at), image.u32le(at + 4)];
  return sum !== null && inverse !== null && ~sum >>> 0 === inverse;
}

function readRow(image: Image, at: number): Row | null {
  const [first, last] = [image.u32le(at), image.u32le(at + 4)];
  if (first === null || last === null || !image.has(at, rowLength)) return null;
  return { first, last, isPair: isPairAt(image, at + sumField) };
}

/** Blocks may overlap a little (measured: not at all), but a forged list must not decide how much work it causes. */
function coversTooMuch(blocks: readonly BlockSum[]): boolean {
  return blocks.reduce((length, { range }) => length + (range === null ? 0 : range.end - range.at), 0) > 0x200000;
}

/** Returns the sums and inverses that belong in the list. */
export function expectedBlockSums(image: Image, blocks: readonly BlockSum[]): ExpectedBytes[] {
  return blocks.flatMap(({ at, range }) => {
    if (range === null) return [];
    // The pair of a block that the file does not hold stays as it is.
    const pairs = blocks
      .filter((pair) => pair.range !== null)
      .reduce((total, pair) => total + pairCorrection(image, range, pair.at + sumField), 0);
    return [{ at: at + sumField, bytes: sumAndInverse((sum16le(image, range) + pairs) >>> 0) }];
  });
}

/** Returns what to add to a sum whose range contains a pair, to get the sum once that pair is correct. */
export function pairCorrection(image: Image, range: Window, pairAt: number): number {
  if (pairAt < range.at || pairAt + 8 > range.end) return 0;
  return pairSum - sum16le(image, { at: pairAt, end: pairAt + 8 });
}

export function sumAndInverse(sum: number): number[] {
  return [...u32leBytes(sum), ...u32leBytes(~sum >>> 0)];
}
