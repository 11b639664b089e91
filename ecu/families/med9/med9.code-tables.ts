import type { Image, Window } from '../../image.ts';

/**
 * Bosch's petrol control units have two tables of codes of the same length, one after the other: the car maker's and
 * the law's. Each row has a code for each kind of fault; the first and the last row of both are empty.
 */
export type CodeTablePair = { at: number; secondAt: number; rows: number; rowLength: number; alike: number };

/** Four codes per row; eight where two control units share the program, as on V8 and V10. */
const rowLengths = [8, 16];
/** Measured: 208 to 312 rows; the smallest of ME7 has 60. */
const minRows = 60;
const maxRows = 420;
/** Zeros where the tables meet: the empty rows, plus a zero byte or two that may be part of a code. */
const maxMeetingBytes = 48;
/** Measured: 72 to 81 of 100 words are the same in both. */
const alikeNeeded = 0.5;
const codeShareNeeded = 0.95;
const differentCodesNeeded = 60;
const wordsCompared = 16;
/** Measured: 109 to 193 places look like the meeting of two tables, and 1 to 751 distances like a pair. */
const meetingsLimit = 1000;
const pairsLimit = 5000;
const wordsLookedAt = 64;

/** The one pair in the window, or null where there is none or more than one. */
export function findCodeTablePair(image: Image, window: Window, isBigEndian: boolean): CodeTablePair | null {
  const found: CodeTablePair[] = [];
  const { bytes } = image;
  const end = Math.min(window.end, image.sizeBytes);
  let zeros = 0;
  let meetings = 0;
  const looks = { left: pairsLimit };
  for (let at = window.at; at < end; at += 1) {
    if (bytes[at] === 0) {
      zeros += 1;
      continue;
    }
    if (zeros >= 2 * (rowLengths[0] as number) - 1 && zeros <= maxMeetingBytes) {
      meetings += 1;
      found.push(...pairsMeetingAt(image, { at: at - zeros, end: at }, { at: window.at, end }, isBigEndian, looks));
      // A file made to look like many tables is not genuine and must not cost more than a real one.
      if (meetings > meetingsLimit || looks.left < 0) return null;
    }
    zeros = 0;
  }
  const [pair, other] = found.sort((one, two) => two.alike * two.rows - one.alike * one.rows);
  return pair === undefined || (other !== undefined && !overlaps(pair, other)) ? null : pair;
}

function overlaps(one: CodeTablePair, two: CodeTablePair): boolean {
  return one.at < two.secondAt + two.rows * two.rowLength && two.at < one.secondAt + one.rows * one.rowLength;
}

/** `meeting` is the stretch of zeros between the last code of the first table and the first code of the second. */
function pairsMeetingAt(
  { bytes }: Image,
  meeting: Window,
  window: Window,
  isBigEndian: boolean,
  looks: { left: number },
): CodeTablePair[] {
  const evenEnd = meeting.end & ~1;
  return rowLengths.flatMap((rowLength) => {
    // There must be exactly two empty rows, otherwise it is not known where the rows begin.
    if (evenEnd - ((meeting.at + 1) & ~1) !== 2 * rowLength) return [];
    const secondAt = evenEnd - rowLength;
    const pairs: CodeTablePair[] = [];
    for (let rows = minRows; rows <= maxRows && looks.left >= 0; rows += 1) {
      const at = secondAt - rows * rowLength;
      const lastRowAt = secondAt + (rows - 1) * rowLength;
      if (at < window.at || lastRowAt + rowLength > window.end) break;
      if (!startsAlike(bytes, at + rowLength, secondAt + rowLength)) continue;
      if (!isEmpty(bytes, at, rowLength) || !isEmpty(bytes, lastRowAt, rowLength)) continue;
      looks.left -= 1;
      const pair = weigh(bytes, { at, secondAt, rows, rowLength, alike: 0 }, isBigEndian);
      if (pair !== null) pairs.push(pair);
    }
    return pairs;
  });
}

function startsAlike(bytes: Uint8Array, at: number, secondAt: number): boolean {
  let alike = 0;
  for (let index = 0; index < 2 * wordsCompared; index += 2) {
    const [one, two] = [at + index, secondAt + index];
    if (bytes[one] === bytes[two] && bytes[one + 1] === bytes[two + 1]) alike += 1;
    // Rules out most distances after a few words.
    if (index === wordsCompared / 2 && alike < 2) return false;
  }
  return alike >= wordsCompared / 2;
}

