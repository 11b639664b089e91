import { nearTargetAt } from '../../bosch/c167-code.ts';
import { codeOfWord, vagNumberOfCode } from '../../dtc/spelling.ts';
import type { Change, DtcListing, DtcRow } from '../../family.ts';
import type { Image } from '../../image.ts';
import { layout } from './me7.layout.ts';
import type { Program } from './me7.program.ts';
import { changeWithCopy, placesOf, programOf } from './me7.program.ts';

/** The tables of the fault memory, which all have one entry for each fault path, in the same order. */
type Tables = {
  paths: number;
  /** One class number for each path; 0 is a path that is never reported (CLA). */
  classesAt: number;
  /** Four codes for each path. Volkswagen's own first (CDK), then those of the law (CDC), where there are both. */
  codesAt: readonly number[];
  confirmedBy: readonly string[];
};

type Solved = { tables: Tables } | { because: string };

const codesPerPath = 4;
const rowLength = codesPerPath * 2;
/** MOV Rw,[Rw+#address]; and MOV Rw,#address before MOV memory,Rw: alone, the last but one may be any number. */
const loadIndexed = 0xD4;
const loadImmediate = 0xE6;
const storeRegister = 0xF6;

export function listMe7Dtcs(image: Image): DtcListing {
  const solved = image.recall(solveTables);
  if ('because' in solved) return { answer: 'not found', because: solved.because };
  const { tables } = solved;
  return {
    answer: 'found',
    tableAt: tables.codesAt[0] as number,
    rows: image.recall(rowsOf),
    confirmedBy: [...tables.confirmedBy],
    notSwitchable: null,
  };
}

export function switchMe7DtcsOff(image: Image, codes: readonly string[]): Change[] {
  const program = programOf(image);
  const solved = image.recall(solveTables);
  if (program === null || 'because' in solved) return [];
  const wanted = new Set(codes);
  const paths = new Set(image.recall(rowsOf).filter(({ code }) => wanted.has(code)).flatMap((row) => row.paths));
  return [...paths].flatMap((path) =>
    changeWithCopy(image, program, solved.tables.classesAt + path, [0], `class 0 for fault path ${path}`),
  );
}

/** How many tables of codes there are, and where; null when the program does not say it. Only for looking at. */
function solveTables(image: Image): Solved {
  const program = programOf(image);
  if (program === null) return { because: 'The table of memory bounds is not where ME7 keeps it.' };
  const classesAt = classTableAt(image, program);
  if (classesAt === null) {
    return { because: 'The instructions that read the class of a fault are not those known of ME7.' };
  }
  const counts = pathCounts(image, program, classesAt);
  const [paths, other] = counts;
  if (paths === undefined || other !== undefined) {
    return { because: 'The tables behind the class table do not say how many fault paths there are.' };
  }
  const codesAt = codeTablesAt(image, paths).filter((at) => isLoaded(image, program, at));
  const isPair = codesAt.length === 2 && codesAt[1] === (codesAt[0] as number) + paths * rowLength;
  if (codesAt.length !== 1 && !isPair) {
    return { because: `${codesAt.length} tables of codes fit the class table, and the program's own is not told.` };
  }
  const confirmedBy = [
    'Two or more instructions that work out the class of a fault path name the class table.',
    `Another one names the trip counters, which stand where ${paths} classes and filters end.`,
    `The unused first and last of ${paths} paths have class 0, filter 0 and no code.`,
    `The program loads the address of ${isPair ? 'the tables' : 'the table'} of ${paths} x 4 codes.`,
    ...(isPair ? ['Both tables of codes have the same length and follow each other.'] : []),
  ];
  return { tables: { paths, classesAt, codesAt, confirmedBy } };
}

/** The one table that at least two kinds of instruction name. */
function classTableAt(image: Image, { sites }: Program): number | null {
  const named = [sites.classStored, sites.classRead, sites.classReadAgain].map(
    (places) => new Set(places.map((at) => nearTargetAt(image, at + 2)).filter((at) => at !== null)),
  );
  const all = new Set(named.flatMap((targets) => [...targets]));
  const [at, other] = [...all].filter((target) => named.filter((targets) => targets.has(target)).length >= 2);
  return at === undefined || other !== undefined ? null : at;
}

