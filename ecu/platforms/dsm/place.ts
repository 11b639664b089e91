import type { Image, Window } from '../../image.ts';
import { isInternalCode, isPublicCode, readWords } from './words.ts';

/** Assumed place of a table: `from` is the index of the word at which its public codes begin. */
export type DsmPlace = {
  from: number;
  paths: number;
  makerCodesPerPath: 4 | 1;
  kind: 'paired' | 'grouped' | 'single' | 'published' | 'fourfold' | 'numbered' | 'columns';
  /** How many of the maker's codes agree with a public code of the same path. */
  matches: number;
};

/** A stretch of the file in which tables are searched for, read once. All positions are relative to its first byte. */
export type DsmWords = {
  bytes: Uint8Array;
  words: Uint16Array;
  /** How many words before each index are a public code or zero, and how many are zero. */
  legalBefore: Uint32Array;
  zerosBefore: Uint32Array;
  /** For each byte, the next one that cannot be a class: judged by the number alone, and with flags allowed. */
  runEnd: Uint32Array;
  flaggedRunEnd: Uint32Array;
};

/** Measured: 83 to 545 paths in real dumps. */
export const minPaths = 60;
export const maxPaths = 800;
/** Bytes after the last class that may look like another one: filler, and the high bytes of the next table. */
export const maxSlack = 4;
/** Measured: up to 2 in 100 codes contain hexadecimal digits. */
const legalShare = 0.96;
/** Measured: 49 to 93 in 100 words are zero. Most kinds of fault of most paths have no public code. */
const zeroShare = 0.2;
/** Measured: 8 to 12 distinct bytes. */
const maxKinds = 24;
/** 30 classes, according to DTCController (facts only). Measured: in some files the two high bits are flags. */
const classLast = 0x1e;
const classFlags = 0xc0;

export function readDsmWords(image: Image, window: Window): DsmWords {
  const words = readWords(image, window);
  const bytes = image.bytes.subarray(window.at, window.at + words.length * 2);
  const legalBefore = new Uint32Array(words.length + 1);
  const zerosBefore = new Uint32Array(words.length + 1);
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as number;
    const isZero = word === 0 ? 1 : 0;
    zerosBefore[index + 1] = (zerosBefore[index] as number) + isZero;
    legalBefore[index + 1] =
      (legalBefore[index] as number) + (isZero === 1 || isPublicCode(word) || isInternalCode(word) ? 1 : 0);
  }
  const runEnd = findRunEnds(bytes, 0);
  const flaggedRunEnd = findRunEnds(bytes, classFlags);
  return { bytes, words, legalBefore, zerosBefore, runEnd, flaggedRunEnd };
}

/** Returns for each byte the next one that cannot be a class. */
export function findRunEnds(bytes: Uint8Array, flags: number, last = classLast): Uint32Array {
  const ends = new Uint32Array(bytes.length + 1);
  ends[bytes.length] = bytes.length;
  for (let at = bytes.length - 1; at >= 0; at -= 1) {
    ends[at] = ((bytes[at] as number) & ~flags) <= last ? (ends[at + 1] as number) : at;
  }
  return ends;
}

export function holdsCodes({ legalBefore, zerosBefore }: DsmWords, from: number, length: number): boolean {
  if (from < 0 || from + length >= legalBefore.length) return false;
  const legal = (legalBefore[from + length] as number) - (legalBefore[from] as number);
  const zeros = (zerosBefore[from + length] as number) - (zerosBefore[from] as number);
  return legal >= length * legalShare && zeros >= length * zeroShare && legal - zeros >= 20;
}

const classesOf = ({ from, paths, makerCodesPerPath }: DsmPlace) => (from + paths * (4 + makerCodesPerPath)) * 2;

/**
 * Returns how many bytes after the classes could still be a class; Infinity when one of the classes cannot be one. A
 * class that is set to 0 stays valid, so what is found here is found again after codes have been switched off.
 */
export function classSlack(search: DsmWords, place: DsmPlace): number {
  return Math.min(slackIn(search, place, search.runEnd), slackIn(search, place, search.flaggedRunEnd));
}

export const plainSlack = (search: DsmWords, place: DsmPlace) => slackIn(search, place, search.runEnd);

function slackIn({ bytes }: DsmWords, place: DsmPlace, ends: Uint32Array): number {
  const at = classesOf(place);
  const end = at + place.paths;
  if (end >= bytes.length) return Infinity;
  const slack = (ends[at] as number) - end;
  return slack < 0 ? Infinity : slack;
}

/** Of places a few paths apart, prefers those whose classes need no flags, then the one at whose end the rows begin. */
export function bestFitting(search: DsmWords, places: readonly DsmPlace[]): DsmPlace | null {
  const plain = places.filter((place) => plainSlack(search, place) <= maxSlack);
  const left = plain.length > 0 ? plain : places;
  if (left.length <= 1) return left[0] ?? null;
  const [first, second] = left
    .map((place) => ({ place, alike: alikeBefore(search, place) }))
    .sort((one, other) => one.alike - other.alike);
  return first !== undefined && second !== undefined && first.alike + 3 <= second.alike ? first.place : null;
}

