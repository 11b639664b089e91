import type { Image, Window } from '../../image.ts';
import { layout } from './bmw-me7.layout.ts';
import { findCrcList } from './bmw-me7.lists.ts';
import { sentence } from '../../sentence.ts';
import type { Sentence } from '../../sentence.ts';

/** The tables of the fault memory, with one entry for each path, in the same order. */
export type Tables = {
  paths: number;
  /** CLA: one class for each path; 0 is never reported. */
  classesAt: number;
  /** CDC: four OBD codes for each path, followed by CDK: BMW's own number. */
  codesAt: number;
  numbersAt: number;
  /** Number of paths that this engine does not have: they have no number, and class 0. */
  unnumbered: number;
};

const codesPerPath = 4;
export const rowLength = codesPerPath * 2;
/** Rows checked first, as a stretch of zeros is no table. Measured: they contain at least 25 codes. */
const earlyRows = 24;
const minEarlyCodes = 8;
/** Measured: 13 to 15 such paths, all with class 0. */
const minUnnumbered = 5;
/** Tuners set individual numbers to 0. Measured: at most 11 in both lists. */
const emptyShare = 0.1;
/** Trip counters (TSF) are FF with few exceptions. Measured: more than 140 of 145. */
const plainTripsShare = 0.5;
/** Share of paths that have filters. Measured: 128 of 135 to 133 of 148. */
const filledShare = 0.7;

/** Ignores which other classes are 0, so that a file is solved alike whatever is switched off in it. */
export function solveTables(image: Image): Tables | Sentence {
  const list = image.memo(findCrcList);
  if (list === null) return sentence('calibration_not_framed');
  const window = { at: list.start, end: list.start + layout.calibrationLength };
  const [codes, otherCodes] = codeTablesIn(image, window);
  if (codes === undefined) return sentence('no_bmw_codes');
  if (otherCodes !== undefined) return sentence('several_code_tables');
  const { codesAt, paths } = codes;
  const numbersAt = codesAt + paths * rowLength;
  const unnumbered = unnumberedPaths(image, numbersAt, paths);
  const places = classTablesIn(image, window, paths);
  const fitting = places.filter((at) => unnumbered.every((path) => image.bytes[at + path] === 0));
  const [classesAt, other] = fitting;
  if (classesAt === undefined || unnumbered.length < minUnnumbered) {
    return sentence('no_unnumbered_classes');
  }
  if (other !== undefined) return sentence('several_class_tables');
  return { paths, classesAt, codesAt, numbersAt, unnumbered: unnumbered.length };
}

function codeTablesIn(image: Image, window: Window): { codesAt: number; paths: number }[] {
  const found: { codesAt: number; paths: number }[] = [];
  for (let at = window.at; at + rowLength * earlyRows < window.end && found.length < 2; at += 2) {
    if (!isEmpty(image.bytes, at, rowLength) || !startsWithCodes(image, at)) continue;
    for (let paths = layout.minPaths; paths <= layout.maxPaths; paths += 1) {
      if (at + paths * (rowLength + 4) > window.end) break;
      if (areCodeTables(image, at, paths)) found.push({ codesAt: at, paths });
    }
  }
  return found;
}

function startsWithCodes(image: Image, at: number): boolean {
  let codes = 0;
  for (let field = rowLength; field < earlyRows * rowLength; field += 2) {
    const word = image.u16le(at + field) ?? 0;
    if (word === 0) continue;
    if (!isCodeWord(word)) return false;
    codes += 1;
  }
  return codes >= minEarlyCodes;
}

/** Whether codes, BMW's numbers and the testers' numbers follow, each empty for the first and the last path. */
function areCodeTables(image: Image, codesAt: number, paths: number): boolean {
  const { bytes } = image;
  const numbersAt = codesAt + paths * rowLength;
  const testersAt = numbersAt + paths * 2;
  if (!isEmpty(bytes, numbersAt - rowLength, rowLength + 2)) return false;
  if (!isEmpty(bytes, testersAt - 2, 4) || !isEmpty(bytes, testersAt + paths * 2 - 2, 2)) return false;
  let empty = 0;
  for (let path = 1; path < paths - 1; path += 1) {
    if (image.u16le(numbersAt + path * 2) === 0) empty += 1;
    if (image.u16le(testersAt + path * 2) === 0) empty += 1;
    if (empty > paths * emptyShare) return false;
  }
  return areCodes(image, codesAt, paths) && areDistinct(image, numbersAt, paths);
}

function areCodes(image: Image, codesAt: number, paths: number): boolean {
  for (let field = 0; field < paths * rowLength; field += 2) {
    const word = image.u16le(codesAt + field) ?? 0;
    if (word !== 0 && !isCodeWord(word)) return false;
  }
  return true;
}

/** Whether no number occurs twice. */
function areDistinct(image: Image, numbersAt: number, paths: number): boolean {
  const seen = new Set<number>();
  for (let path = 1; path < paths - 1; path += 1) {
    const number = image.u16le(numbersAt + path * 2) ?? 0;
    if (number === 0 || number === layout.noNumber) continue;
    if (seen.has(number)) return false;
    seen.add(number);
  }
  return true;
}

function unnumberedPaths(image: Image, numbersAt: number, paths: number): number[] {
  return Array.from({ length: paths }, (_, path) => path).filter(
    (path) => image.u16le(numbersAt + path * 2) === layout.noNumber,
  );
}

/** Finds classes, four filter bytes for each, and trip counters, whose first and last path have no fault. */
function classTablesIn(image: Image, window: Window, paths: number): number[] {
  const { bytes } = image;
  const found: number[] = [];
  const length = paths * (layout.filterLength + 2);
  for (let at = window.at; at + length <= window.end && found.length < 8; at += 1) {
    if (bytes[at] !== 0 || bytes[at + paths - 1] !== 0) continue;
    const filtersAt = at + paths;
    const tripsAt = filtersAt + paths * layout.filterLength;
    if (bytes[tripsAt] !== 0xff || bytes[tripsAt + paths - 1] !== 0xff) continue;
    if (!isEmpty(bytes, filtersAt, layout.filterLength)) continue;
    if (!isEmpty(bytes, tripsAt - layout.filterLength, layout.filterLength)) continue;
    const plain = bytes.subarray(tripsAt, tripsAt + paths).filter((trips) => trips === 0xff).length;
    const areClasses = bytes.subarray(at, filtersAt).every((value) => value <= layout.maxClass);
    if (plain >= paths * plainTripsShare && areClasses && areFilters(bytes, filtersAt, paths)) found.push(at);
  }
  return found;
}

/** Whether most paths have filters, including those that this engine does not have. */
function areFilters(bytes: Uint8Array, at: number, paths: number): boolean {
  let filled = 0;
  for (let path = 1; path < paths - 1; path += 1) {
    if (!isEmpty(bytes, at + path * layout.filterLength, layout.filterLength)) filled += 1;
  }
  return filled >= paths * filledShare;
}

/** Whether the word is a powertrain or network code. */
const isCodeWord = (word: number) => word >>> 14 === 0 || word >>> 14 === 3;

function isEmpty(bytes: Uint8Array, at: number, length: number): boolean {
  for (let next = at; next < at + length; next += 1) if (bytes[next] !== 0) return false;
  return true;
}
