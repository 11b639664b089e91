import { changeAt } from '../../change.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import type { Change, DtcListing, DtcRow, DtcState } from '../../family.ts';
import type { Image } from '../../image.ts';
import { blockListOf } from './volvo-me7.checksums.ts';
import { findClasses } from './volvo-me7.classes.ts';
import type { Classes } from './volvo-me7.classes.ts';
import { readTarget } from './volvo-me7.code.ts';
import { layout } from './volvo-me7.layout.ts';
import { sentence } from '../../sentence.ts';
import type { Sentence } from '../../sentence.ts';

/** Four codes for each fault path, one for each kind of fault, and the location of their classes if it is known. */
type Table = { at: number; paths: number; classes: Classes | null };

const codesPerPath = 4;
const rowLength = codesPerPath * 2;
/** MOV Rw,#offset, MOV Rw,#page; MOV Rw,[Rw+#offset] after EXTP with the page. */
const loadImmediate = 0xe6;
const loadIndexed = 0xd4;
const pageBits = 14;
const extendPage = 0xd7;
/** SHL Rw,#3, where a path is turned into an offset. */
const shiftLeft = 0x5c;
const shiftByRow = 0x3;

export function listVolvoMe7Dtcs(image: Image): DtcListing {
  const table = image.memo(findTable);
  if (table === null) {
    return { outcome: 'not found', reason: sentence('codes_not_framed') };
  }
  const { paths, classes } = table;
  const confirmedBy = [
    `The unused first and last of ${paths} paths have the code that Volvo gives them.`,
    `The program loads the address of the table of ${paths} x 4 codes.`,
    ...(classes?.confirmedBy ?? []),
  ];
  const notSwitchable = checkSwitchable(image, classes);
  return { outcome: 'found', tableAt: table.at, rows: listRows(image, table), confirmedBy, notSwitchable };
}

function checkSwitchable(image: Image, classes: Classes | null): Sentence | null {
  // The sums of the missing half could not be checked, and it also holds the instructions that read the classes.
  const isHalf = blockListOf(image)?.blocks.some(({ range }) => range === null) ?? false;
  if (isHalf) return sentence('part_of_the_program');
  return classes === null ? sentence('class_place_unknown') : null;
}

export function switchVolvoMe7DtcsOff(image: Image, codes: readonly string[]): Change[] {
  const table = image.memo(findTable);
  if (table === null || table.classes === null) return [];
  const { at, perPath } = table.classes;
  const requested = new Set(codes);
  const entries = new Set(listRows(image, table).flatMap((row) => (requested.has(row.code) ? row.paths : [])));
  const what = perPath === 1 ? 'fault path' : 'kind of fault';
  return [...entries].flatMap((entry) => changeAt(image, at + entry, [0], `class 0 for ${what} ${entry}`));
}

/** Unused paths frame the table, and the program loads its address. Unless both are found, there is no list. */
function findTable(image: Image): Table | null {
  const { at: start, end } = layout.codesWindow;
  const unusedAt: number[] = [];
  for (let at = start; at + rowLength <= Math.min(end, image.sizeBytes) && unusedAt.length < 3; at += 2) {
    if (isUnused(image, at)) unusedAt.push(at);
  }
  const [at, lastAt, other] = unusedAt;
  if (at === undefined || lastAt === undefined || other !== undefined) return null;
  const paths = (lastAt - at) / rowLength + 1;
  if (!Number.isInteger(paths) || paths < layout.minPaths || paths > layout.maxPaths) return null;
  const others = countOtherWords(image, at, paths);
  if (others === 0 && isLoaded(image, at)) return { at, paths, classes: findClasses(image, at, paths) };
  // Where the classes of these programs are is not known.
  return others <= codesPerPath && isLoadedNear(image, at) ? { at, paths, classes: null } : null;
}

function isUnused(image: Image, at: number): boolean {
  for (let column = 0; column < codesPerPath; column += 1) {
    if (image.u16le(at + column * 2) !== layout.unusedCode) return false;
  }
  return true;
}

/** How many words are neither zero nor a code of engine or network; three programs have one path of chassis codes. */
function countOtherWords(image: Image, at: number, paths: number): number {
  let others = 0;
  for (let entry = 0; entry < paths * codesPerPath; entry += 1) {
    const word = image.u16le(at + entry * 2) ?? 0;
    if (word !== 0 && word >>> 14 !== 0 && word >>> 14 !== 3) others += 1;
  }
  return others;
}

/** Whether a program of 1 MB reads the table through DPP1, without a page before it, and once right behind a shift. */
function isLoadedNear({ bytes }: Image, tableAt: number): boolean {
  if (bytes.length !== layout.flashLength || tableAt >>> pageBits !== layout.nearPage) return false;
  const operand = layout.nearSegment | (tableAt & ((1 << pageBits) - 1));
  let [reads, shifted] = [0, 0];
  for (let at = 4; at + 4 <= bytes.length; at += 2) {
    if (bytes[at] !== loadIndexed || bytes[at + 2] !== (operand & 0xff) || bytes[at + 3] !== operand >>> 8) continue;
    if (bytes[at - 4] === extendPage) continue;
    reads += 1;
    if (bytes[at - 2] === shiftLeft && (bytes[at - 1] as number) >>> 4 === shiftByRow) shifted += 1;
  }
  return reads >= layout.minNearReads && shifted > 0;
}

function isLoaded({ bytes }: Image, tableAt: number): boolean {
  const offset = tableAt & ((1 << pageBits) - 1);
  const page = tableAt >>> pageBits;
  for (let at = 4; at + 8 <= bytes.length; at += 2) {
    if (bytes[at] === loadIndexed && readTarget(bytes, at) === tableAt) return true;
    if (bytes[at] !== loadImmediate || bytes[at + 4] !== loadImmediate || bytes[at + 6] !== page) continue;
    if (bytes[at + 2] === (offset & 0xff) && bytes[at + 3] === offset >>> 8) return true;
  }
  return false;
}

/** An entry is whatever has a class of its own: a path, or one of a path's four kinds of fault. */
function listRows(image: Image, { at, paths, classes }: Table): DtcRow[] {
  const perPath = classes?.perPath ?? 1;
  const columns = codesPerPath / perPath;
  const readCodes = (entry: number): number[] => {
    const entryAt = at + entry * columns * 2;
    const words = Array.from({ length: columns }, (_, column) => image.u16le(entryAt + column * 2) ?? 0);
    return [...new Set(words)].filter((word) => word !== 0);
  };
  const entriesOfCode = new Map<number, number[]>();
  // The first and the last path are the unused ones.
  for (let entry = perPath; entry < (paths - 1) * perPath; entry += 1) {
    for (const word of readCodes(entry)) entriesOfCode.set(word, [...(entriesOfCode.get(word) ?? []), entry]);
  }
  return [...entriesOfCode]
    .sort(([first], [second]) => first - second)
    .map(([word, entries]) => ({
      code: codeOfWord(word) ?? '',
      number: word,
      state: readState(image, classes, entries),
      paths: entries,
      sharedWith: [...new Set(entries.flatMap(readCodes))].flatMap((other) =>
        other === word ? [] : [codeOfWord(other) ?? ''],
      ),
      entriesAt: entries.map((entry) => (classes === null ? at + entry * rowLength : classes.at + entry)),
    }));
}

function readState(image: Image, classes: Classes | null, entries: readonly number[]): DtcState {
  if (classes === null) return 'unknown';
  const off = entries.filter((entry) => image.u8(classes.at + entry) === 0).length;
  return off === 0 ? 'on' : off === entries.length ? 'off' : 'partial';
}