/** Counts how many of the last eight classes equal the byte one row on: many if they belong to the rows themselves. */
function alikeBefore({ bytes }: DsmWords, place: DsmPlace): number {
  const end = classesOf(place) + place.paths;
  const period = periodAfter(bytes, end);
  if (period === null) return 8;
  let alike = 0;
  for (let at = end - 8; at < end; at += 1) if (bytes[at] === bytes[at + period]) alike += 1;
  return alike;
}

/** Describes the relations that were not used in the search, or that pin the table from another side, as sentences. */
export function describeTable(search: DsmWords, place: DsmPlace): string[] {
  const { paths, kind, matches } = place;
  const sentences = [`${paths} class bytes end where the next table begins, one for each path`];
  if (kind === 'paired') sentences.push(`${matches} public codes stand again among the maker's, ${paths} paths on`);
  if (kind === 'grouped') sentences.push(`the maker's numbers stand in ${paths} groups of four neighbours`);
  if (kind === 'fourfold')
    sentences.push(`the code of ${matches} of ${paths} paths stands four times, and in the maker's list behind them`);
  const unnamed = kind === 'fourfold' ? countUnnamed(search, place) : 0;
  if (unnamed > 0) sentences.push(`${unnamed} paths have a number in place of a code, and each of them has class 0`);
  if (kind === 'numbered') sentences.push(...describeNumbers(search, place));
  if (kind === 'columns')
    sentences.push(
      `${countCodesWithNumber(search, place).total} public codes stand where the maker has a number, and no other`,
    );
  if (kind === 'published') sentences.push("the maker's list ends with P1621, and it begins where PSA's lists begin");
  if (kind === 'single' || kind === 'published')
    sentences.push(`${matches} paths have a maker's code that belongs to their public codes`);
  const period = periodAfter(search.bytes, classesOf(place) + paths);
  if (period !== null) sentences.push(`rows of ${period} bytes follow, one kind for all paths`);
  if (kindsBefore(search, place) <= maxKinds) sentences.push(`${paths} bytes of a few values stand before the codes`);
  return sentences;
}

function describeNumbers(search: DsmWords, place: DsmPlace): string[] {
  const { total, classless } = countWithoutCode(search, place);
  return [
    `${place.paths} numbers that hardly repeat stand between the codes and the classes, one for each path`,
    'the kinds of the paths begin behind the word 00DC',
    `${classless} of ${total} paths without a public code have class 0`,
  ];
}

/** Counts the public codes, and those of them in whose place the maker's list has a number. */
export function countCodesWithNumber(
  { words }: DsmWords,
  { from, paths }: DsmPlace,
): { total: number; numbered: number } {
  let total = 0;
  let numbered = 0;
  for (let index = from; index < from + paths * 4; index += 1) {
    if (words[index] === 0) continue;
    total += 1;
    if (words[index + paths * 4] !== 0) numbered += 1;
  }
  return { total, numbered };
}

/** Counts the paths without a public code, and those of them that have no class. */
export function countWithoutCode({ bytes, words }: DsmWords, place: DsmPlace): { total: number; classless: number } {
  const { from, paths } = place;
  let total = 0;
  let classless = 0;
  for (let path = 0; path < paths; path += 1) {
    if (words.subarray(from + path * 4, from + path * 4 + 4).some((word) => word !== 0)) continue;
    total += 1;
    if (bytes[classesOf(place) + path] === 0) classless += 1;
  }
  return { total, classless };
}

/**
 * Counts the paths that have one of the numbers FFxx in place of a code; 0 if one of them has a class, or a public code.
 * Paths that are off agree as well, so switching codes off changes nothing here.
 */
export function countUnnamed({ bytes, words }: DsmWords, place: DsmPlace): number {
  const { from, paths } = place;
  let unnamed = 0;
  for (let path = 0; path < paths; path += 1) {
    if ((words[from + paths * 4 + path] as number) < 0xff00) continue;
    const isEmpty = words.subarray(from + path * 4, from + path * 4 + 4).every((word) => word === 0);
    if (!isEmpty || bytes[classesOf(place) + path] !== 0) return 0;
    unnamed += 1;
  }
  return unnamed;
}

/** Returns the row length of the freeze frames; measured: 5, 10, 12 and 16 bytes, with neighbouring rows much alike. */
export function periodAfter(bytes: Uint8Array, end: number): number | null {
  for (const period of [16, 12, 10, 5, 8, 6]) {
    for (const at of [end, end + 1]) {
      let alike = 0;
      // What lies behind the last byte is not alike: rows that the file does not have confirm nothing.
      const last = Math.min(at + period * 40, bytes.length - period);
      for (let next = at; next < last; next += 1) if (bytes[next] === bytes[next + period]) alike += 1;
      if (alike >= period * 40 * 0.5) return period;
    }
  }
  return null;
}

/** Counts the distinct bytes that name the kinds of the paths: two dozen at most, of 255 possible ones. */
export function kindsBefore({ bytes }: DsmWords, { from, paths }: DsmPlace): number {
  const at = Math.max(0, from * 2 - paths - (paths & 1));
  return new Set(bytes.subarray(at, from * 2)).size;
}
