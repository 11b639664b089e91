import { changeAt } from '../../change.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import type { Change, DtcListing, DtcRow, DtcState } from '../../family.ts';
import type { Image } from '../../image.ts';
import { blockListOf } from './volvo-me7.checksums.ts';
import { layout } from './volvo-me7.layout.ts';

/** Four codes for each fault path, and the class of each, where it is known: class 0 is never reported. */
type Table = { at: number; paths: number; classesAt: number | null; classReads: number };

const codesPerPath = 4;
const rowLength = codesPerPath * 2;
/** MOV Rw,#offset, MOV Rw,#page; MOV Rw,[Rw+#offset] and MOVB Rb,[Rw+#offset] behind EXTP with the page. */
const loadImmediate = 0xe6;
const loadIndexed = 0xd4;
const loadByte = 0xf4;
const extendPage = 0xd7;
const pageBits = 14;

export function listVolvoMe7Dtcs(image: Image): DtcListing {
  const table = image.recall(findTable);
  if (table === null) {
    return { outcome: 'not found', because: 'The table of codes is not framed by its two unused paths.' };
  }
  const { paths, classesAt, classReads } = table;
  const confirmedBy = [
    `The unused first and last of ${paths} paths have the code that Volvo gives them.`,
    `The program loads the address of the table of ${paths} x 4 codes.`,
  ];
  if (classesAt !== null) {
    confirmedBy.push(
      `Seven bytes a path before the codes stand ${paths} classes, 0 for both unused paths.`,
      `The program reads the class table at ${classReads} offsets.`,
    );
  }
  const notSwitchable = whyNotSwitchable(image, classesAt);
  return { outcome: 'found', tableAt: table.at, rows: rowsOf(image, table), confirmedBy, notSwitchable };
}

function whyNotSwitchable(image: Image, classesAt: number | null): string | null {
  if (classesAt === null) {
    return 'Where this control unit stores the class of a fault is not known, so the codes are only listed.';
  }
  // The sums of the missing half could be checked by nobody.
  const isHalf = blockListOf(image)?.some(({ range }) => range === null) ?? false;
  return isHalf ? 'The file holds only a part of the program: please read the whole memory.' : null;
}

export function switchVolvoMe7DtcsOff(image: Image, codes: readonly string[]): Change[] {
  const table = image.recall(findTable);
  if (table === null || table.classesAt === null) return [];
  const { classesAt } = table;
  const requested = new Set(codes);
  const paths = new Set(rowsOf(image, table).flatMap((row) => (requested.has(row.code) ? row.paths : [])));
  return [...paths].flatMap((path) => changeAt(image, classesAt + path, [0], `class 0 for fault path ${path}`));
}

/** Unused paths frame the table, and the program knows its address: both, or there is no list. */
function findTable(image: Image): Table | null {
  const { at: start, end } = layout.codesWindow;
  const unusedAt: number[] = [];
  for (let at = start; at + rowLength <= Math.min(end, image.sizeBytes) && unusedAt.length < 3; at += 2) {
    if (isUnused(image, at)) unusedAt.push(at);
  }
  const [at, lastAt, other] = unusedAt;
  if (at === undefined || lastAt === undefined || other !== undefined) return null;
  const paths = (lastAt - at) / rowLength + 1;
  if (!Number.isInteger(paths) || paths < layout.leastPaths || paths > layout.mostPaths) return null;
  if (!areCodes(image, at, paths) || !isLoaded(image, at)) return null;
  const classesAt = at - layout.classesBefore * paths - (paths % 2);
  const classReads = countReads(image, classesAt);
  const isKnown = classReads >= layout.leastClassReads && areClasses(image, classesAt, paths);
  return { at, paths, classesAt: isKnown ? classesAt : null, classReads };
}

/**
 * Measured in the programs up to 2003: the same instructions as in ME7 of the Volkswagen group read this table, and
 * misfires have the same class there; a cylinder that the engine does not have has class 0.
 */
function areClasses(image: Image, classesAt: number, paths: number): boolean {
  if (image.u8(classesAt) !== 0 || image.u8(classesAt + paths - 1) !== 0) return false;
  return image.bytes.subarray(classesAt, classesAt + paths).every((value) => value <= layout.largestClass);
}

function countReads({ bytes }: Image, tableAt: number): number {
  const offset = tableAt & ((1 << pageBits) - 1);
  const page = tableAt >>> pageBits;
  let reads = 0;
  for (let at = 4; at + 4 <= bytes.length; at += 2) {
    if (bytes[at] !== loadByte || bytes[at + 2] !== (offset & 0xff) || bytes[at + 3] !== offset >>> 8) continue;
    if (bytes[at - 4] === extendPage && bytes[at - 2] === page && bytes[at - 1] === 0) reads += 1;
  }
  return reads;
}

function isUnused(image: Image, at: number): boolean {
  for (let column = 0; column < codesPerPath; column += 1) {
    if (image.u16le(at + column * 2) !== layout.unusedCode) return false;
  }
  return true;
}

function areCodes(image: Image, at: number, paths: number): boolean {
  let known = 0;
  for (let entry = 0; entry < paths * codesPerPath; entry += 1) {
    const word = image.u16le(at + entry * 2) ?? 0;
    if (word === 0 || word >>> 14 === 0 || word >>> 14 === 3) known += 1;
  }
  return known === paths * codesPerPath;
}

function isLoaded(image: Image, tableAt: number): boolean {
  const { bytes } = image;
  const offset = tableAt & ((1 << pageBits) - 1);
  const page = tableAt >>> pageBits;
  for (let at = 4; at + 8 <= bytes.length; at += 2) {
    if (bytes[at + 2] !== (offset & 0xff) || bytes[at + 3] !== offset >>> 8) continue;
    if (bytes[at] === loadImmediate && bytes[at + 4] === loadImmediate && bytes[at + 6] === page) return true;
    if (bytes[at] === loadIndexed && bytes[at - 4] === extendPage && bytes[at - 2] === page) return true;
  }
  return false;
}

function rowsOf(image: Image, table: Table): DtcRow[] {
  const { at, paths, classesAt } = table;
  const codesOf = (path: number): number[] => {
    const rowAt = at + path * rowLength;
    const words = Array.from({ length: codesPerPath }, (_, column) => image.u16le(rowAt + column * 2) ?? 0);
    return [...new Set(words)].filter((word) => word !== 0);
  };
  const pathsOfCode = new Map<number, number[]>();
  // The first and the last path are the unused ones.
  for (let path = 1; path < paths - 1; path += 1) {
    for (const word of codesOf(path)) pathsOfCode.set(word, [...(pathsOfCode.get(word) ?? []), path]);
  }
  return [...pathsOfCode]
    .sort(([first], [second]) => first - second)
    .map(([word, entries]) => ({
      code: codeOfWord(word) ?? '',
      number: word,
      state: stateOf(image, classesAt, entries),
      paths: entries,
      sharedWith: [...new Set(entries.flatMap(codesOf))].flatMap((other) =>
        other === word ? [] : [codeOfWord(other) ?? ''],
      ),
      entriesAt: entries.map((path) => (classesAt === null ? at + path * rowLength : classesAt + path)),
    }));
}

function stateOf(image: Image, classesAt: number | null, entries: readonly number[]): DtcState {
  if (classesAt === null) return 'unknown';
  const off = entries.filter((path) => image.u8(classesAt + path) === 0).length;
  return off === 0 ? 'on' : off === entries.length ? 'off' : 'partial';
}