/** Behind n classes stand n filters of two bytes, then the trip counters: their distance tells n. */
function pathCounts(image: Image, { sites }: Program, classesAt: number): number[] {
  const countersAt = [...sites.tripCount, ...sites.tripCountEarlier].map((at) => nearTargetAt(image, at + 2));
  const counts = countersAt.flatMap((at) => (at === null ? [] : [(at - classesAt) / 3]));
  return [...new Set(counts)].filter((paths) => {
    if (!Number.isInteger(paths) || paths < layout.leastPaths || paths > layout.mostPaths) return false;
    const filtersAt = classesAt + paths;
    const filtersEnd = filtersAt + 2 * paths;
    const unusedAt = [classesAt, filtersAt - 1, filtersAt, filtersAt + 1, filtersEnd - 2, filtersEnd - 1];
    const classes = image.bytes.subarray(classesAt, filtersAt);
    return unusedAt.every((at) => image.u8(at) === 0) && classes.every((value) => value <= layout.largestClass);
  });
}

/** Every place in the calibration where a table of `paths` rows of codes could stand. */
function codeTablesAt(image: Image, paths: number): number[] {
  const { at: start, end } = layout.calibration;
  const tableLength = paths * rowLength;
  const found: number[] = [];
  for (let at = start; at + tableLength <= Math.min(end, image.sizeBytes); at += 2) {
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
  // A forged file can be full of empty rows: a table is left at the first stretch that holds no codes.
  for (let entry = 0; entry < paths * codesPerPath; entry += 1) {
    const word = image.u16le(at + entry * 2) ?? 0;
    if (word === 0) continue;
    used += 1;
    different.add(word);
    if (isUsualCode(word)) spelledInDigits += 1;
    if (used === 16 && spelledInDigits < 14) return false;
  }
  return used > paths * 1.5 && spelledInDigits >= used * 0.95 && different.size >= 20;
}

/** Powertrain or network, with decimal digits: nearly all that these control units know. */
function isUsualCode(word: number): boolean {
  const isLetterKnown = word >>> 14 === 0 || word >>> 14 === 3;
  return isLetterKnown && (word & 0xF) <= 9 && ((word >>> 4) & 0xF) <= 9 && ((word >>> 8) & 0xF) <= 9;
}

/** Whether an instruction of the program names the table: without one it is a copy, or chance. */
function isLoaded(image: Image, program: Program, tableAt: number): boolean {
  const { bytes } = image;
  const offset = tableAt - layout.calibration.at;
  for (let at = 0; at + 4 <= program.end; at += 2) {
    if (bytes[at + 2] !== (offset & 0xFF) || bytes[at + 3] !== offset >>> 8) continue;
    if (at >= layout.calibration.at && at < layout.calibration.end) continue;
    if (bytes[at] === loadIndexed || (bytes[at] === loadImmediate && bytes[at + 4] === storeRegister)) return true;
  }
  return false;
}

function rowsOf(image: Image): DtcRow[] {
  const program = programOf(image);
  const solved = image.recall(solveTables);
  if (program === null || 'because' in solved) return [];
  const { paths, classesAt, codesAt } = solved.tables;
  const codesOfPath = Array.from({ length: paths }, (_, path) => codesOf(image, codesAt, path));
  const pathsOfCode = new Map<number, number[]>();
  codesOfPath.forEach((words, path) => {
    for (const word of words) pathsOfCode.set(word, [...(pathsOfCode.get(word) ?? []), path]);
  });
  return [...pathsOfCode].sort(([first], [second]) => first - second).map(([word, entries]) => {
    const shared = new Set(entries.flatMap((path) => codesOfPath[path] as number[]));
    const off = entries.filter((path) => image.bytes[classesAt + path] === 0).length;
    const makerNumber = vagNumberOfCode(spelled(word));
    return {
      code: spelled(word),
      number: word,
      ...(makerNumber === null ? {} : { makerNumber: String(makerNumber) }),
      state: off === entries.length ? 'off' : off === 0 ? 'on' : 'partial',
      paths: entries,
      sharedWith: [...shared].filter((other) => other !== word).map(spelled),
      entriesAt: entries.flatMap((path) => placesOf(program, classesAt + path)),
    };
  });
}

function spelled(word: number): string {
  return codeOfWord(word) ?? '';
}

/** The codes of one path, each once. */
function codesOf(image: Image, codesAt: readonly number[], path: number): number[] {
  const words = codesAt.flatMap((tableAt) =>
    Array.from({ length: codesPerPath }, (_, column) => image.u16le(tableAt + path * rowLength + column * 2) ?? 0),
  );
  return [...new Set(words)].filter((word) => word !== 0);
}
