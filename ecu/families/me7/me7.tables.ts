import { nearTargetAt } from './me7.c167-code.ts';
import type { Image } from '../../image.ts';
import { layout } from './me7.layout.ts';
import type { Program } from './me7.program.ts';
import { isAlfas, programOf } from './me7.program.ts';
import { sentence } from '../../sentence.ts';
import type { Sentence } from '../../sentence.ts';

/** The tables of the fault memory, which all have one entry for each fault path, in the same order. */
export type Tables = {
  paths: number;
  /** One class number for each path; a path of class 0 is never reported (CLA). */
  classesAt: number;
  /** Four codes for each path. If there are two tables, Volkswagen's own (CDK) come before those of the law (CDC). */
  codesAt: readonly number[];
  confirmedBy: readonly string[];
};

export type Solved = { tables: Tables } | { reason: Sentence };

export const codesPerPath = 4;
export const rowLength = codesPerPath * 2;
/** MOVB Rb,[Rw+#address]: how the program reads an entry of a table of bytes. */
const loadByte = 0xf4;
/** MOV Rw,[Rw+#address]; and MOV Rw,#address before MOV memory,Rw, without which the number may be anything. */
const loadIndexed = 0xd4;
const loadImmediate = 0xe6;
const storeRegister = 0xf6;
/** EXTP: sets the page that the next instruction reads. */
const extendPage = 0xd7;
const pageLength = 0x4000;
/** What DPP0 and DPP1 point to: the first two pages of the calibration. */
const nearLength = 2 * pageLength;
/** Measured: 8 to 24. A table of bytes that is read less often is not the class table. */
const minClassReads = 4;
/** Measured: one, in every dump. */
const maxCandidates = 8;

/** Measured: at least 24 of the first 40 entries hold a code. */
const earlyEntries = 40;
const minEarlyCodes = 12;

/** A class table, how many paths it has, and its evidence. */
type Classes = { classesAt: number; paths: number; confirmedBy: readonly string[] };

/** Finds the tables. Does not depend on which classes are 0, so the result is the same whatever is switched off. */
export function solveTables(image: Image): Solved {
  const program = programOf(image);
  if (program === null) return { reason: withoutBounds(image) };
  if (isAlfas(image)) return { reason: sentence('fault_classes_not_known') };
  const known = classesByInstructions(image, program);
  const candidates = known === null ? classesByNeighbours(image, program) : [known];
  const solved = candidates.flatMap((classes) => {
    const codesAt = codeTablesAt(image, classes.paths).filter((at) => isLoaded(image, program, at));
    return codesAt.length === 0 ? [] : [{ ...classes, codesAt }];
  });
  const [found, other] = solved;
  if (found === undefined) return { reason: sentence('no_class_table_read') };
  return other === undefined ? withCodes(found) : { reason: sentence('several_class_tables') };
}

function withoutBounds(image: Image): Sentence {
  const isCalibration = image.sizeBytes === layout.calibrationReadLength;
  return isCalibration ? sentence('calibration_without_program') : sentence('memory_bounds_not_found');
}

function withCodes({ classesAt, paths, codesAt, confirmedBy }: Classes & { codesAt: readonly number[] }): Solved {
  const isPair = codesAt.length === 2 && codesAt[1] === (codesAt[0] as number) + paths * rowLength;
  if (codesAt.length !== 1 && !isPair) {
    return { reason: sentence('several_tables_match', { count: codesAt.length }) };
  }
  const relations = [
    ...confirmedBy,
    `The unused first and last of ${paths} paths have class 0, filter 0 and no code.`,
    `The program loads the address of ${isPair ? 'the tables' : 'the table'} of ${paths} x 4 codes.`,
    ...(isPair ? ['Both tables of codes have the same length and follow each other.'] : []),
  ];
  return { tables: { paths, classesAt, codesAt, confirmedBy: relations } };
}

