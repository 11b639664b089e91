import type { DsmPlace, DsmWords } from './place.ts';
import { classSlack, countCodesWithNumber, maxPaths, maxSlack, minPaths } from './place.ts';
import type { Zone } from './words.ts';

/** Measured: 3EC0 to 4B90. */
const numbersFrom = 0x3000;
const numbersEnd = 0x6000;
/** Measured: 336 of 352 numbers end with that of their column; the others are 3FD8, 4507, 44AC and the like. */
const inColumnShare = 0.9;
/** The public codes of P3999 and below, as plain numbers: P0101 is 101. */
const lastCode = 3999;
/** Measured: 117 codes. */
const minCodes = 40;

/** No table is the fewest paths long this often; a forged file might be. */
const maxRuns = 16;

/**
 * One BMW of 1 MB (0281010565): a path has up to four numbers of the maker's, one in the column of each kind of fault, and its
 * public codes are plain numbers. Where the maker has no number, there is no public code either: this fits for all
 * codes in one place only. The list begins and ends where a path has no such number.
 */
export function findColumns(search: DsmWords, { from: makerFrom, end }: Zone): DsmPlace | null {
  const paths = (end - makerFrom) / 4;
  const place = { from: makerFrom - paths * 4, paths, makerCodesPerPath: 4, kind: 'columns', matches: 0 } as const;
  return place.from >= 0 && areColumns(search, place) ? place : null;
}

/** Lists the stretches of groups of four that may be such a list of the maker's. */
export function listColumnRuns(words: Uint16Array): Zone[] {
  const runs: Zone[] = [];
  for (let phase = 0; phase < 4; phase += 1) {
    for (let from = phase; from + 4 <= words.length && runs.length < maxRuns; from += 4) {
      const groups = countGroups(words, from);
      if (groups >= minPaths && groups <= maxPaths) runs.push({ from, end: from + groups * 4 });
      from += groups * 4;
    }
  }
  return runs;
}

/** Counts the groups that follow each other; a single other one between them belongs to the list. */
function countGroups(words: Uint16Array, from: number): number {
  let groups = 0;
  while (isGroup(words, from + groups * 4) || (groups > 0 && isGroup(words, from + (groups + 1) * 4))) groups += 1;
  return groups;
}

/** Whether a path has one to four numbers, which differ only in their last digit. */
function isGroup(words: Uint16Array, at: number): boolean {
  let first = 0;
  for (let index = at; index < at + 4; index += 1) {
    const word = words[index] ?? 0;
    if (word === 0) continue;
    if (word < numbersFrom || word >= numbersEnd || (first !== 0 && word >>> 4 !== first >>> 4)) return false;
    first = word;
  }
  return first !== 0;
}

function areColumns(search: DsmWords, place: DsmPlace): boolean {
  const { words } = search;
  const makerFrom = place.from + place.paths * 4;
  const numbers = [...words.subarray(makerFrom, makerFrom + place.paths * 4).entries()].filter(
    ([, word]) => word !== 0,
  );
  const inColumn = numbers.filter(([index, word]) => (word & 3) === (index & 3)).length;
  if (inColumn < numbers.length * inColumnShare || classSlack(search, place) > maxSlack) return false;
  const { total, numbered } = countCodesWithNumber(search, place);
  const areCodes = words.subarray(place.from, makerFrom).every((word) => word <= lastCode);
  return areCodes && total >= minCodes && numbered === total;
}