function isEmpty(bytes: Uint8Array, at: number, length: number): boolean {
  for (let next = at; next < at + length; next += 1) if (bytes[next] !== 0) return false;
  return true;
}

function weigh(bytes: Uint8Array, pair: CodeTablePair, isBigEndian: boolean): CodeTablePair | null {
  const length = pair.rows * pair.rowLength;
  const different = new Set<number>();
  let alike = 0;
  let codes = 0;
  let filled = 0;
  for (let field = 0; field < length; field += 2) {
    const word = codeWordAt(bytes, pair.at + field, isBigEndian);
    if (word === codeWordAt(bytes, pair.secondAt + field, isBigEndian)) alike += 1;
    if (word === 0) continue;
    filled += 1;
    if (isCodeWord(word)) codes += 1;
    different.add(word);
    // Maps are full of repeating rows, codes are not. Checking early rules out repetitions at little cost.
    if (filled !== wordsLookedAt) continue;
    if (codes < codeShareNeeded * filled || different.size < wordsLookedAt / 8) return null;
  }
  const words = length / 2;
  if (alike < alikeNeeded * words || filled < alikeNeeded * words || codes < codeShareNeeded * filled) return null;
  return different.size < differentCodesNeeded ? null : { ...pair, alike: alike / words };
}

export function codeWordAt(bytes: Uint8Array, at: number, isBigEndian: boolean): number {
  const [first, second] = [bytes[at] as number, bytes[at + 1] as number];
  return isBigEndian ? (first << 8) | second : (second << 8) | first;
}

/** P codes, and the U codes for missing messages. */
export function isCodeWord(word: number): boolean {
  return (word > 0 && word < 0x4000) || (word >= 0xc000 && word < 0xe000);
}

/**
 * The classes of each row: 0 switches it off. One byte per row, two where two control units share the program. They are
 * followed by two bytes for each row, the partners, which are 0 in the first and last row.
 */
export type ClassTable = { at: number; classesPerRow: number; partnersAt: number };

/** No class that was measured is above this. */
const classLimit = 0x3f;
const partnerLength = 2;
const partnersNeeded = 0.9;
const paddingLimit = 3;

/**
 * Finds the classes. Classes, partners and in some programs one more byte per row come directly before the code tables.
 * They are recognised by the partners, which switching off does not change; null when no offset or more than one fits.
 */
export function findClassTable(image: Image, { at, rows, rowLength }: CodeTablePair): ClassTable | null {
  const { bytes } = image;
  const classesPerRow = rowLength / (rowLengths[0] as number);
  const places: ClassTable[] = [];
  for (const bytesBetween of [0, rows]) {
    for (let padding = 0; padding <= paddingLimit; padding += 1) {
      const partnersAt = at - padding - bytesBetween - partnerLength * rows;
      const classesAt = partnersAt - classesPerRow * rows;
      if (classesAt < 0 || !isEmpty(bytes, at - padding, padding)) continue;
      if (isPartnerTable(bytes, partnersAt, rows) && isClassTable(bytes, classesAt, rows, classesPerRow)) {
        places.push({ at: classesAt, classesPerRow, partnersAt });
      }
    }
  }
  const [place, other] = places;
  return place === undefined || other !== undefined ? null : place;
}

/** Only the first and last row, which do not represent a fault, have no partners. */
function isPartnerTable(bytes: Uint8Array, at: number, rows: number): boolean {
  const isFilled = (row: number) => bytes[at + 2 * row] !== 0 && bytes[at + 2 * row + 1] !== 0;
  const isZero = (row: number) => isEmpty(bytes, at + 2 * row, partnerLength);
  if (!isZero(0) || !isZero(rows - 1) || !isFilled(1) || !isFilled(rows - 2)) return false;
  let filled = 0;
  for (let row = 1; row < rows - 1; row += 1) if (isFilled(row)) filled += 1;
  return filled >= partnersNeeded * (rows - 2);
}

function isClassTable(bytes: Uint8Array, at: number, rows: number, perRow: number): boolean {
  if (!isEmpty(bytes, at, perRow) || !isEmpty(bytes, at + perRow * (rows - 1), perRow)) return false;
  for (let next = at; next < at + perRow * rows; next += 1) if ((bytes[next] as number) > classLimit) return false;
  return true;
}