/** For the usual program, whose own instructions contain the addresses of the class table and the trip counters. */
function classesByInstructions(image: Image, program: Program): Classes | null {
  const classesAt = classTableAt(image, program);
  if (classesAt === null) return null;
  const { tripCount, tripCountEarlier } = program.sites;
  const countersAt = [...tripCount, ...tripCountEarlier].map((at) => nearTargetAt(image, at + 2));
  const counts = new Set(countersAt.flatMap((at) => (at === null ? [] : [(at - classesAt) / 3])));
  const [paths, other] = [...counts].filter((count) => areClasses(image.bytes, classesAt, count));
  if (paths === undefined || other !== undefined) return null;
  const confirmedBy = [
    'Two or more instructions that work out the class of a fault path name the class table.',
    `Another one names the trip counters, which stand where ${paths} classes and filters end.`,
  ];
  return { classesAt, paths, confirmedBy };
}

/**
 * For a program that was compiled differently: of all tables of bytes that it reads, those followed by another one at
 * the distance of n classes and n filters; there must also be a table of codes for n paths. Measured: the same result
 * in every dump.
 */
function classesByNeighbours(image: Image, program: Program): Classes[] {
  const { at: start } = layout.calibration;
  const reads = findByteReads(image, program);
  const found: Classes[] = [];
  for (let offset = 0; offset < reads.length && found.length <= maxCandidates; offset += 1) {
    if ((reads[offset] as number) < minClassReads || image.bytes[start + offset] !== 0) continue;
    for (let paths = layout.minPaths; paths <= layout.maxPaths; paths += 1) {
      const next = findNextTable(reads, offset, paths);
      if (next === null || !areClasses(image.bytes, start + offset, paths)) continue;
      const confirmedBy = [`The program reads the class table at ${reads[offset]} offsets.`, next];
      found.push({ classesAt: start + offset, paths, confirmedBy });
    }
  }
  return found.length > maxCandidates ? [] : found;
}

/** What the program reads after the classes: trip counters, or filters in ME7.1.1, which reads the former otherwise. */
function findNextTable(reads: Uint16Array, offset: number, paths: number): string | null {
  const isRead = (at: number) => (reads[at] ?? 0) > 0;
  if (isRead(offset + 3 * paths)) {
    return `It reads the trip counters too, which stand where ${paths} classes and filters end.`;
  }
  return isRead(offset + paths) ? `It reads the filters too, which stand where ${paths} classes end.` : null;
}

/** Counts how often the program reads a byte of a table at each offset of the calibration. */
function findByteReads({ bytes }: Image, program: Program): Uint16Array {
  const reads = new Uint16Array(layout.calibration.end - layout.calibration.at);
  for (let at = 4; at + 4 <= program.end; at += 2) {
    if (bytes[at] !== loadByte || (at >= layout.calibration.at && at < layout.calibration.end)) continue;
    const offset = calibrationOffset(bytes, at);
    if (offset !== null) reads[offset] = (reads[offset] as number) + 1;
  }
  return reads;
}

/** The offset that an instruction with an address reads, in the page set before it (EXTP) or through DPP0 and DPP1. */
function calibrationOffset(bytes: Uint8Array, at: number): number | null {
  const offset = (bytes[at + 2] as number) | ((bytes[at + 3] as number) << 8);
  const isPageNamed = bytes[at - 4] === extendPage && ((bytes[at - 3] as number) & 0xc0) === 0x40;
  if (!isPageNamed) return offset < nearLength ? offset : null;
  const page = ((bytes[at - 2] as number) | ((bytes[at - 1] as number) << 8)) - layout.calibrationPage;
  return page < 0 || page >= layout.calibrationPages || offset >= pageLength ? null : page * pageLength + offset;
}

/** Returns the only table that at least two kinds of instruction refer to. */
function classTableAt(image: Image, { sites }: Program): number | null {
  const named = [sites.classStored, sites.classRead, sites.classReadAgain].map(
    (places) => new Set(places.map((at) => nearTargetAt(image, at + 2)).filter((at) => at !== null)),
  );
  const all = new Set(named.flatMap((targets) => [...targets]));
  const [at, other] = [...all].filter((target) => named.filter((targets) => targets.has(target)).length >= 2);
  return at === undefined || other !== undefined ? null : at;
}

/** Checks for `paths` classes and as many two-byte filters, with zeros in the dummies at both ends. */
function areClasses(bytes: Uint8Array, classesAt: number, paths: number): boolean {
  if (!Number.isInteger(paths) || paths < layout.minPaths || paths > layout.maxPaths) return false;
  const filtersAt = classesAt + paths;
  const filtersEnd = filtersAt + 2 * paths;
  for (const at of [classesAt, filtersAt - 1, filtersAt, filtersAt + 1, filtersEnd - 2, filtersEnd - 1]) {
    if (bytes[at] !== 0) return false;
  }
  for (let at = classesAt; at < filtersAt; at += 1) if ((bytes[at] as number) > layout.maxClass) return false;
  return true;
}

/** Lists every offset in the calibration at which a table of `paths` rows of codes could start. */
function codeTablesAt(image: Image, paths: number): number[] {
  const { at: start, end } = layout.calibration;
  const tableLength = paths * rowLength;
  const found: number[] = [];
  for (let at = start; at + tableLength <= Math.min(end, image.sizeBytes) && found.length <= maxCandidates; at += 2) {
    if (isEmptyRow(image.bytes, at) && isEmptyRow(image.bytes, at + tableLength - rowLength)) {
      if (looksLikeCodes(image, at, paths)) found.push(at);
    }
  }
  return found;
}

function isEmptyRow(bytes: Uint8Array, at: number): boolean {
  for (let next = at; next < at + rowLength; next += 1) if (bytes[next] !== 0) return false;
  return true;
}

function looksLikeCodes(image: Image, at: number, paths: number): boolean {
  let used = 0;
  let spelledInDigits = 0;
  const different = new Set<number>();
  for (let entry = 0; entry < paths * codesPerPath; entry += 1) {
    // Gives up early on zeros, and soon on anything else that is not codes: forged files are full of either.
    if (entry === earlyEntries && used < minEarlyCodes) return false;
    const word = image.u16le(at + entry * 2) ?? 0;
    if (word === 0) continue;
    used += 1;
    different.add(word);
    if (isUsualCode(word)) spelledInDigits += 1;
    if (used === 16 && spelledInDigits < 14) return false;
  }
  return used > paths * 1.5 && spelledInDigits >= used * 0.95 && different.size >= 20;
}

/** A powertrain or network code of decimal digits, as nearly all codes of these control units are. */
function isUsualCode(word: number): boolean {
  const isPrefixKnown = word >>> 14 === 0 || word >>> 14 === 3;
  return isPrefixKnown && (word & 0xf) <= 9 && ((word >>> 4) & 0xf) <= 9 && ((word >>> 8) & 0xf) <= 9;
}

/** Whether an instruction of the program loads the table's address; otherwise it is a copy or a coincidence. */
function isLoaded({ bytes }: Image, program: Program, tableAt: number): boolean {
  const expected = tableAt - layout.calibration.at;
  const page = layout.calibrationPage + Math.floor(expected / pageLength);
  for (let at = 4; at + 8 <= program.end; at += 2) {
    if (at >= layout.calibration.at && at < layout.calibration.end) continue;
    if (bytes[at] === loadIndexed) {
      if (calibrationOffset(bytes, at) === expected) return true;
    } else if (bytes[at] === loadImmediate) {
      const offset = (bytes[at + 2] as number) | ((bytes[at + 3] as number) << 8);
      if (offset === expected && expected < nearLength && bytes[at + 4] === storeRegister) return true;
      const behind = (bytes[at + 6] as number) | ((bytes[at + 7] as number) << 8);
      if (bytes[at + 4] === loadImmediate && behind === page && offset === expected % pageLength) return true;
    }
  }
  return false;
}
